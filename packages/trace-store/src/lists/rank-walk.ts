import { compareTracePositions, decodeKeys, type SpanKey } from '../selection/row-positions.js';
import type { SpanPosition, TracePosition } from '../trace-reader.js';
import { KeyWalk, selectKeys } from './key-walk.js';
import type { ListRead } from './project-reaches.js';
import { type RankedTrace, rankTraces, type TraceWalkStart } from './rank-traces.js';

const FIRST_CHUNK_ROWS = 128;
/**
 * Number of rows in the first chunk if not every row matches. It is enough for a page of twenty traces with up to
 * sixteen matching spans each. Reading more keys costs less than another statement.
 */
const FIRST_MATCHING_ROWS = 320;
const MAX_CHUNK_ROWS = 65_536;

/**
 * Streams the traces of a selection by rank. Rows are read in the order of the list.
 * - A trace is found at its first matching row, but its rank may be later in the list.
 * - It is yielded when the walk reaches its rank, because traces found later rank after it.
 * - Until then, it is held in memory.
 */
export async function* walkRanks(
  read: ListRead,
  start: TraceWalkStart,
): AsyncGenerator<readonly RankedTrace[]> {
  const { limit, filter, hint } = start.selection;
  const firstRows = (filter ?? hint) === undefined ? FIRST_CHUNK_ROWS : FIRST_MATCHING_ROWS;
  const inOrder = comparisonOf(start);
  let open: RankedTrace[] = [];
  const onSearched = (time: bigint) => {
    if (open.length === 0) {
      read.onSearched?.(time);
    }
  };
  const walk = new KeyWalk(
    { ...read, onSearched },
    {
      ...start,
      after: rowsAfter(start),
      select: selectKeys,
      decode: decodeKeys,
    },
  );
  const seen = new SeenTraces(start);
  for (
    let rows = Math.min(Math.max(firstRows, 2 * limit), MAX_CHUNK_ROWS);
    ;
    rows = Math.min(2 * rows, MAX_CHUNK_ROWS)
  ) {
    const { rows: keys, isLast } = await walk.next(rows);
    for (const { firstRows, end } of seen.portions(keys)) {
      const ranked = await rankTraces(read.run, start, firstRows);
      open.push(...ranked);
      open.sort(inOrder);
      const frontier = { rank: end.start_time, trace_id: end.trace_id };
      const final = open.filter((trace) => inOrder(trace, frontier) <= 0);
      open = open.slice(final.length);
      seen.forget(ranked, end.start_time);
      yield final;
    }
    if (isLast) {
      yield open;
      return;
    }
  }
}

type InOrder = (left: TracePosition, right: TracePosition) => number;

function comparisonOf({ selection }: TraceWalkStart): InOrder {
  return selection.order === 'ascending'
    ? compareTracePositions
    : (left, right) => compareTracePositions(right, left);
}

/** Consecutive keys from a chunk, in the order of the walk. */
interface KeyPortion {
  /** The first row of each trace that is new to the walk. */
  readonly firstRows: readonly SpanKey[];
  readonly end: SpanKey;
}

/** The traces that may have more rows in the rest of the walk. */
class SeenTraces {
  readonly #isAscending: boolean;
  /**
   * Maps each trace id to the start of the trace's last row in the order of the walk, or to undefined if the trace is
   * not ranked.
   */
  readonly #ends = new Map<string, bigint | undefined>();

  /** Maximum number of new traces in a portion. */
  #maxTraces: number;

  constructor({ selection }: TraceWalkStart) {
    this.#isAscending = selection.order === 'ascending';
    this.#maxTraces = selection.limit + 1;
  }

  /**
   * Divides keys into portions by the number of traces that are new to the walk. The first portion has as many new
   * traces as a page needs, because each new trace costs a look-up. Each further portion has twice as many new traces
   * as the previous one.
   */
  *portions(keys: readonly SpanKey[]): Generator<KeyPortion> {
    let firstRows: SpanKey[] = [];
    let end: SpanKey | undefined;
    for (const key of keys) {
      const isNew = !this.#ends.has(key.trace_id);
      if (isNew && end !== undefined && firstRows.length === this.#maxTraces) {
        yield { firstRows, end };
        this.#maxTraces *= 2;
        firstRows = [];
      }
      if (isNew) {
        this.#ends.set(key.trace_id, undefined);
        firstRows.push(key);
      }
      end = key;
    }
    if (end !== undefined) {
      yield { firstRows, end };
    }
  }

  /** Forgets the traces that have no row beyond `frontier`. */
  forget(ranked: readonly RankedTrace[], frontier: bigint): void {
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

/**
 * Returns the last possible position with the trace id of `after` and with its rank as the start time. The rows of
 * later traces follow this position.
 */
function rowsAfter({ after, selection }: TraceWalkStart): SpanPosition | undefined {
  const span_id = (selection.order === 'ascending' ? 'f' : '0').repeat(16);
  return after && { start_time: after.rank, trace_id: after.trace_id, span_id };
}
