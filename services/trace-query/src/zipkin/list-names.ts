import { HttpProblem } from '@spanhouse/api-kit';
import { noService } from '@spanhouse/span-dialects/spans';
import { remoteServiceOf } from '@spanhouse/span-dialects/zipkin';
import { compareCodePoints, type FilterExpression, type JsonValue } from '@spanhouse/span-schema';
import type { AggregateField, TraceAnalytics } from '@spanhouse/trace-store/reader';
import { parseStoredJson } from '../span-json/parse-stored-json.js';

/** Where names are read. */
export interface NameStore {
  readonly analytics: TraceAnalytics;
  readonly project_id: string;
  readonly snapshot: readonly bigint[];
  readonly signal: AbortSignal;
}

/** The most different combinations of fields from which names are made. */
const MAX_GROUPS = 10_000;

const service: AggregateField = { field: 'service_name' };

/** Lists the services that recorded spans. */
export async function listServices(store: NameStore): Promise<readonly string[]> {
  const groups = await listGroups([service], undefined, store);
  return distinct(groups.map(([name]) => serviceIn(name)));
}

/** Lists the names of the spans of a service. */
export async function listSpanNames(
  wanted: { readonly name: string; readonly filter: FilterExpression | undefined },
  store: NameStore,
): Promise<readonly string[]> {
  const groups = await listGroups([service, { field: 'span_name' }], wanted.filter, store);
  return distinct(
    groups.flatMap(([name, spanName]) =>
      serviceIn(name) === wanted.name ? [String(spanName)] : [],
    ),
  );
}

/** Lists the services that the spans of a service name as the other side. */
export async function listRemoteServices(
  wanted: { readonly name: string; readonly filter: FilterExpression | undefined },
  store: NameStore,
): Promise<readonly string[]> {
  const { keys, nameIn } = remoteServiceOf;
  const attributes = keys.map((key) => ({ field: 'attributes', key }) as const);
  const groups = await listGroups(
    [service, { field: 'span_kind' }, ...attributes],
    wanted.filter,
    store,
  );
  return distinct(
    groups.flatMap(([name, kind, ...values]) =>
      serviceIn(name) === wanted.name ? (nameIn(String(kind), values) ?? []) : [],
    ),
  );
}

async function listGroups(
  groupBy: readonly AggregateField[],
  filter: FilterExpression | undefined,
  { analytics, project_id, snapshot, signal }: NameStore,
): Promise<readonly (readonly JsonValue[])[]> {
  const everything = { oldest: undefined, newest: undefined, ratePercent: undefined };
  const { rows, others } = await analytics.aggregateSpans(
    {
      selection: { project_id, snapshot, filter, order: 'descending', ...everything },
      focus: 'span',
      time: undefined,
      value: undefined,
      groupBy,
      measures: [],
      limit: MAX_GROUPS,
      facets: [],
    },
    signal,
  );
  if (others.groups > 0) {
    throw new HttpProblem(422, { detail: `The spans have more than ${MAX_GROUPS} names.` });
  }
  return rows.map(({ group }) => group.map((json) => parseStoredJson(json)));
}

function serviceIn(name: JsonValue | undefined): string {
  return (typeof name === 'string' && name !== '' ? name : noService).toLowerCase();
}

function distinct(names: readonly string[]): readonly string[] {
  const lower = names.map((name) => name.toLowerCase()).filter((name) => name !== '');
  return [...new Set(lower)].sort(compareCodePoints);
}
