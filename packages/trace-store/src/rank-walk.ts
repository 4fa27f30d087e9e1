import { KeyWalk } from './key-walk.js';
import { compareTracePositions } from './positions.js';
import { type RankedTrace, rankTraces, type TraceWalkStart } from './rank-traces.js';
import type { RunStatement } from './run-statement.js';
import { decodeKeys, type SpanKey } from './span-key.js';
import { selectKeys } from './statements.js';
import type { SpanPosition, TracePosition } from './trace-reader.js';

const FIRST_CHUNK_ROWS = 128;
const MAX_CHUNK_ROWS = 65_536;

/**
 * The traces of a selection in their order, in portions. Rows are walked in the order of the list; a
 * trace is known from its first row on, its rank may lie further on, and it is settled once the walk
 * has come as far: whatever is still unseen ranks beyond. Holds only traces around that frontier.
 */
export async function* walkRanks(
  run: RunStatement,
  start: TraceWalkStart,
): AsyncGenerator<readonly RankedTrace[]> {
  const { limit } = start.selection;
  const inOrder = comparisonOf(start);
  const walk = new KeyWalk(run, {
    ...start,
    after: rowsAfter(start),
    select: selectKeys,
    decode: decodeKeys,
  });
  const seen = new SeenTraces(start);
  let open: RankedTrace[] = [];
  for (
    let rows = Math.min(Math.max(FIRST_CHUNK_ROWS, 2 * limit), MAX_CHUNK_ROWS);
    ;
    rows = Math.min(2 * rows, MAX_CHUNK_ROWS)
  ) {
    const { rows: keys, isLast } = await walk.next(rows);
    const ranked = await rankTraces(run, start, seen.firstRows(keys));
    open.push(...ranked);
    open.sort(inOrder);
    const end = keys.at(-1);
    if (isLast || end === undefined) {
      yield open;
      return;
    }
    const frontier = { rank: end.start_time, trace_id: end.trace_id };
    const settled = open.filter((trace) => inOrder(trace, frontier) <= 0);
    open = open.slice(settled.length);
    seen.settle(ranked, end.start_time);
    yield settled;
  }
}

type InOrder = (left: TracePosition, right: TracePosition) => number;

function comparisonOf({ selection }: TraceWalkStart): InOrder {
  return selection.order === 'ascending'
    ? compareTracePositions
    : (left, right) => compareTracePositions(right, left);
}

/** The traces of which the walk may still meet rows. */
class SeenTraces {
  readonly #isAscending: boolean;
  /** By id: the start of the last row that the walk can meet; unknown for traces that are not listed. */
  readonly #ends = new Map<string, bigint | undefined>();

  constructor({ selection }: TraceWalkStart) {
    this.#isAscending = selection.order === 'ascending';
  }

  /** The first row of every trace that is new to the walk. */
  firstRows(keys: readonly SpanKey[]): readonly SpanKey[] {
    return keys.filter(({ trace_id }) => {
      const isNew = !this.#ends.has(trace_id);
      if (isNew) {
        this.#ends.set(trace_id, undefined);
      }
      return isNew;
    });
  }

  /** Forgets the traces that lie behind the frontier. */
  settle(ranked: readonly RankedTrace[], frontier: bigint): void {
    for (const { trace_id, extent } of ranked) {
      this.#ends.set(trace_id, this.#isAscending ? extent.to : extent.from);
    }
    for (const [trace_id, end] of this.#ends) {
      if (end !== undefined && (this.#isAscending ? end < frontier : end > frontier)) {
        this.#ends.delete(trace_id);
      }
    }
  }
}

/** Rows of the last trace at its own rank are behind the cursor, whatever their span ids. */
function rowsAfter({ after, selection }: TraceWalkStart): SpanPosition | undefined {
  const span_id = (selection.order === 'ascending' ? 'f' : '0').repeat(16);
  return after && { start_time: after.rank, trace_id: after.trace_id, span_id };
}
