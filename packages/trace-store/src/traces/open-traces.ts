import type { StoredSpan } from '@spanhouse/span-row';
import type { RunStatement } from '../connection/run-statement.js';
import { withinBytes } from '../connection/run-statement.js';
import type { WholeTrace } from '../trace-reader.js';
import type { TraceExtent } from './trace-extents.js';
import { openLargeTrace, readWholeTraces, type TraceSource } from './whole-traces.js';

/**
 * Maximum size of a group of traces. A group that exceeds it is divided. If a single trace exceeds it, its spans are
 * read on demand.
 */
const MAX_HELD_BYTES = 16 * 1024 * 1024;
/** Maximum number of rows in a group. More rows rarely fit into `MAX_HELD_BYTES`. */
const MAX_GROUP_ROWS = 10_000;

/** Opens traces in the given order, in portions. Traces without spans are omitted. */
export async function* openTraces(
  run: RunStatement,
  source: TraceSource,
  extents: readonly TraceExtent[],
): AsyncGenerator<readonly WholeTrace[]> {
  const pending = groupByRows(extents).reverse();
  for (let group = pending.pop(); group !== undefined; group = pending.pop()) {
    const traces = await openGroup(run, source, group);
    if (traces === undefined) {
      const middle = Math.ceil(group.length / 2);
      pending.push(group.slice(middle), group.slice(0, middle));
    } else if (traces.length > 0) {
      yield traces;
    }
  }
}

/** Opens a group of traces. Resolves with undefined if the group must be divided. */
async function openGroup(run: RunStatement, source: TraceSource, group: readonly TraceExtent[]) {
  const [first] = group;
  const isLarge = group.length === 1 && (first?.rowCount ?? 0) > MAX_GROUP_ROWS;
  const wanted = { ...source, extents: group, span_ids: undefined };
  const spans = isLarge
    ? undefined
    : await withinBytes(MAX_HELD_BYTES, run, (bounded) => readWholeTraces(bounded, wanted));
  if (spans !== undefined) {
    const spansOf = Map.groupBy(spans, ({ trace_id }) => trace_id);
    return group.flatMap(({ trace_id }) => {
      const held = spansOf.get(trace_id);
      return held === undefined ? [] : [heldTrace(trace_id, held)];
    });
  }
  if (first === undefined || group.length > 1) {
    return undefined;
  }
  const large = await openLargeTrace(run, source, first);
  return large === undefined ? [] : [large];
}

function heldTrace(trace_id: string, held: readonly StoredSpan[]): WholeTrace {
  return {
    trace_id,
    nodes: held,
    held,
    read: (positions) => [positions.flatMap((position) => held[position] ?? [])],
  };
}

/**
 * Groups traces so that the rows of each group fit into memory. A trace with too many rows becomes a separate group.
 */
export function groupByRows<Trace extends Pick<TraceExtent, 'rowCount'>>(
  extents: readonly Trace[],
): (readonly Trace[])[] {
  const groups: Trace[][] = [];
  let rows = 0;
  for (const extent of extents) {
    const group = groups.at(-1);
    rows += extent.rowCount;
    if (group === undefined || rows > MAX_GROUP_ROWS) {
      groups.push([extent]);
      rows = extent.rowCount;
    } else {
      group.push(extent);
    }
  }
  return groups;
}
