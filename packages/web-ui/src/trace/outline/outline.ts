import type { OutlineLine } from '@spanhouse/span-schema/api';
import type { Repeats } from '@spanhouse/trace-insight/fold-repeats';

/**
 * All spans of a trace without their payloads, with one array per member. Spans are in tree order: every span directly
 * before its children, siblings sorted by start and span id.
 */
export interface Outline {
  readonly traceId: string;
  readonly count: number;
  /** Number of stored spans of the trace. It exceeds `count` while the trace is loading or if it is too large. */
  readonly stored: number;
  /** True while the trace is loading. */
  readonly isPartial: boolean;
  /** Version of the trace, for `if-none-match`. */
  readonly etag?: string | undefined;
  /** Earliest start of all spans, in ns since 1970. */
  readonly base: bigint;
  /** Span ids as numbers; `spanIdAt` formats them. */
  readonly ids: BigUint64Array;
  /** Position of the parent; -1 at the top level. */
  readonly parent: Int32Array;
  /** Start in ns after `base`. */
  readonly start: Float64Array;
  /** Duration in ns. */
  readonly duration: Float64Array;
  /** Latest end, in ns after `base`. */
  readonly length: number;
  /** Self time of each span in ns. */
  readonly self: Float64Array;
  /** Indexes in `texts`; -1 for absent values. */
  readonly name: Int32Array;
  readonly service: Int32Array;
  readonly type: Int32Array;
  readonly model: Int32Array;
  /** OTLP status codes; 2 is an error. */
  readonly status: Uint8Array;
  /** Relation of each span to a failure; see `failureMarks`. */
  readonly marks: Uint8Array;
  /** The rows of all spans. */
  readonly rows: RowTree;
  /** Number of failed spans. */
  readonly failed: number;
  readonly flags: Uint8Array;
  /** Size of the attributes as text. */
  readonly bytes: Float64Array;
  /** Totals of each span; the members that end in `All` include its descendants. */
  readonly tokens: Float64Array;
  readonly tokensAll: Float64Array;
  readonly costs: Float64Array;
  readonly costsAll: Float64Array;
  readonly errorsAll: Float64Array;
  readonly texts: readonly string[];
  /** Maps the position of each span whose parent is not stored to the id of that parent. */
  readonly orphans: ReadonlyMap<number, string>;
  /** Maps the position of each span on a cycle of parents to the id of its parent. */
  readonly cycles: ReadonlyMap<number, string>;
  readonly totals: OutlineTotals;
}

/** Totals of the trace, as its tree shows them. */
export type OutlineTotals = Extract<OutlineLine, { readonly end: true }>['totals'];

/** OTLP status code of a failed span. */
export const STATUS_ERROR = 2;

/** Maximum number of spans to show; further spans of a trace are left out. */
export const MAX_SPANS = 500_000;

type Ids = Pick<Outline, 'ids'>;

const HEX = 16;
const ID_DIGITS = 16;

/** Returns the id of the span at a position; undefined after the last span. */
export function spanIdAt({ ids }: Ids, at: number): string | undefined {
  return ids[at]?.toString(HEX).padStart(ID_DIGITS, '0');
}

/** Returns the position of a span; -1 if it is not in the trace. */
export function indexOfSpan({ ids }: Ids, id: string): number {
  const number = readSpanId(id);
  return number === undefined ? -1 : ids.indexOf(number);
}

/** Returns the positions of spans, ascending. Skips ids that are not in the trace. */
export function indexesOfSpans({ ids }: Ids, wanted: Iterable<string>): readonly number[] {
  const numbers = new Set([...wanted].map(readSpanId));
  const places: number[] = [];
  for (const [at, id] of numbers.size === 0 ? [] : ids.entries()) {
    if (numbers.has(id)) {
      places.push(at);
    }
  }
  return places;
}

/** Parses a span id of 16 hexadecimal digits; undefined for other texts. */
export function readSpanId(id: string): bigint | undefined {
  return /^[0-9a-f]{16}$/.test(id) ? BigInt(`0x${id}`) : undefined;
}

/** Positions of the spans of an outline in the tree. */
export interface TreeShape {
  /** Depth of each span; 0 at the top level. */
  readonly level: Int32Array;
  /** Position after the last descendant. */
  readonly end: Int32Array;
  /** Index among the siblings, starting at 1, and the number of siblings. */
  readonly place: Int32Array;
  readonly siblings: Int32Array;
}

/**
 * Rows of a waterfall, with one array per member. Every row comes directly before its descendants. In addition to
 * spans, there is a row for each run of more than 20 consecutive siblings with the same name, and for each parent that
 * is not stored.
 */
export interface RowTree {
  readonly count: number;
  readonly kind: Uint8Array;
  /** Position of the span; for other rows, the position of the first span below. */
  readonly span: Int32Array;
  /** Parent row; -1 at the top level. */
  readonly parent: Int32Array;
  readonly shape: TreeShape;
  /** Number of spans among the rows. */
  readonly spans: number;
  /** Row of each span; -1 for hidden spans. */
  readonly rowOf: Int32Array;
  /** Rows that group several siblings. */
  readonly repeats: ReadonlyMap<number, Repeats>;
}

interface ParentTree {
  readonly count: number;
  /** Position of the parent; -1 at the top level. */
  readonly parent: Int32Array;
}

/** Computes the shape of a tree in two passes over its spans. */
export function shapeOf({ count, parent }: ParentTree): TreeShape {
  const level = new Int32Array(count);
  const place = new Int32Array(count);
  // Children of each span, starting with the top level.
  const children = new Int32Array(count + 1);
  for (let at = 0; at < count; at++) {
    const above = valueAt(parent, at);
    level[at] = above < 0 ? 0 : valueAt(level, above) + 1;
    const number = valueAt(children, above + 1) + 1;
    children[above + 1] = number;
    place[at] = number;
  }
  const siblings = parent.map((above) => valueAt(children, above + 1));
  return { level, end: endsOf(parent), place, siblings };
}

function endsOf(parent: Int32Array): Int32Array {
  const end = parent.map((_, at) => at + 1);
  for (let at = parent.length - 1; at >= 0; at--) {
    const above = valueAt(parent, at);
    if (above >= 0) {
      end[above] = Math.max(valueAt(end, above), valueAt(end, at));
    }
  }
  return end;
}

function valueAt(numbers: Int32Array, at: number): number {
  return numbers[at] ?? 0;
}

/** Returns the positions that are not folded away, in order. */
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
