import { foldRepeats, type Repeats } from '@spanhouse/trace-insight/fold-repeats';
import { type Outline, type RowTree, shapeOf } from './outline.js';

/** Numbers that represent the kinds of rows in a tree. */
export const rowKinds = { span: 0, repeats: 1, missing: 2 } as const;

type TreeColumns = Pick<Outline, 'count' | 'parent' | 'name' | 'duration' | 'orphans'>;

/** Returns the rows if all spans are shown. */
export function wholeTree(outline: TreeColumns): RowTree {
  return rowTree(outline, new Uint8Array(outline.count).fill(1));
}

/**
 * Returns the rows of the spans for which `isShown` is 1. Children of a hidden span move to its nearest shown ancestor.
 */
export function rowTree(outline: TreeColumns, isShown: Uint8Array): RowTree {
  const { orphans, name, duration } = outline;
  const { span, parent } = shownSpans(outline, isShown);
  const groups = foldRepeats({
    parent,
    name: span.map((at) => name[at] ?? -1),
    duration: Float64Array.from(span, (at) => duration[at] ?? 0),
  });
  const groupOf = groupsByMember(groups, span.length);
  const groupRows = new Map<number, number>();
  const rowOf = new Int32Array(outline.count).fill(-1);
  const rows = new Rows(span.length + groups.length + Math.min(span.length, orphans.size));
  let missing: { readonly id: string; readonly row: number } | undefined;
  const missingRow = (at: number) => {
    const id = orphans.get(at);
    if (missing?.id !== id) {
      missing = id === undefined ? id : { id, row: rows.add(rowKinds.missing, at, -1) };
    }
    return missing?.row ?? -1;
  };
  for (let number = 0; number < span.length; number++) {
    const at = span[number] ?? 0;
    const above = parent[number] ?? -1;
    let row = above < 0 ? missingRow(at) : (rowOf[span[above] ?? -1] ?? -1);
    const group = groupOf[number] ?? -1;
    if (group >= 0) {
      row = groupRows.get(group) ?? rows.add(rowKinds.repeats, at, row);
      groupRows.set(group, row);
    }
    rowOf[at] = rows.add(rowKinds.span, at, row);
  }
  const repeats = [...groupRows].map(([group, row]): [number, Repeats] => {
    const found = groups[group] as Repeats;
    return [row, { ...found, spans: found.spans.map((member) => span[member] ?? 0) }];
  });
  return { ...rows.finish(), spans: span.length, rowOf, repeats: new Map(repeats) };
}

/** Returns the list of shown spans in order. Each span has the index of its parent in this list. */
function shownSpans({ count, parent }: TreeColumns, isShown: Uint8Array) {
  const span = new Int32Array(count);
  const shownParent = new Int32Array(count);
  // Index of each span in the list of shown spans. For a hidden span, this is the index of the nearest shown ancestor.
  const shownIndex = new Int32Array(count);
  let shown = 0;
  for (let at = 0; at < count; at++) {
    const above = parent[at] ?? -1;
    const indexAbove = above < 0 ? -1 : (shownIndex[above] ?? -1);
    shownIndex[at] = indexAbove;
    if (isShown[at] === 1) {
      span[shown] = at;
      shownParent[shown] = indexAbove;
      shownIndex[at] = shown;
      shown += 1;
    }
  }
  return { span: span.slice(0, shown), parent: shownParent.slice(0, shown) };
}

/** Returns the group of each of the `count` spans; -1 if a span belongs to no group. */
function groupsByMember(groups: readonly Repeats[], count: number): Int32Array {
  const groupOf = new Int32Array(count).fill(-1);
  for (const [group, { spans }] of groups.entries()) {
    for (const member of spans) {
      groupOf[member] = group;
    }
  }
  return groupOf;
}

/** Collects the rows of a tree in order. */
class Rows {
  readonly #kind: Uint8Array;
  readonly #span: Int32Array;
  readonly #parent: Int32Array;
  #count = 0;

  constructor(maxCount: number) {
    this.#kind = new Uint8Array(maxCount);
    this.#span = new Int32Array(maxCount);
    this.#parent = new Int32Array(maxCount);
  }

  /** Adds a row and returns its index. */
  add(kind: number, span: number, parent: number): number {
    const row = this.#count;
    this.#kind[row] = kind;
    this.#span[row] = span;
    this.#parent[row] = parent;
    this.#count += 1;
    return row;
  }

  finish() {
    const count = this.#count;
    const parent = this.#parent.slice(0, count);
    return {
      count,
      kind: this.#kind.slice(0, count),
      span: this.#span.slice(0, count),
      parent,
      shape: shapeOf({ count, parent }),
    };
  }
}
