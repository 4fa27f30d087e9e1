import { type Statement, StatementParameters } from '../connection/statement.js';
import { inRange } from '../selection/log-range.js';
import { inBackground, shardLocal } from '../selection/statement-settings.js';
import { callBounds, type LogRange, MAX_NAME_CHARS } from '../span-metrics.js';
import { type CountedRange, countedSpans } from './counted-spans.js';

/** SQL for the duration of a span in ns; negative if it ends before it starts. */
export const durationNs =
  'greatest(toInt64(0), toUnixTimestamp64Nano(end_time) - toUnixTimestamp64Nano(start_time))';

/** Returns SQL for the index of the bucket of a duration. */
export function bucketOfNs(bounds: readonly bigint[], ns: string): string {
  return `arrayCount(bound -> bound < ${ns}, [${bounds.join(', ')}])`;
}

/** Counts the rows of each block of a range. */
export function selectArrivedBlocks(range: LogRange): Statement {
  const parameters = new StatementParameters();
  return parameters.statement`
    SELECT log_partition, log_offset, count(), toUnixTimestamp64Nano(min(received_at)), toUnixTimestamp64Nano(max(received_at))
    FROM spans WHERE ${inRange(range, parameters)}
    GROUP BY log_partition, log_offset ORDER BY log_partition, log_offset
    SETTINGS ${inBackground} FORMAT TabSeparated
  `;
}

/** Sums up the spans of a range by service, name, kind, status and bucket. */
export function selectCalls(counted: CountedRange): Statement {
  const parameters = new StatementParameters();
  const columns =
    'project_id, trace_id, received_at, start_time, end_time, service_name, span_name, span_kind, status_code, bytes';
  return parameters.statement`
    SELECT toString(project_id), toString(service_name), name, toString(span_kind), toString(status_code), bucket,
    toString(count()), toString(sum(toUInt128(ns))), toString(sum(bytes)),
    lower(hex(argMax((trace_id, ns), received_at).1)), toString(argMax((trace_id, ns), received_at).2),
    toString(toUnixTimestamp64Nano(max(received_at)))
    FROM (
      SELECT *, ${durationNs} AS ns, substringUTF8(span_name, 1, ${MAX_NAME_CHARS}) AS name,
      ${bucketOfNs(callBounds, 'ns')} AS bucket
      FROM ${countedSpans(counted, { columns }, parameters)}
    )
    GROUP BY project_id, service_name, name, span_kind, status_code, bucket
    SETTINGS ${shardLocal}, ${inBackground} FORMAT JSONCompactEachRow
  `;
}

/** Selects the progress of the rounds, one line per label. */
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

/** The project id of the progress of the rounds, which belongs to no project. */
export const noProject = 'ffffffff-ffff-ffff-ffff-ffffffffffff';
