import { MAX_TIME_NS, MIN_TIME_NS } from '@spanhouse/span-schema';
import { bind, type Statement, sql, startsWithin } from '../connection/statement.js';
import { inRange } from '../selection/log-range.js';
import { inBackground, shardLocal } from '../selection/statement-settings.js';
import { earlier, firstStart, lastStart, later } from '../selection/time-ranges.js';
import {
  callBounds,
  type LogRange,
  MAX_AGE_NS,
  MAX_NAME_CHARS,
  REPEAT_NS,
} from '../span-metrics.js';

/** SQL for the duration of a span in ns; negative if it ends before it starts. */
export const durationNs =
  'greatest(toInt64(0), toUnixTimestamp64Nano(end_time) - toUnixTimestamp64Nano(start_time))';

/** Returns SQL for the bucket index of a duration. */
export function bucketOfNs(bounds: readonly bigint[], ns: string): string {
  return `arrayCount(bound -> bound < ${ns}, [${bounds.join(', ')}])`;
}

/** Counts the rows of each block in a range. */
export function selectArrivedBlocks(range: LogRange): Statement {
  return sql`
    SELECT log_partition, log_offset, count(), toUnixTimestamp64Nano(min(received_at)), toUnixTimestamp64Nano(max(received_at))
    FROM spans WHERE ${inRange(range)}
    GROUP BY log_partition, log_offset ORDER BY log_partition, log_offset
    SETTINGS ${inBackground} FORMAT TabSeparated
  `;
}

/** Sums up the spans in a range by service, name, kind, status and bucket. */
export function selectCalls(counted: CountedRange): Statement {
  const columns =
    'project_id, trace_id, received_at, start_time, end_time, service_name, span_name, span_kind, status_code, bytes';
  return sql`
    SELECT toString(project_id), toString(service_name), name, toString(span_kind), toString(status_code), bucket,
    toString(count()), toString(sum(toUInt128(ns))), toString(sum(bytes)),
    lower(hex(argMax((trace_id, ns), received_at).1)), toString(argMax((trace_id, ns), received_at).2),
    toString(toUnixTimestamp64Nano(max(received_at)))
    FROM (
      SELECT *, ${durationNs} AS ns, substringUTF8(span_name, 1, ${MAX_NAME_CHARS}) AS name,
      ${bucketOfNs(callBounds, 'ns')} AS bucket
      FROM ${countedSpans(counted, { columns })}
    )
    GROUP BY project_id, service_name, name, span_kind, status_code, bucket
    SETTINGS ${shardLocal}, ${inBackground} FORMAT JSONCompactEachRow
  `;
}

/** Project id under which the progress of the rounds is stored. */
export const noProject = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

/** Selects the progress of the rounds: the last round, and two log positions per partition. */
export const selectProgress = sql`
  SELECT labels[1], toUInt32OrZero(labels[2]), toString(max(mark)) FROM span_metrics
  WHERE project_id = toUUID('${noProject}') AND metric = '' GROUP BY labels ORDER BY labels FORMAT TabSeparated
`;

/** Selects the label sets of the given projects. */
export function selectSeries(projectIds: readonly string[]): Statement {
  return sql`
    SELECT DISTINCT toString(project_id), toString(metric), labels FROM span_metrics
    WHERE project_id IN ${bind('Array(UUID)', projectIds)} AND metric != '' FORMAT JSONCompactEachRow
  `;
}

/** Selects the sums of a project. */
export function selectSums(projectId: string): Statement {
  return sql`
    SELECT toString(metric), labels, bucket, toString(sum(amount)), toString(sum(total_ns)), toString(sum(total_bytes)),
    max(exemplar) FROM span_metrics
    WHERE project_id = ${bind('UUID', projectId)} AND metric != ''
    GROUP BY metric, labels, bucket ORDER BY metric, labels, bucket FORMAT JSONCompactEachRow
  `;
}

/** A trace in which a span may have been delivered more than once. */
export interface RepeatedTrace {
  readonly project_id: string;
  readonly trace_id: string;
  readonly firstStart: bigint;
  readonly lastStart: bigint;
}

/** A range of the log, and the traces in it that may contain repeated spans. */
interface CountedRange {
  readonly range: LogRange;
  readonly repeated: readonly RepeatedTrace[];
}

