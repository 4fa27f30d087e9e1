import type { Outline } from '../outline/outline.js';
import { rowKinds } from '../outline/row-tree.js';
import { indexesOfSpans, spanIdAt } from '../outline/span-ids.js';
import type { RowTree } from '../outline/tree-shape.js';

/** Maximum number of rows in an address. */
const MAX_WRITTEN = 100;

/** Prefixes of a row's span id in an address, by kind of row. */
const letters = ['', 'r', 'p'] as const;
const kinds = letters.length;

type Ids = Pick<Outline, 'ids'>;

/** Identifies a row in any tree of an outline: its kind and its span combined in one number. */
export type RowNumber = number;

/** Returns the number of a row. All trees of an outline share these numbers. */
export function numberOfRow(
  { kind, span }: Pick<RowTree, 'kind' | 'span'>,
  row: number,
): RowNumber {
  return (span[row] ?? 0) * kinds + (kind[row] ?? 0);
}

/** Returns the row with a number; -1 if it is not in the tree. */
export function rowOfNumber({ kind, rowOf, parent }: RowTree, number: RowNumber): number {
  const [span, wanted] = [Math.floor(number / kinds), number % kinds];
  let row = rowOf[span] ?? -1;
  // Group rows and missing-parent rows are directly above their first span.
  while (row >= 0 && kind[row] !== wanted) {
    const above = parent[row] ?? -1;
    row = wanted !== rowKinds.span && above === row - 1 ? above : -1;
  }
  return row;
}

/** Writes a row for an address: the id of its span, prefixed with `r` for a group and `p` for a missing parent. */
export function writeRow(ids: Ids, number: RowNumber): string {
  return `${letters[number % kinds]}${spanIdAt(ids, Math.floor(number / kinds))}`;
}

/** Returns the span id of a row in an address. */
export function spanIdOfRow(text: string): string {
  return text.replace(/^[rp]/, '');
}

/** Parses rows separated by dots. Skips ids that are not in the trace. */
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

/** Writes rows separated by dots; undefined for no rows, or for more rows than an address may hold. */
export function writeRows(ids: Ids, rows: ReadonlySet<RowNumber>): string | undefined {
  return rows.size === 0 || rows.size > MAX_WRITTEN
    ? undefined
    : [...rows].map((number) => writeRow(ids, number)).join('.');
}

/**
 * Returns the folded rows of a tree. Groups are folded by default and other rows are not; `toggled` inverts the
 * default.
 */
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

/** Returns the toggled rows after the folded rows change. Rows that the tree hides stay toggled. */
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

/** Maps rows to another outline of the same trace. */
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
