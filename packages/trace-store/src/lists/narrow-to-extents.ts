import { LRUCache } from 'lru-cache';
import { tableRows } from '../connection/answer-rows.js';
import type { RunStatement } from '../connection/run-statement.js';
import { type Statement, StatementParameters } from '../connection/statement.js';
import { firstStart, lastStart } from '../selection/index-times.js';
import type { TimeRange } from '../selection/time-ranges.js';
import { tracesWithin } from '../selection/trace-conditions.js';
import type { ExtentBounds } from '../span-hint.js';
import type { SpanSelection } from '../trace-reader.js';
import { narrowTo } from './narrow-to-traces.js';

/** Where other traces have spans for no longer than this, telling the traces apart costs more than it saves. */
const SLACK_NS = 600_000_000_000n;
const MAX_KNOWN = 1000;

type BoundedSelection = SpanSelection & { readonly extent: ExtentBounds };

/** Reads where the spans of traces with certain extents start, and remembers it for the pages of a walk. */
export class ExtentReaches {
  readonly #known = new LRUCache<string, { readonly range: TimeRange | undefined }>({
    max: MAX_KNOWN,
  });

  /**
   * Resolves with undefined if no trace has such an extent. A search for the traces of a range asks for those that
   * start before it and reach it next, so the statement tells them as well.
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

/** What a snapshot shows does not change. */
function keyOf({ project_id, oldest, extent, snapshot }: BoundedSelection): string {
  return [project_id, oldest, extent.startsUntil, extent.endsFrom, ...snapshot].join(' ');
}

function toRange(row: readonly string[]): TimeRange | undefined {
  const [count = 0n, from = 0n, to = 0n] = row.map(BigInt);
  return count === 0n ? undefined : { from, to };
}

/**
 * Narrows the time range of a selection to the traces whose extents it allows, and drops the condition on extents where
 * hardly any other trace has spans in that range. Resolves with undefined if no trace has such an extent.
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
  // A span that starts between the bounds belongs to a trace that starts in time, and does not end before it.
  const { startsUntil, endsFrom } = extent;
  const isOfWanted =
    endsFrom === undefined || (rest.oldest !== undefined && rest.oldest >= endsFrom);
  const unwantedFrom = isOfWanted ? startsUntil : reach.from;
  const narrowed = narrowTo(reach.to - unwantedFrom <= SLACK_NS ? rest : selection, reach);
  return { ...narrowed, traceRange: reach };
}

/**
 * Selects how many traces of the index have an extent within bounds, and the first and the last start of their spans,
 * then the same of those that start before `endsFrom`.
 */
function selectStarts({
  project_id,
  oldest,
  extent,
}: Pick<SpanSelection, 'project_id' | 'oldest'> & { readonly extent: ExtentBounds }): Statement {
  const parameters = new StatementParameters();
  const { endsFrom } = extent;
  const conditions = [
    oldest === undefined ? 'true' : `last >= ${parameters.bind('Int64', oldest)}`,
    endsFrom === undefined ? 'false' : `first < ${parameters.bind('Int64', endsFrom)}`,
  ];
  const sums = conditions.map((is) => `countIf(${is}), minIf(first, ${is}), maxIf(last, ${is})`);
  const traces = tracesWithin(extent, { project_id, oldest: undefined }, parameters);
  return parameters.statement`
    SELECT ${sums.join(', ')}
    FROM (SELECT ${firstStart()} AS first, ${lastStart()} AS last ${traces})
    SETTINGS optimize_aggregation_in_order = 1 FORMAT TabSeparated
  `;
}
