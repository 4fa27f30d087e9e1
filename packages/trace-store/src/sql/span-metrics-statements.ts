import { generationOf, toLogOffset } from '@spanhouse/span-row';
import { type Statement, StatementParameters } from '../connection/statement.js';
import { attributeJson } from '../filter/attribute-json.js';
import { listedLeaves } from '../filter/leaves.js';
import {
  type ArrivedRange,
  callBounds,
  isAddress,
  type LogRange,
  MAX_AGE_NS,
  MAX_NAME_CHARS,
  peerKeys,
  REPEAT_NS,
} from '../span-metrics.js';
import { firstStart, lastStart } from './index-times.js';
import { shardLocal } from './statement-settings.js';
import { earlier, later } from './time-ranges.js';

/** A trace of which a span may have been delivered more than once. */
export interface RepeatedTrace {
  readonly project_id: string;
  readonly trace_id: string;
  readonly firstStart: bigint;
  readonly lastStart: bigint;
}

/** Which spans of a range to read: those of some traces, or all others. */
export interface ArrivedPart {
  readonly range: ArrivedRange;
  readonly traces: readonly RepeatedTrace[];
  readonly reads: 'these' | 'others';
}

/** Rounds run beside reads and inserts: one thread is enough for them. */
const inBackground = 'max_threads = 1';
const duration =
  'greatest(toInt64(0), toUnixTimestamp64Nano(end_time) - toUnixTimestamp64Nano(start_time))';
const sides = "'SPAN_KIND_CLIENT', 'SPAN_KIND_SERVER', 'SPAN_KIND_PRODUCER', 'SPAN_KIND_CONSUMER'";

/** Counts the rows of each block of a range. */
export function selectArrivedBlocks(range: LogRange): Statement {
  const parameters = new StatementParameters();
  return parameters.statement`
    SELECT log_partition, log_offset, count(), toUnixTimestamp64Nano(min(received_at)) FROM spans
    WHERE ${inRange(range, parameters)}
    GROUP BY log_partition, log_offset ORDER BY log_partition, log_offset
    SETTINGS ${inBackground} FORMAT TabSeparated
  `;
}

/** Selects the traces of a range in which a span has several versions, or was removed. */
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

/** Adds up the spans of a part by service, name, kind, status and bucket. */
export function selectCalls(part: ArrivedPart): Statement {
  const parameters = new StatementParameters();
  const bounds = `[${callBounds.join(', ')}]`;
  return parameters.statement`
    SELECT toString(project_id), toString(service_name), name, toString(span_kind), toString(status_code), bucket,
    toString(count()), toString(sum(toUInt128(ns))), toString(sum(length(attributes) + length(packed))),
    lower(hex(argMax((trace_id, ns), received_at).1)), toString(argMax((trace_id, ns), received_at).2),
    toString(toUnixTimestamp64Nano(max(received_at)))
    FROM (
      SELECT *, ${duration} AS ns, substringUTF8(span_name, 1, ${MAX_NAME_CHARS}) AS name,
      arrayCount(bound -> bound < ns, ${bounds}) AS bucket
      FROM ${source(part, parameters)}
    )
    GROUP BY project_id, service_name, name, span_kind, status_code, bucket
    SETTINGS ${shardLocal}, ${inBackground} FORMAT JSONCompactEachRow
  `;
}

/** Selects the spans of a part that are one side of a call. */
export function selectHalves(part: ArrivedPart): Statement {
  const parameters = new StatementParameters();
  const peers = peerKeys.map((key) => peerJson(key, parameters));
  const namespace = attributeJson(
    { field: 'resource.attributes', key: 'service.namespace' },
    parameters,
  );
  const isServerBelow =
    "span_kind IN ('SPAN_KIND_SERVER', 'SPAN_KIND_CONSUMER') AND parent_id != toFixedString('', 8)";
  return parameters.statement`
    SELECT toString(project_id), lower(hex(trace_id)), lower(hex(span_id)),
    if(parent_id = toFixedString('', 8), '', lower(hex(parent_id))), toString(span_kind), toString(service_name),
    ${part.range.withNamespaces ? namespace : "''"}, status_code = 'STATUS_CODE_ERROR', toString(${duration}),
    toString(toUnixTimestamp64Nano(received_at)), if(${isServerBelow}, [], [${peers.join(', ')}])
    FROM ${source(part, parameters, `span_kind IN (${sides})`)}
    SETTINGS ${shardLocal}, ${inBackground} FORMAT JSONCompactEachRow
  `;
}

