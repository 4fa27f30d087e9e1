import type { FilterExpression } from '@spanhouse/span-schema';
import type { RunStatement } from '../../connection/run-statement.js';
import { jsonRows } from '../../connection/run-statement.js';
import { bind, isOneOf, type Statement, sql } from '../../connection/statement.js';
import { plainLookUp } from '../../selection/statement-settings.js';
import { readExtents, type TraceExtent } from '../../traces/trace-extents.js';
import { aggregateSpans } from '../aggregates/aggregate-spans.js';
import type { ServiceProof, ServiceProofs } from './service-proofs.js';

/** A stored service, the trace of its last span, and the current time of ClickHouse. */
type Witness = readonly [kind: 'service', service: string, traceId: string, now: string];
/** The current row count of a trace that proved a service in an earlier read. */
type Counted = readonly [kind: 'trace', traceId: string, rowCount: string, now: ''];

/** A project whose services are requested, and the maximum number of services. */
interface WantedServices {
  readonly project_id: string;
  readonly limit: number;
}

/**
 * Lists the services of current spans; `''` represents spans without a service.
 *
 * A trace proves a service if it has exactly one row for each span and no deleted or expired row. A proof from an
 * earlier read remains valid while the trace's number of rows is unchanged. A service without a valid proof is checked
 * as follows:
 * - If the trace of the service's last span proves the service, this trace becomes the proof.
 * - Otherwise the spans of the service are read.
 */
export async function listServices(
  run: RunStatement,
  wanted: WantedServices,
  proofs: ServiceProofs,
): Promise<readonly string[]> {
  const { project_id, limit } = wanted;
  const known = proofs.of(project_id);
  const rows = jsonRows<Witness | Counted>(await run(selectWitnesses(wanted, known)));
  const witnesses = rows.filter((row) => row[0] === 'service');
  if (witnesses.length > limit) {
    return await readServices(run, wanted, undefined);
  }
  const stillProven = proofsThatHold(known, rows);
  const open = witnesses.filter(([, service]) => !stillProven.has(service));
  const last = await readExtents(run, project_id, [...new Set(open.map(([, , id]) => id))]);
  const proven = new Map(
    witnesses.flatMap(([, service, traceId]) => {
      const proof = stillProven.get(service) ?? toProof(last.get(traceId));
      return proof === undefined ? [] : [[service, proof] as const];
    }),
  );
  proofs.remember(project_id, proven);
  const others = open.map(([, service]) => service).filter((service) => !proven.has(service));
  return others.length === 0
    ? [...proven.keys()]
    : [...proven.keys(), ...(await readServices(run, wanted, ofServices(others)))];
}

/**
 * Returns the proofs that are still valid. A change to a trace is detected by its number of rows: a new version or a
 * delete adds a row to the index, and a removal reduces the number.
 */
function proofsThatHold(
  known: ReadonlyMap<string, ServiceProof>,
  rows: readonly (Witness | Counted)[],
): ReadonlyMap<string, ServiceProof> {
  const counts = new Map(
    rows.flatMap(([kind, id, count]) => (kind === 'trace' ? [[id, count]] : [])),
  );
  const now = BigInt(rows.find(([kind]) => kind === 'service')?.[3] ?? 0);
  return new Map(
    [...known].filter(
      ([, { traceId, rowCount, expiresAt }]) =>
        counts.get(traceId) === String(rowCount) && (expiresAt === undefined || now < expiresAt),
    ),
  );
}

function toProof(extent: TraceExtent | undefined): ServiceProof | undefined {
  if (
    extent === undefined ||
    extent.hasVersions ||
    extent.hasExpired ||
    extent.deletedBefore > 0n
  ) {
    return undefined;
  }
  const { trace_id: traceId, rowCount, expiresAt } = extent;
  return { traceId, rowCount, expiresAt };
}

/**
 * Selects the services, and one more than the limit to show that there are more. The same statement counts the rows of
 * traces that proved services earlier: planning takes most of a statement's time, so a second statement would cost
 * more.
 */
function selectWitnesses(
  { project_id, limit }: WantedServices,
  known: ReadonlyMap<string, ServiceProof>,
): Statement {
  const project = bind('UUID', project_id);
  const traceIds = [...new Set([...known.values()].map(({ traceId }) => traceId))];
  const counted =
    traceIds.length === 0
      ? ''
      : `UNION ALL SELECT 'trace', lower(hex(trace_id)), toString(sum(row_count)), '' FROM trace_index
         WHERE project_id = ${project} AND ${isOneOf('trace_id', traceIds)} GROUP BY trace_id`;
  return sql`
    SELECT 'service', service_name, lower(hex(argMaxMerge(last_trace))), toString(toUnixTimestamp64Nano(now64(9)))
    FROM services WHERE project_id = ${project}
    AND (retention_days = 0 OR last_received_at > now64(9) - toIntervalDay(retention_days))
    GROUP BY service_name LIMIT ${bind('UInt64', limit + 1)}
    ${counted} ${plainLookUp} FORMAT JSONCompactEachRow
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
    limit: limit + 1, // one more, because an empty name and a missing name are different groups
    facets: [],
  });
  const names = rows.map(({ group: [json = 'null'] }): string => JSON.parse(json) ?? '');
  return [...new Set(names)].slice(0, limit);
}
