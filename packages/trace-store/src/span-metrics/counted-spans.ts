import { MAX_TIME_NS, MIN_TIME_NS } from '@spanhouse/span-schema';
import { type Statement, StatementParameters } from '../connection/statement.js';
import { firstStart, lastStart } from '../selection/index-times.js';
import { inRange } from '../selection/log-range.js';
import { inBackground, shardLocal } from '../selection/statement-settings.js';
import { earlier, later } from '../selection/time-ranges.js';
import { type LogRange, MAX_AGE_NS, REPEAT_NS } from '../span-metrics.js';

/** A trace with a span that may have been delivered more than once. */
export interface RepeatedTrace {
  readonly project_id: string;
  readonly trace_id: string;
  readonly firstStart: bigint;
  readonly lastStart: bigint;
}

/** A range of the log and its traces with repeated spans. */
export interface CountedRange {
  readonly range: LogRange;
  readonly repeated: readonly RepeatedTrace[];
}

/** Selects the traces of a range with a span that has several versions or was removed. */
export function selectRepeatedTraces(range: LogRange): Statement {
  const parameters = new StatementParameters();
  const traces = `SELECT project_id, trace_id FROM spans WHERE ${inRange(range, parameters)}`;
  return parameters.statement`
    SELECT toString(project_id), lower(hex(trace_id)), ${firstStart()}, ${lastStart()}
    FROM trace_index WHERE (project_id, trace_id) IN (${traces})
    GROUP BY project_id, trace_id
    HAVING sum(row_count) != uniqExactMerge(span_ids)
    OR (project_id, trace_id) IN (SELECT project_id, trace_id FROM removed_spans)
    SETTINGS ${shardLocal}, ${inBackground} FORMAT TabSeparated
  `;
}

/**
 * Returns SQL for columns of the counted rows of a range as a table, including the pseudo-column `bytes`. In traces
 * with repeated spans, only the first version of each span counts; other rows are selected directly.
 */
export function countedSpans(
  { range, repeated }: CountedRange,
  { columns, condition = 'true' }: { readonly columns: string; readonly condition?: string },
  parameters: StatementParameters,
): string {
  const age = `toIntervalNanosecond(${MAX_AGE_NS})`;
  const counted = `${inRange(range, parameters)} AND service_name != '' AND end_time >= received_at - ${age} AND ${condition}`;
  const sized = (bytes: string) => columns.replace(/\bbytes\b/, `${bytes} AS bytes`);
  // ClickHouse stores the sizes separately from the texts.
  const plain = `SELECT ${sized('attributes.size + packed.size')} FROM spans WHERE ${counted}`;
  if (repeated.length === 0) {
    return `(${plain})`;
  }
  const first = `version = 1 OR toUnixTimestamp64Nano(received_at) - previous_ns > ${REPEAT_NS}`;
  const numbered = `SELECT ${sized('length(attributes) + length(packed)')} FROM (${versions(repeated, parameters)}) WHERE ${counted} AND (${first})`;
  return `(${plain} AND (project_id, trace_id) NOT IN ${listed(repeated, parameters)} UNION ALL ${numbered})`;
}

const versionColumns = [
  'project_id, trace_id, span_id, parent_id, received_at, start_time, end_time, service_name, span_name',
  'span_kind, status_code, present, packed, attributes, string_keys, number_keys, bool_keys, log_partition, log_offset',
].join(', ');

/** SQL for a removed span as a row of `spans`, before all stored rows in the log. */
const removedColumns = [
  "project_id, trace_id, span_id, toFixedString('', 8) AS parent_id, received_at, received_at AS start_time",
  "received_at AS end_time, '' AS service_name, '' AS span_name, '' AS span_kind, '' AS status_code",
  "toUInt32(0) AS present, '' AS packed, '' AS attributes, '' AS string_keys, '' AS number_keys, '' AS bool_keys, toUInt32(0) AS log_partition, toUInt64(0) AS log_offset",
].join(', ');

/**
 * Returns SQL for all versions of the spans of some traces, with their numbers and the arrival of the previous version.
 */
function versions(traces: readonly RepeatedTrace[], parameters: StatementParameters): string {
  const from = traces.map(({ firstStart: at }) => at).reduce(earlier, MAX_TIME_NS);
  const to = traces.map(({ lastStart: at }) => at).reduce(later, MIN_TIME_NS);
  const starts = parameters.startsWithin({ from, to });
  const keys = listed(traces, parameters);
  const stored = `${starts} AND (project_id, trace_id) IN ${keys}`;
  return [
    `SELECT *, row_number() OVER versions AS version,`,
    'lagInFrame(toUnixTimestamp64Nano(received_at)) OVER versions AS previous_ns',
    `FROM (SELECT ${versionColumns} FROM spans WHERE ${stored}`,
    `UNION ALL SELECT ${removedColumns} FROM removed_spans WHERE (project_id, trace_id) IN ${keys}`,
    // A removal copies ids before it removes rows, so a row whose id is copied must count as one version.
    'AND (project_id, trace_id, span_id, received_at) NOT IN',
    `(SELECT project_id, trace_id, span_id, received_at FROM spans WHERE ${stored}))`,
    'WINDOW versions AS (PARTITION BY project_id, trace_id, span_id ORDER BY log_offset, received_at, start_time',
    'ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW)',
  ].join(' ');
}

/** Returns SQL for the keys of the traces as the right side of `IN`. */
function listed(traces: readonly RepeatedTrace[], parameters: StatementParameters): string {
  const projects = parameters.bindEach('Array(UUID)', traces, ({ project_id }) => project_id);
  const ids = parameters.bindEach('Array(String)', traces, ({ trace_id }) => trace_id);
  return `(SELECT key.1, toFixedString(unhex(key.2), 16) FROM (SELECT arrayJoin(arrayZip(${projects}, ${ids})) AS key))`;
}
