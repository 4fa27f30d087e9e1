import { HttpProblem } from '@spanhouse/api-kit';
import { serviceNamed } from '@spanhouse/span-dialects/spans';
import { compareCodePoints, type FilterExpression, type JsonValue } from '@spanhouse/span-schema';
import type { AggregateField, TraceAnalytics } from '@spanhouse/trace-store/reader';
import { parseStoredJson } from '../span-json/parse-stored-json.js';

/** The analytics that names are read from. */
export interface NameStore {
  readonly analytics: TraceAnalytics;
  readonly project_id: string;
  readonly snapshot: readonly bigint[];
  readonly signal: AbortSignal;
}

/** Maximum number of combinations of values. */
const MAX_GROUPS = 10_000;

/** Lists the services that recorded spans, in their original spelling. */
export async function listServiceNames(store: NameStore): Promise<readonly string[]> {
  const { analytics, project_id, signal } = store;
  const names = await analytics.listServices({ project_id, limit: MAX_GROUPS + 1 }, signal);
  if (names.length > MAX_GROUPS) {
    throw tooMany();
  }
  return distinctNames(names.map(serviceNamed));
}

/** Lists the distinct values of fields over all spans that match a filter. Throws a 422 if there are too many. */
export async function listGroups(
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
    throw tooMany();
  }
  return rows.map(({ group }) => group.map((json) => parseStoredJson(json)));
}

function tooMany(): HttpProblem {
  return new HttpProblem(422, { detail: `The spans have more than ${MAX_GROUPS} names.` });
}

/** Returns each name once, sorted. */
export function distinctNames(names: readonly string[]): readonly string[] {
  return [...new Set(names)].sort(compareCodePoints);
}
