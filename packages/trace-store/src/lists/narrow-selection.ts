import { type FilterExpression, MAX_TIME_NS } from '@spanhouse/span-schema';
import { LRUCache } from 'lru-cache';
import { type RunStatement, tableRows } from '../connection/run-statement.js';
import { bind, type Statement, sql } from '../connection/statement.js';
import { earlier, firstStart, lastStart, later, type TimeRange } from '../selection/time-ranges.js';
import { tracesWithin } from '../selection/trace-conditions.js';
import type { ExtentBounds } from '../span-hint.js';
import type { SpanSelection } from '../trace-reader.js';
import { readExtents } from '../traces/trace-extents.js';

/**
 * Maximum number of ids for which the time range is narrowed. With more ids, the time range excludes hardly any rows
 * that the bloom filter of trace ids does not already exclude.
 */
const MAX_IDS = 1000;

/**
 * Narrows the time range of a selection if its filter requires certain trace ids. Resolves with the unchanged selection
 * if the filter requires no ids, and with undefined if none of these traces is stored.
 */
export async function narrowToTraces(
  run: RunStatement,
  selection: SpanSelection,
): Promise<SpanSelection | undefined> {
  const traceIds = tracesOf(selection.filter);
  if (traceIds === undefined || traceIds.length > MAX_IDS) {
    return selection;
  }
  const extents = [...(await readExtents(run, selection.project_id, traceIds)).values()];
  const [first] = extents;
  if (first === undefined) {
    return undefined;
  }
  return narrowTo(selection, {
    from: extents.reduce((time, { from }) => earlier(time, from), first.from),
    to: extents.reduce((time, { to }) => later(time, to), first.to),
  });
}

/** Limits the start times of a selection to a time range. Both ends are inclusive. */
function narrowTo(selection: SpanSelection, { from, to }: TimeRange): SpanSelection {
  const { order, oldest, newest } = selection;
  return order === 'ascending'
    ? {
        ...selection,
        oldest: later(oldest ?? from - 1n, from - 1n),
        newest: earlier(newest ?? to, to),
      }
    : {
        ...selection,
        oldest: later(oldest ?? from, from),
        // No bound is needed at the latest possible time.
        newest: to < MAX_TIME_NS ? earlier(newest ?? to + 1n, to + 1n) : newest,
      };
}

/**
 * Returns the trace ids to which the filter restricts the result. For an `and`, these are the ids from the first
 * operand that restricts them.
 */
function tracesOf(filter: FilterExpression | undefined): readonly string[] | undefined {
  if (filter?.kind === 'and') {
    return filter.operands.map(tracesOf).find((ids) => ids !== undefined);
  }
  return filter?.kind === 'equals_any' && filter.field === 'trace_id' ? filter.values : undefined;
}

/**
 * Maximum length of a time range for which the extent condition is dropped. If all spans of other traces start within
 * such a range, excluding them costs more than reading them.
 */
const SLACK_NS = 600_000_000_000n;
const MAX_KNOWN = 1000;

type BoundedSelection = SpanSelection & { readonly extent: ExtentBounds };

/** Reads and caches the time range of the traces with an allowed extent. The pages of a walk share the result. */
export class ExtentReaches {
  readonly #known = new LRUCache<string, { readonly range: TimeRange | undefined }>({
    max: MAX_KNOWN,
  });

  /**
   * Resolves with the time range of the traces with an allowed extent, or with undefined if there are no such traces.
   * After a search for the traces in a time range, the caller searches for traces that start earlier and extend into
   * the range. One statement therefore reads the results for both searches.
   */
  async reachOf(run: RunStatement, selection: BoundedSelection): Promise<TimeRange | undefined> {
    const { extent, snapshot } = selection;
    const known = snapshot.length === 0 ? undefined : this.#known.get(keyOf(selection));
    if (known !== undefined) {
      return known.range;
    }
    const [row = []] = tableRows(await run(selectStarts(selection)));
    const [range, reaching] = [row.slice(0, 3), row.slice(3)].map(toRange);
    const { startsUntil, endsFrom } = extent;
    if (endsFrom !== undefined && startsUntil >= endsFrom - 1n) {
      const before = { startsUntil: endsFrom - 1n, endsFrom };
      const key = keyOf({ ...selection, oldest: undefined, extent: before });
      this.#known.set(key, { range: reaching });
    }
    this.#known.set(keyOf(selection), { range });
    return range;
  }
}

/** Returns the cache key. Results are cached only for reads with a snapshot, because such results never change. */
function keyOf({ project_id, oldest, extent, snapshot }: BoundedSelection): string {
  return [project_id, oldest, extent.startsUntil, extent.endsFrom, ...snapshot].join(' ');
}

function toRange(row: readonly string[]): TimeRange | undefined {
  const [count = 0n, from = 0n, to = 0n] = row.map(BigInt);
  return count === 0n ? undefined : { from, to };
}

/**
 * Narrows a selection's time range to the range of the traces with an allowed extent. The extent condition is dropped
 * if hardly any other trace has spans in this range. Resolves with undefined if no trace has an allowed extent.
 */
export async function narrowToExtents(
  run: RunStatement,
  selection: SpanSelection,
  reaches: ExtentReaches,
): Promise<SpanSelection | undefined> {
  const { extent, ...rest } = selection;
  if (extent === undefined) {
    return selection;
  }
  const reach = await reaches.reachOf(run, { ...rest, extent });
  if (reach === undefined) {
    return undefined;
  }
  // If all selected spans start at or after `endsFrom`, their traces end late enough. Only traces that start after
  // `startsUntil` are then unwanted.
  const { startsUntil, endsFrom } = extent;
  const isOfWanted =
    endsFrom === undefined || (rest.oldest !== undefined && rest.oldest >= endsFrom);
  const unwantedFrom = isOfWanted ? startsUntil : reach.from;
  const narrowed = narrowTo(reach.to - unwantedFrom <= SLACK_NS ? rest : selection, reach);
  return { ...narrowed, traceRange: reach };
}

/**
 * Selects the number of traces whose extent is within the bounds, and the first and last start of their spans. Also
 * selects the same values for only those traces that start before `endsFrom`.
 */
function selectStarts({
  project_id,
  oldest,
  extent,
}: Pick<SpanSelection, 'project_id' | 'oldest'> & { readonly extent: ExtentBounds }): Statement {
  const { endsFrom } = extent;
  const conditions = [
    oldest === undefined ? 'true' : `last >= ${bind('Int64', oldest)}`,
    endsFrom === undefined ? 'false' : `first < ${bind('Int64', endsFrom)}`,
  ];
  const sums = conditions.map((is) => `countIf(${is}), minIf(first, ${is}), maxIf(last, ${is})`);
  const traces = tracesWithin(extent, { project_id, oldest: undefined });
  return sql`
    SELECT ${sums.join(', ')}
    FROM (SELECT ${firstStart()} AS first, ${lastStart()} AS last ${traces})
    SETTINGS optimize_aggregation_in_order = 1 FORMAT TabSeparated
  `;
}