/** SQL: the span has an attribute that makes it a call to a database. */
function databaseKeys(parameters: StatementParameters): string {
  const keys = peerKeys.filter((key) => key.startsWith('db.'));
  return keys.map((key) => listedLeaves(key, parameters).hasScalar).join(' OR ');
}

/** SQL: the JSON text of a peer. Parsing JSON costs more than all else, so that it is avoided: columns of keys tell which rows have none. */
function peerJson(key: string, parameters: StatementParameters): string {
  const { hasScalar, cut } = listedLeaves(key, parameters);
  const json = attributeJson({ field: 'attributes', key }, parameters);
  const wanted = isAddress(key) ? `${hasScalar} AND (${databaseKeys(parameters)})` : hasScalar;
  return `if(${cut} OR (${wanted}), ${json}, '')`;
}

const columns = [
  'project_id, trace_id, span_id, parent_id, received_at, start_time, end_time, service_name, span_name',
  'span_kind, status_code, present, packed, attributes, string_keys, number_keys, bool_keys, log_partition, log_offset',
].join(', ');

/** SQL: the counted rows of a part as a table. */
function source(
  { range, traces, reads }: ArrivedPart,
  parameters: StatementParameters,
  condition = 'true',
): string {
  const age = `toIntervalNanosecond(${MAX_AGE_NS})`;
  const counted = `${inRange(range, parameters)} AND service_name != '' AND end_time >= received_at - ${age} AND ${condition}`;
  if (reads === 'others') {
    const unlessListed =
      traces.length === 0 ? '' : ` AND (project_id, trace_id) NOT IN ${listed(traces, parameters)}`;
    return `(SELECT ${columns} FROM spans WHERE ${counted}${unlessListed})`;
  }
  const first = `version = 1 OR toUnixTimestamp64Nano(received_at) - previous_ns > ${REPEAT_NS}`;
  return `(SELECT ${columns} FROM (${versions(traces, parameters)}) WHERE ${counted} AND (${first}))`;
}

const FIRST_NS = -2_208_988_800_000_000_000n;
const LAST_NS = 9_223_372_036_854_775_807n;

/** SQL: all versions of the spans of some traces with their number, and when the version before arrived. */
function versions(traces: readonly RepeatedTrace[], parameters: StatementParameters): string {
  const from = traces.map(({ firstStart: at }) => at).reduce(earlier, LAST_NS);
  const to = traces.map(({ lastStart: at }) => at).reduce(later, FIRST_NS);
  const starts = `start_time >= ${parameters.bindTime(from)} AND start_time <= ${parameters.bindTime(to)}`;
  const keys = listed(traces, parameters);
  const stored = `${starts} AND (project_id, trace_id) IN ${keys}`;
  return [
    `SELECT *, row_number() OVER versions AS version,`,
    'lagInFrame(toUnixTimestamp64Nano(received_at)) OVER versions AS previous_ns',
    `FROM (SELECT ${columns} FROM spans WHERE ${stored}`,
    `UNION ALL SELECT ${removedColumns} FROM removed_spans WHERE (project_id, trace_id) IN ${keys}`,
    // A removal copies ids before it removes rows: what has both is one version.
    'AND (project_id, trace_id, span_id, received_at) NOT IN',
    `(SELECT project_id, trace_id, span_id, received_at FROM spans WHERE ${stored}))`,
    'WINDOW versions AS (PARTITION BY project_id, trace_id, span_id ORDER BY log_offset, received_at, start_time',
    'ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW)',
  ].join(' ');
}

