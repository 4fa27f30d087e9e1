import type { FilterExpression } from '@spanhouse/span-schema';
import { jsonRows } from '../connection/json-rows.js';
import type { RunStatement } from '../connection/run-statement.js';
import { type Statement, StatementParameters } from '../connection/statement.js';
import { readExtents, type TraceExtent } from '../traces/trace-extents.js';
import { aggregateSpans } from './aggregate-spans.js';
import type { ServiceProofs } from './service-proofs.js';

/** A service that had spans when they were stored, and the trace of the last of them. */
type Witness = readonly [service: string, traceId: string];

/** The services of which spans are listed, and how many. */
interface WantedServices {
  readonly project_id: string;
  readonly limit: number;
}

/**
 * Lists the services of current spans; `''` stands for spans without one.
 *
 * A service is current if a trace of it has one row for each span, and none is deleted or expired. The traces that
 * proved services before are looked up while the services are read; for others it is the trace of the last span. For
 * services whose last trace has versions or is deleted, the spans themselves are asked.
 */
export async function listServices(
  run: RunStatement,
  wanted: WantedServices,
  proofs: ServiceProofs,
): Promise<readonly string[]> {
  const { project_id, limit } = wanted;
  const known = proofs.of(project_id);
  const [witnesses, extents] = await Promise.all([
    run(selectWitnesses(wanted)).then(jsonRows<Witness>),
    readExtents(run, project_id, [...new Set(known.values())]),
  ]);
  if (witnesses.length > limit) {
    return await readServices(run, wanted, undefined);
  }
  const stillProven = new Map([...known].filter(([, traceId]) => isPlain(extents.get(traceId))));
  const open = witnesses.filter(([service]) => !stillProven.has(service));
  const last = await readExtents(run, project_id, [...new Set(open.map(([, traceId]) => traceId))]);
  const proven = new Map(
    witnesses.flatMap(([service, traceId]): Witness[] => {
      const proof = stillProven.get(service) ?? (isPlain(last.get(traceId)) ? traceId : undefined);
      return proof === undefined ? [] : [[service, proof]];
    }),
  );
  proofs.remember(project_id, proven);
  const others = open.map(([service]) => service).filter((service) => !proven.has(service));
  return others.length === 0
    ? [...proven.keys()]
    : [...proven.keys(), ...(await readServices(run, wanted, ofServices(others)))];
}

function isPlain(extent: TraceExtent | undefined): boolean {
  return (
    extent !== undefined && !extent.hasVersions && !extent.hasExpired && extent.deletedBefore === 0n
  );
}

/** Selects one service more than the limit, which shows whether there are more. */
function selectWitnesses({ project_id, limit }: WantedServices): Statement {
  const parameters = new StatementParameters();
  return parameters.statement`
    SELECT service_name, lower(hex(argMaxMerge(last_trace))) FROM services
    WHERE project_id = ${parameters.bind('UUID', project_id)}
    AND (retention_days = 0 OR last_received_at > now64(9) - toIntervalDay(retention_days))
    GROUP BY service_name LIMIT ${parameters.bind('UInt64', limit + 1)} FORMAT JSONCompactEachRow
  `;
}

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
