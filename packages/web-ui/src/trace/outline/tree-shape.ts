import type { Repeats } from '@spanhouse/trace-insight/fold-repeats';

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