/** SQL: a removed span as a row of `spans`, before all stored ones in the log. */
const removedColumns = [
  "project_id, trace_id, span_id, toFixedString('', 8) AS parent_id, received_at, received_at AS start_time",
  "received_at AS end_time, '' AS service_name, '' AS span_name, '' AS span_kind, '' AS status_code",
  "toUInt32(0) AS present, '' AS packed, '' AS attributes, '' AS string_keys, '' AS number_keys, '' AS bool_keys, toUInt32(0) AS log_partition, toUInt64(0) AS log_offset",
].join(', ');

/** SQL: the keys of the traces as the right side of `IN`. */
function listed(traces: readonly RepeatedTrace[], parameters: StatementParameters): string {
  const projects = parameters.bind(
    'Array(UUID)',
    traces.map(({ project_id }) => project_id),
  );
  const ids = parameters.bind(
    'Array(String)',
    traces.map(({ trace_id }) => trace_id),
  );
  return `(SELECT key.1, toFixedString(unhex(key.2), 16) FROM (SELECT arrayJoin(arrayZip(${projects}, ${ids})) AS key))`;
}

function inRange({ from, to, receivedAfter }: LogRange, parameters: StatementParameters): string {
  const conditions = [`log_offset < ${boundOf(to, parameters)}`];
  if (from !== undefined) {
    const lowest = [...from, beginOf(from)].reduce(earlier);
    // The index uses only the first condition.
    conditions.unshift(`log_offset >= ${parameters.bind('UInt64', lowest)}`);
    conditions.push(`log_offset >= ${boundOf(from, parameters)}`);
  }
  if (receivedAfter !== undefined) {
    conditions.push(`received_at > ${parameters.bindTime(receivedAfter)}`);
  }
  return conditions.join(' AND ');
}

/** SQL: the position of the partition of a row. A partition without one stands at the begin of the log. */
function boundOf(positions: readonly bigint[], parameters: StatementParameters): string {
  const all = [...positions, beginOf(positions)];
  return `${parameters.bind('Array(UInt64)', all)}[least(log_partition + 1, ${all.length})]`;
}

/** Rows of a partition that was added later are of the same log. */
function beginOf([first = 0n]: readonly bigint[]): bigint {
  return toLogOffset(generationOf(first), 0);
}

/** Selects the progress of the rounds: a line for each label. */
export function selectProgress(): Statement {
  return new StatementParameters().statement`
    SELECT labels[1], toUInt32OrZero(labels[2]), toString(max(mark)) FROM span_metrics
    WHERE project_id = toUUID('${noProject}') AND metric = '' GROUP BY labels ORDER BY labels FORMAT TabSeparated
  `;
}

/** Selects the label sets of some projects. */
export function selectSeries(projectIds: readonly string[]): Statement {
  const parameters = new StatementParameters();
  return parameters.statement`
    SELECT DISTINCT toString(project_id), toString(metric), labels FROM span_metrics
    WHERE project_id IN ${parameters.bind('Array(UUID)', projectIds)} AND metric != '' FORMAT JSONCompactEachRow
  `;
}

/** Selects the sums of a project. */
export function selectSums(projectId: string): Statement {
  const parameters = new StatementParameters();
  return parameters.statement`
    SELECT toString(metric), labels, bucket, toString(sum(amount)), toString(sum(total_ns)), toString(sum(total_bytes)),
    max(exemplar) FROM span_metrics
    WHERE project_id = ${parameters.bind('UUID', projectId)} AND metric != ''
    GROUP BY metric, labels, bucket ORDER BY metric, labels, bucket FORMAT JSONCompactEachRow
  `;
}

/** The progress of the rounds belongs to no project. */
export const noProject = 'ffffffff-ffff-ffff-ffff-ffffffffffff';
