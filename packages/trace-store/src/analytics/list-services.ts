import type { FilterExpression } from '@spanhouse/span-schema';
import { jsonRows } from '../connection/json-rows.js';
import { oneLine } from '../connection/one-line.js';
import type { RunStatement } from '../connection/run-statement.js';
import { type Statement, StatementParameters } from '../connection/statement.js';
import { isRangeUnknown } from '../sql/index-times.js';
import { plainLookUp } from '../sql/statement-settings.js';
import { aggregateSpans } from './aggregate-spans.js';

/** A service that had spans when they were stored, and whether the trace of the last of them proves that it still has. */
type Witness = readonly [service: string, isProven: 0 | 1];

/** The services of which spans are listed, and how many. */
interface WantedServices {
  readonly project_id: string;
  readonly limit: number;
}

/**
 * Lists the services of current spans; `''` stands for spans without one.
 *
 * A service is current if the trace of its last span has one row for each span, and none is deleted or expired. For
 * the others, whose last trace has versions or is deleted, the spans themselves are asked.
 */
export async function listServices(
  run: RunStatement,
  wanted: WantedServices,
): Promise<readonly string[]> {
  const witnesses = jsonRows<Witness>(await run(selectWitnesses(wanted)));
  if (witnesses.length > wanted.limit) {
    return await readServices(run, wanted, undefined);
  }
  const namesOf = (proven: 0 | 1) =>
    witnesses.flatMap(([service, isProven]) => (isProven === proven ? [service] : []));
  const others = namesOf(0);
  return others.length === 0
    ? namesOf(1)
    : [...namesOf(1), ...(await readServices(run, wanted, ofServices(others)))];
}

/**
 * Selects one service more than the limit, which shows whether there are more. One statement takes half the time of
 * two. Its inner sets are few rows, so `GLOBAL` costs nothing on a cluster.
 */
function selectWitnesses({ project_id, limit }: WantedServices): Statement {
  const parameters = new StatementParameters();
  const project = `project_id = ${parameters.bind('UUID', project_id)}`;
  const witnesses = oneLine`
    SELECT service_name, argMaxMerge(last_trace) AS trace FROM services
    WHERE ${project} AND (retention_days = 0 OR last_received_at > now64(9) - toIntervalDay(retention_days))
    GROUP BY service_name LIMIT ${parameters.bind('UInt64', limit + 1)}
  `;
  const entries = oneLine`
    SELECT trace_id, sum(row_count) AS rows, uniqExactMerge(span_ids) AS spans, max(${isRangeUnknown()}) AS is_unknown,
    max(deleted_before) AS deleted, min(retention_days) AS min_days, max(retention_days) AS max_days,
    toUnixTimestamp64Nano(min(first_received_at)) AS received
    FROM trace_index WHERE ${project} AND trace_id GLOBAL IN (SELECT trace FROM (${witnesses})) GROUP BY trace_id
  `;
  return parameters.statement`
    SELECT service_name, trace GLOBAL IN (SELECT trace_id FROM (${entries}) WHERE ${isPlain})
    FROM (${witnesses}) ${plainLookUp} FORMAT JSONCompactEachRow
  `;
}

/** SQL: the entries of a trace have one row for each span, and none is deleted or may have expired. */
const isPlain = oneLine`
  rows = spans AND NOT is_unknown AND deleted = 0
  AND (max_days = 0 OR received > toUnixTimestamp64Nano(now64(9)) - toInt64(min_days) * 86400000000000)
`;

function ofServices(names: readonly string[]): FilterExpression {
  const named: FilterExpression = { kind: 'equals_any', field: 'service_name', values: names };
  return names.includes('')
    ? { kind: 'or', operands: [named, { kind: 'absent', field: 'service_name' }] }
    : named;
}

/** Reads the services from the current spans. */
async function readServices(
  run: RunStatement,
  { project_id, limit }: WantedServices,
  filter: FilterExpression | undefined,
): Promise<readonly string[]> {
  const everything = { snapshot: [], oldest: undefined, newest: undefined, ratePercent: undefined };
  const { rows } = await aggregateSpans(run, {
    selection: { project_id, filter, order: 'descending', ...everything },
    focus: 'span',
    time: undefined,
    value: undefined,
    groupBy: [{ field: 'service_name' }],
    measures: [],
    limit: limit + 1, // an empty name and none are two groups
    facets: [],
  });
  const names = rows.map(({ group: [json = 'null'] }): string => JSON.parse(json) ?? '');
  return [...new Set(names)].slice(0, limit);
}