/** Selects the range's traces that have a removed span or a span with several versions. */
export function selectRepeatedTraces(range: LogRange): Statement {
  const traces = `SELECT project_id, trace_id FROM spans WHERE ${inRange(range)}`;
  return sql`
    SELECT toString(project_id), lower(hex(trace_id)), ${firstStart()}, ${lastStart()}
    FROM trace_index WHERE (project_id, trace_id) IN (${traces})
    GROUP BY project_id, trace_id
    HAVING sum(row_count) != uniqExactMerge(span_ids)
    OR (project_id, trace_id) IN (SELECT project_id, trace_id FROM removed_spans)
    SETTINGS ${shardLocal}, ${inBackground} FORMAT TabSeparated
  `;
}

/**
 * Returns SQL for a table with the counted rows in a range. `columns` may include the pseudo-column `bytes`. In traces
 * with repeated spans, a version is not counted if it arrived within a day of the span's previous version. Rows of
 * other traces are counted without this comparison.
 */
export function countedSpans(
  { range, repeated }: CountedRange,
  { columns, condition = 'true' }: { readonly columns: string; readonly condition?: string },
): string {
  const age = `toIntervalNanosecond(${MAX_AGE_NS})`;
  const counted = `${inRange(range)} AND service_name != '' AND end_time >= received_at - ${age} AND ${condition}`;
  const sized = (bytes: string) => columns.replace(/\bbytes\b/, `${bytes} AS bytes`);
  // ClickHouse stores the sizes of strings separately, so this statement does not read the strings.
  const plain = `SELECT ${sized('attributes.size + packed.size')} FROM spans WHERE ${counted}`;
  if (repeated.length === 0) {
    return `(${plain})`;
  }
  const first = `version = 1 OR toUnixTimestamp64Nano(received_at) - previous_ns > ${REPEAT_NS}`;
  const numbered = `SELECT ${sized('length(attributes) + length(packed)')} FROM (${versions(repeated)}) WHERE ${counted} AND (${first})`;
  return `(${plain} AND (project_id, trace_id) NOT IN ${listed(repeated)} UNION ALL ${numbered})`;
}

const versionColumns = [
  'project_id, trace_id, span_id, parent_id, received_at, start_time, end_time, service_name, span_name',
  'span_kind, status_code, present, packed, attributes, string_keys, number_keys, bool_keys, log_partition, log_offset',
].join(', ');

/** SQL that represents a removed span as a row of `spans`. This row precedes all stored rows in the log. */
const removedColumns = [
  "project_id, trace_id, span_id, toFixedString('', 8) AS parent_id, received_at, received_at AS start_time",
  "received_at AS end_time, '' AS service_name, '' AS span_name, '' AS span_kind, '' AS status_code",
  "toUInt32(0) AS present, '' AS packed, '' AS attributes, '' AS string_keys, '' AS number_keys, '' AS bool_keys, toUInt32(0) AS log_partition, toUInt64(0) AS log_offset",
].join(', ');

/**
 * Returns SQL for all versions of the spans in the given traces. Each version has a number and the arrival time of the
 * previous version.
 */
function versions(traces: readonly RepeatedTrace[]): string {
  const from = traces.map(({ firstStart: at }) => at).reduce(earlier, MAX_TIME_NS);
  const to = traces.map(({ lastStart: at }) => at).reduce(later, MIN_TIME_NS);
  const starts = startsWithin({ from, to });
  const keys = listed(traces);
  const stored = `${starts} AND (project_id, trace_id) IN ${keys}`;
  return [
    `SELECT *, row_number() OVER versions AS version,`,
    'lagInFrame(toUnixTimestamp64Nano(received_at)) OVER versions AS previous_ns',
    `FROM (SELECT ${versionColumns} FROM spans WHERE ${stored}`,
    `UNION ALL SELECT ${removedColumns} FROM removed_spans WHERE (project_id, trace_id) IN ${keys}`,
    // A removal copies ids before it removes rows. A row that is still stored must not count twice.
    'AND (project_id, trace_id, span_id, received_at) NOT IN',
    `(SELECT project_id, trace_id, span_id, received_at FROM spans WHERE ${stored}))`,
    'WINDOW versions AS (PARTITION BY project_id, trace_id, span_id ORDER BY log_offset, received_at, start_time',
    'ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW)',
  ].join(' ');
}

/** Returns SQL for the keys of the traces, used as the right side of `IN`. */
function listed(traces: readonly RepeatedTrace[]): string {
  const projects = bind(
    'Array(UUID)',
    traces.map(({ project_id }) => project_id),
  );
  const ids = bind(
    'Array(String)',
    traces.map(({ trace_id }) => trace_id),
  );
  return `(SELECT key.1, toFixedString(unhex(key.2), 16) FROM (SELECT arrayJoin(arrayZip(${projects}, ${ids})) AS key))`;
}
