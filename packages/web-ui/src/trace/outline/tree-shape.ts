import type { Repeats } from '@spanhouse/trace-insight/fold-repeats';

/** Where the spans of an outline lie in the tree. */
export interface TreeShape {
  /** 0 at the top level. */
  readonly level: Int32Array;
  /** The position after the last descendant. */
  readonly end: Int32Array;
  /** The place among its siblings, from 1, and their number. */
  readonly place: Int32Array;
  readonly siblings: Int32Array;
}

/**
 * The rows of a waterfall, one array for each member, every row directly before those below it. Besides the
 * spans there is a row for more than 20 consecutive siblings of one name, and one for a parent that is not
 * stored.
 */
export interface RowTree {
  readonly count: number;
  readonly kind: Uint8Array;
  /** The position of the span; of the other rows, of the first span below. */
  readonly span: Int32Array;
  /** The row above; -1 at the top level. */
  readonly parent: Int32Array;
  readonly shape: TreeShape;
  /** The number of spans among the rows. */
  readonly spans: number;
  /** The row of each span; -1 for those that are left out. */
  readonly rowOf: Int32Array;
  /** The rows that stand for several siblings. */
  readonly repeats: ReadonlyMap<number, Repeats>;
}

interface ParentTree {
  readonly count: number;
  /** -1 at the top level. */
  readonly parent: Int32Array;
}

/** Computes the shape of a tree in two passes over its order. */
export function shapeOf({ count, parent }: ParentTree): TreeShape {
  const level = new Int32Array(count);
  const place = new Int32Array(count);
  // The children of each span, those of the top level first.
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
