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
 * Maximum number of ids. With more ids, the time range rarely excludes more rows than the bloom filter of trace ids.
 */
const MAX_IDS = 1000;

/**
 * Narrows the time range of a selection to the traces whose ids its filter requires. Resolves with the unchanged
 * selection if the filter requires no ids, and with undefined if none of the traces is stored.
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

/** Limits the starts of a selection to a time range with inclusive ends. */
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
        // The latest possible time needs no bound.
        newest: to < MAX_TIME_NS ? earlier(newest ?? to + 1n, to + 1n) : newest,
      };
}

/** Returns the trace ids that the filter requires. One operand of an `and` is enough to require an id. */
function tracesOf(filter: FilterExpression | undefined): readonly string[] | undefined {
  if (filter?.kind === 'and') {
    return filter.operands.map(tracesOf).find((ids) => ids !== undefined);
  }
  return filter?.kind === 'equals_any' && filter.field === 'trace_id' ? filter.values : undefined;
}

/**
 * Time below which narrowing is useless: if the spans of other traces cover at most this time, their exclusion costs
 * more than it saves.
 */
const SLACK_NS = 600_000_000_000n;
const MAX_KNOWN = 1000;

type BoundedSelection = SpanSelection & { readonly extent: ExtentBounds };

/** Reads the time range of the spans of traces with certain extents, and caches the result for the pages of a walk. */
export class ExtentReaches {
  readonly #known = new LRUCache<string, { readonly range: TimeRange | undefined }>({
    max: MAX_KNOWN,
  });

  /**
   * Resolves with undefined if no trace has such an extent. A search for the traces of a range is followed by a search
   * for traces that start before the range and extend into it, so the statement reads both time ranges.
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

/** Returns the key of the cache. A snapshot makes the result immutable. */
function keyOf({ project_id, oldest, extent, snapshot }: BoundedSelection): string {
  return [project_id, oldest, extent.startsUntil, extent.endsFrom, ...snapshot].join(' ');
}

function toRange(row: readonly string[]): TimeRange | undefined {
  const [count = 0n, from = 0n, to = 0n] = row.map(BigInt);
  return count === 0n ? undefined : { from, to };
}

/**
 * Narrows the time range of a selection to the traces with an allowed extent. Drops the extent condition if hardly any
 * other trace has spans in this range. Resolves with undefined if no trace has such an extent.
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
  // If a span starts between the bounds, its trace starts early enough and ends late enough.
  const { startsUntil, endsFrom } = extent;
  const isOfWanted =
    endsFrom === undefined || (rest.oldest !== undefined && rest.oldest >= endsFrom);
  const unwantedFrom = isOfWanted ? startsUntil : reach.from;
  const narrowed = narrowTo(reach.to - unwantedFrom <= SLACK_NS ? rest : selection, reach);
  return { ...narrowed, traceRange: reach };
}

/**
 * Selects the number of traces of the index whose extent is within bounds, with the first and last start of their
 * spans. Selects the same values for traces that start before `endsFrom`.
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
