import { type FilterExpression, MAX_TIME_NS } from '@spanhouse/span-schema';
import type { RunStatement } from '../connection/run-statement.js';
import { earlier, later, type TimeRange } from '../selection/time-ranges.js';
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
export function narrowTo(selection: SpanSelection, { from, to }: TimeRange): SpanSelection {
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
