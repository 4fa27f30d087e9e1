import type { OutlineLine } from '@spanhouse/span-schema/api';
import type { Repeats } from '@spanhouse/trace-insight/fold-repeats';
import { numberAt } from '@spanhouse/trace-insight/timed-tree';

/**
 * All spans of a trace without their payloads, stored as one array per member. Spans are in tree order: a span comes
 * directly before its descendants, and siblings are sorted by start and span id.
 */
export interface Outline {
  readonly traceId: string;
  readonly count: number;
  /**
   * Number of spans that the store has for the trace. It exceeds `count` while the trace is loading, or if the trace is
   * too large.
   */
  readonly stored: number;
  /** True if only some of the spans have been loaded so far. */
  readonly isPartial: boolean;
  /** Version of the trace, which is sent in the header `if-none-match`. */
  readonly etag?: string | undefined;
  /** Time at which the first span starts, in ns since 1970. */
  readonly base: bigint;
  /** Span ids as numbers. Use `spanIdAt` to format them. */
  readonly ids: BigUint64Array;
  /** Position of each span's parent; -1 at the top level. */
  readonly parent: Int32Array;
  /** Start of each span, in ns after `base`. */
  readonly start: Float64Array;
  /** Duration of each span in ns. */
  readonly duration: Float64Array;
  /** Time at which the last span ends, in ns after `base`. */
  readonly length: number;
  /** Self time of each span in ns. */
  readonly self: Float64Array;
  /** Indexes of each span's strings in `texts`; -1 for an absent string. */
  readonly name: Int32Array;
  readonly service: Int32Array;
  readonly type: Int32Array;
  readonly model: Int32Array;
  /** OTLP status codes; 2 is an error. */
  readonly status: Uint8Array;
  /** Relation of each span to the first failure below its root; see `failureMarks`. */
  readonly marks: Uint8Array;
  /** The rows of the waterfall if all spans are shown. */
  readonly rows: RowTree;
  /** Number of failed spans. */
  readonly failed: number;
  readonly flags: Uint8Array;
  /** Size in bytes of each span's attributes as JSON. */
  readonly bytes: Float64Array;
  /**
   * Token count, cost and number of errors for each span. Members whose name ends in `All` include the span's
   * descendants.
   */
  readonly tokens: Float64Array;
  readonly tokensAll: Float64Array;
  readonly costs: Float64Array;
  readonly costsAll: Float64Array;
  readonly errorsAll: Float64Array;
  readonly texts: readonly string[];
  /** Ids of the parents that are not stored, keyed by the position of the child span. */
  readonly orphans: ReadonlyMap<number, string>;
  /** Parent ids of the spans in a cycle, keyed by span position. */
  readonly cycles: ReadonlyMap<number, string>;
  readonly totals: OutlineTotals;
}

/** Totals of a trace, which the API returns with the outline. */
export type OutlineTotals = Extract<OutlineLine, { readonly end: true }>['totals'];

/** OTLP status code of a failed span. */
export const STATUS_ERROR = 2;

/** Maximum number of spans to show. Any further spans of a trace are omitted. */
export const MAX_SPANS = 500_000;

type Ids = Pick<Outline, 'ids'>;

const HEX = 16;
const ID_DIGITS = 16;

/** Returns the id of the span at a position, or undefined if the position is beyond the last span. */
export function spanIdAt({ ids }: Ids, at: number): string | undefined {
  return ids[at]?.toString(HEX).padStart(ID_DIGITS, '0');
}

/** Returns the position of a span, or -1 if it is not in the trace. */
export function indexOfSpan({ ids }: Ids, id: string): number {
  const number = readSpanId(id);
  return number === undefined ? -1 : ids.indexOf(number);
}

/** Returns the positions of spans in ascending order. Ids that are not in the trace are skipped. */
export function indexesOfSpans({ ids }: Ids, wanted: Iterable<string>): readonly number[] {
  const numbers = new Set([...wanted].map(readSpanId));
  return numbers.size === 0 ? [] : [...ids.keys()].filter((at) => numbers.has(ids[at]));
}

/** Parses a span id of 16 hexadecimal digits. Returns undefined for any other string. */
export function readSpanId(id: string): bigint | undefined {
  return /^[0-9a-f]{16}$/.test(id) ? BigInt(`0x${id}`) : undefined;
}

/** Shape of the span tree: the level of each span, the end of its subtree, and its index among its siblings. */
export interface TreeShape {
  /** Depth of each span; 0 at the top level. */
  readonly level: Int32Array;
  /** Position of the first span after each span's descendants. */
  readonly end: Int32Array;
  /** Index of each span among its siblings, starting at 1. `siblings` is the number of siblings. */
  readonly position: Int32Array;
  readonly siblings: Int32Array;
}

/**
 * Rows of a waterfall, stored as one array per member. A row comes directly before its descendants. Most rows show a
 * span. An additional row represents a run of more than 20 consecutive siblings with the same name, or a parent that is
 * not stored.
 */
export interface RowTree {
  readonly count: number;
  readonly kind: Uint8Array;
  /**
   * Position of the span that the row shows. If the row shows no span, it is the position of the first span below the
   * row.
   */
  readonly span: Int32Array;
  /** Index of the parent row; -1 at the top level. */
  readonly parent: Int32Array;
  readonly shape: TreeShape;
  /** Number of rows that show a span. */
  readonly spans: number;
  /** Row of each span; -1 if the span is hidden. */
  readonly rowOf: Int32Array;
  /** Groups of siblings with the same name, keyed by row. */
  readonly repeats: ReadonlyMap<number, Repeats>;
}

/** Computes the shape of a tree in two passes over its spans. */
export function shapeOf({ count, parent }: Pick<Outline, 'count' | 'parent'>): TreeShape {
  const level = new Int32Array(count);
  const position = new Int32Array(count);
  // Number of children of each span. Index 0 counts the top-level spans.
  const children = new Int32Array(count + 1);
  for (let at = 0; at < count; at++) {
    const above = numberAt(parent, at);
    level[at] = above < 0 ? 0 : numberAt(level, above) + 1;
    const number = numberAt(children, above + 1) + 1;
    children[above + 1] = number;
    position[at] = number;
  }
  const siblings = parent.map((above) => numberAt(children, above + 1));
  return { level, end: endsOf(parent), position, siblings };
}

function endsOf(parent: Int32Array): Int32Array {
  const end = parent.map((_, at) => at + 1);
  for (let at = parent.length - 1; at >= 0; at--) {
    const above = numberAt(parent, at);
    if (above >= 0) {
      end[above] = Math.max(numberAt(end, above), numberAt(end, at));
    }
  }
  return end;
}

/** Returns the positions of all rows that have no folded ancestor, in order. */
export function visibleRows(
  { end }: Pick<TreeShape, 'end'>,
  folded: ReadonlySet<number>,
): Int32Array {
  const rows = new Int32Array(end.length);
  let count = 0;
  for (let at = 0; at < end.length; ) {
    rows[count] = at;
    count += 1;
    at = folded.has(at) ? (end[at] ?? at + 1) : at + 1;
  }
  return rows.subarray(0, count);
}
