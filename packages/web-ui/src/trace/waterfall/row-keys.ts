import type { Outline } from '../outline/outline.js';
import { rowKinds } from '../outline/row-tree.js';
import { indexesOfSpans, spanIdAt } from '../outline/span-ids.js';
import type { RowTree } from '../outline/tree-shape.js';

/** More rows are not written into an address. */
const MAX_WRITTEN = 100;

/** What an address writes before the id of the first span of a row, by the kind of the row. */
const letters = ['', 'r', 'p'] as const;
const kinds = letters.length;

type Ids = Pick<Outline, 'ids'>;

/** A row of any tree of one outline: its kind and its span in one number. */
export type RowNumber = number;

/** Returns the number of a row, which other trees of the same outline share. */
export function numberOfRow(
  { kind, span }: Pick<RowTree, 'kind' | 'span'>,
  row: number,
): RowNumber {
  return (span[row] ?? 0) * kinds + (kind[row] ?? 0);
}

/** Returns the row with a number; -1 if the tree has none. */
export function rowOfNumber({ kind, rowOf, parent }: RowTree, number: RowNumber): number {
  const [span, wanted] = [Math.floor(number / kinds), number % kinds];
  let row = rowOf[span] ?? -1;
  // The rows of a group and of a missing parent are directly above their first span.
  while (row >= 0 && kind[row] !== wanted) {
    const above = parent[row] ?? -1;
    row = wanted !== rowKinds.span && above === row - 1 ? above : -1;
  }
  return row;
}

/** Writes a row as an address does: the id of its span, after `r` for repeats and `p` for a missing parent. */
export function writeRow(ids: Ids, number: RowNumber): string {
  return `${letters[number % kinds]}${spanIdAt(ids, Math.floor(number / kinds))}`;
}

/** Reads the id of the span of a row. */
export function spanIdOfRow(text: string): string {
  return text.replace(/^[rp]/, '');
}

/** Reads rows, which dots part. Ids that the trace does not have are left out. */
export function readRows(ids: Ids, text: string | undefined): ReadonlySet<RowNumber> {
  const written = new Map((text?.split('.') ?? []).map((row) => [row, spanIdOfRow(row)]));
  const numbers = new Set<RowNumber>();
  for (const span of indexesOfSpans(ids, written.values())) {
    for (const [kind, letter] of letters.entries()) {
      if (written.has(`${letter}${spanIdAt(ids, span)}`)) {
        numbers.add(span * kinds + kind);
      }
    }
  }
  return numbers;
}

/** Writes rows; undefined if there are none, or more than an address can hold. */
export function writeRows(ids: Ids, rows: ReadonlySet<RowNumber>): string | undefined {
  return rows.size === 0 || rows.size > MAX_WRITTEN
    ? undefined
    : [...rows].map((number) => writeRow(ids, number)).join('.');
}

/** Returns the folded rows of a tree: repeats are folded, other rows are not, except for the toggled ones. */
export function foldedRows(tree: RowTree, toggled: ReadonlySet<RowNumber>): ReadonlySet<number> {
  const folded = new Set(tree.repeats.keys());
  for (const number of toggled) {
    const row = rowOfNumber(tree, number);
    if (row >= 0 && !folded.delete(row)) {
      folded.add(row);
    }
  }
  return folded;
}

/** Returns the toggled rows after a change of the folded ones. Those that the tree leaves out stay toggled. */
export function toggledRows(
  tree: RowTree,
  folded: ReadonlySet<number>,
  before: ReadonlySet<RowNumber>,
): ReadonlySet<RowNumber> {
  const toggled = new Set([...before].filter((number) => rowOfNumber(tree, number) < 0));
  for (const row of folded) {
    if (!tree.repeats.has(row)) {
      toggled.add(numberOfRow(tree, row));
    }
  }
  for (const row of tree.repeats.keys()) {
    if (!folded.has(row)) {
      toggled.add(numberOfRow(tree, row));
    }
  }
  return toggled;
}

/** Returns the same rows in another outline of the trace. */
export function moveRows(rows: ReadonlySet<RowNumber>, from: Ids, to: Ids): ReadonlySet<RowNumber> {
  const byId = new Map<string, RowNumber[]>();
  for (const number of rows) {
    const id = spanIdAt(from, Math.floor(number / kinds)) ?? '';
    byId.set(id, [...(byId.get(id) ?? []), number % kinds]);
  }
  const moved = indexesOfSpans(to, byId.keys()).flatMap((span) =>
    (byId.get(spanIdAt(to, span) ?? '') ?? []).map((kind) => span * kinds + kind),
  );
  return new Set(moved);
}
