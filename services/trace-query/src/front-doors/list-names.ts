import { HttpProblem } from '@spanhouse/api-kit';
import { serviceNamed } from '@spanhouse/span-dialects/spans';
import { compareCodePoints, type FilterExpression, type JsonValue } from '@spanhouse/span-schema';
import type { AggregateField, TraceAnalytics } from '@spanhouse/trace-store/reader';
import { parseStoredJson } from '../span-json/parse-stored-json.js';
import { type OpenStore, selectWindow } from './walk-traces.js';

/** Maximum number of distinct combinations of values. */
const MAX_GROUPS = 10_000;
const always = { oldest: undefined, newest: undefined };

/** Lists the names of all services that have recorded spans, in their original spelling. */
export async function listServiceNames(store: OpenStore): Promise<readonly string[]> {
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
  store: OpenStore,
): Promise<readonly (readonly JsonValue[])[]> {
  const selection = selectWindow(always, store, { filter, limit: MAX_GROUPS });
  const { rows, others } = await groupSpans(groupBy, selection, store);
  if (others.groups > 0) {
    throw tooMany();
  }
  return rows.map(({ group }) => group.map((json) => parseStoredJson(json)));
}

/** Groups spans by the values of fields. The selection's `limit` is the maximum number of groups. */
export function groupSpans(
  groupBy: readonly AggregateField[],
  { limit, ...selection }: ReturnType<typeof selectWindow>,
  { analytics, signal }: Pick<OpenStore, 'analytics' | 'signal'>,
): ReturnType<TraceAnalytics['aggregateSpans']> {
  const all = { time: undefined, value: undefined, measures: [], facets: [] };
  return analytics.aggregateSpans({ selection, focus: 'span', groupBy, limit, ...all }, signal);
}

function tooMany(): HttpProblem {
  return new HttpProblem(422, { detail: `The spans have more than ${MAX_GROUPS} names.` });
}

/** Returns each name once, sorted. */
export function distinctNames(names: readonly string[]): readonly string[] {
  return [...new Set(names)].sort(compareCodePoints);
}

/** Maximum number of different names in memory. */
const MAX_COUNTED = 1_000_000;

/** Counts the spans of each name. */
export class NameCounts {
  readonly #counts = new Map<string, number>();

  /** Adds `count` to the number of spans with a name. */
  add(name: string, count = 1): void {
    const known = this.#counts.get(name) ?? 0;
    if (known === 0) {
      this.#refuseTooMany();
    }
    this.#counts.set(name, known + count);
  }

  has(name: string): boolean {
    return this.#counts.has(name);
  }

  /** Returns the `limit` most frequent names, sorted by name. */
  list(limit: number): readonly string[] {
    return [...this.#counts]
      .sort(([left, more], [right, less]) => less - more || compareCodePoints(left, right))
      .slice(0, limit)
      .map(([name]) => name)
      .sort(compareCodePoints);
  }

  #refuseTooMany(): void {
    if (this.#counts.size >= MAX_COUNTED) {
      const detail = `there are more than ${MAX_COUNTED} different ones; narrow start, end or q`;
      throw new HttpProblem(422, { detail });
    }
  }
}
