import { foldRepeats, type Repeats } from '@spanhouse/trace-insight/fold-repeats';
import { type Outline, type RowTree, shapeOf } from './outline.js';

/** Kinds of rows in the tree. */
export const rowKinds = { span: 0, repeats: 1, missing: 2 } as const;

type TreeColumns = Pick<Outline, 'count' | 'parent' | 'name' | 'duration' | 'orphans'>;

/** Returns the rows of all spans. */
export function wholeTree(outline: TreeColumns): RowTree {
  return rowTree(outline, new Uint8Array(outline.count).fill(1));
}

/**
 * Returns the rows of the spans that `isShown` marks with 1. Children of hidden spans move to the nearest shown
 * ancestor.
 */
export function rowTree(outline: TreeColumns, isShown: Uint8Array): RowTree {
  const spans = shownSpans(outline, isShown);
  const groups = foldRepeats({
    parent: spans.parent,
    name: spans.span.map((at) => outline.name[at] ?? -1),
    duration: Float64Array.from(spans.span, (at) => outline.duration[at] ?? 0),
  });
  const missing = missingOf(outline.orphans, spans);
  const rows = new Rows(spans, groups, spans.span.length + groups.length + missing.size);
  for (let number = 0; number < spans.span.length; number++) {
    rows.add(number, missing.get(number));
  }
  return rows.finish(outline.count);
}

/** The shown spans in order. Each has the index of its parent in this list. */
interface ShownSpans {
  readonly span: Int32Array;
  readonly parent: Int32Array;
}

function shownSpans({ count, parent }: TreeColumns, isShown: Uint8Array): ShownSpans {
  const span = new Int32Array(count);
  const shownParent = new Int32Array(count);
  // Index of each span in the list of shown spans. A hidden span has the index of its nearest shown ancestor.
  const place = new Int32Array(count);
  let shown = 0;
  for (let at = 0; at < count; at++) {
    const above = parent[at] ?? -1;
    const indexAbove = above < 0 ? -1 : (place[above] ?? -1);
    place[at] = indexAbove;
    if (isShown[at] === 1) {
      span[shown] = at;
      shownParent[shown] = indexAbove;
      place[at] = shown;
      shown += 1;
    }
  }
  return { span: span.slice(0, shown), parent: shownParent.slice(0, shown) };
}

/** Returns the id of the missing parent for each top-level span that has one. */
function missingOf(orphans: ReadonlyMap<number, string>, { span, parent }: ShownSpans) {
  const missing = new Map<number, string>();
  for (let number = 0; orphans.size > 0 && number < span.length; number++) {
    const id = parent[number] === -1 ? orphans.get(span[number] ?? -1) : undefined;
    if (id !== undefined) {
      missing.set(number, id);
    }
  }
  return missing;
}

/** Collects rows in tree order. */
class Rows {
  readonly #spans: ShownSpans;
  readonly #kind: Uint8Array;
  readonly #span: Int32Array;
  readonly #parent: Int32Array;
  #count = 0;
  /** Index of the row of each shown span. */
  readonly #rowOf: Int32Array;
  readonly #groups: readonly Repeats[];
  /** Group of each shown span. The next member holds the row of each group. */
  readonly #groupOf: Int32Array;
  readonly #groupRow = new Map<number, number>();
  #missing: { readonly id: string; readonly row: number } | undefined;

  constructor(spans: ShownSpans, groups: readonly Repeats[], maxCount: number) {
    this.#kind = new Uint8Array(maxCount);
    this.#span = new Int32Array(maxCount);
    this.#parent = new Int32Array(maxCount);
    this.#spans = spans;
    this.#groups = groups;
    this.#rowOf = new Int32Array(spans.span.length);
    this.#groupOf = new Int32Array(spans.span.length).fill(-1);
    for (const [group, { spans: members }] of groups.entries()) {
      for (const member of members) {
        this.#groupOf[member] = group;
      }
    }
  }

  /**
   * Adds a row for a span, after the group rows that start with it. `missing` is the id of the span's parent if the
   * parent is not stored.
   */
  add(number: number, missing: string | undefined): void {
    const span = this.#spans.span[number] ?? 0;
    const above = this.#spans.parent[number] ?? -1;
    let row = above < 0 ? this.#missingRow(missing, span) : (this.#rowOf[above] ?? -1);
    const group = this.#groupOf[number] ?? -1;
    if (group >= 0) {
      row = this.#groupRow.get(group) ?? this.#push(rowKinds.repeats, { span, parent: row });
      this.#groupRow.set(group, row);
    }
    this.#rowOf[number] = this.#push(rowKinds.span, { span, parent: row });
  }

  #missingRow(id: string | undefined, span: number): number {
    if (id === undefined) {
      this.#missing = undefined;
      return -1;
    }
    if (this.#missing?.id !== id) {
      this.#missing = { id, row: this.#push(rowKinds.missing, { span, parent: -1 }) };
    }
    return this.#missing.row;
  }

  #push(kind: number, { span, parent }: { readonly span: number; readonly parent: number }) {
    const row = this.#count;
    this.#kind[row] = kind;
    this.#span[row] = span;
    this.#parent[row] = parent;
    this.#count += 1;
    return row;
  }

  finish(count: number): RowTree {
    const parent = this.#parent.slice(0, this.#count);
    const rowOf = new Int32Array(count).fill(-1);
    for (let number = 0; number < this.#rowOf.length; number++) {
      rowOf[this.#spans.span[number] ?? 0] = this.#rowOf[number] ?? -1;
    }
    const repeats = [...this.#groupRow].map(([group, row]) => {
      const found = this.#groups[group] as Repeats;
      return [
        row,
        { ...found, spans: found.spans.map((at) => this.#spans.span[at] ?? 0) },
      ] as const;
    });
    return {
      count: parent.length,
      kind: this.#kind.slice(0, this.#count),
      span: this.#span.slice(0, this.#count),
      parent,
      shape: shapeOf({ count: parent.length, parent }),
      spans: this.#spans.span.length,
      rowOf,
      repeats: new Map(repeats),
    };
  }
}
