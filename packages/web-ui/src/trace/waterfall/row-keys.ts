import { useMemo, useState } from 'react';
import { useArrival } from '../../url/use-arrival.js';
import { useSearchParameters } from '../../url/use-search.js';
import { indexesOfSpans, type Outline, type RowTree, spanIdAt } from '../outline/outline.js';
import { rowKinds } from '../outline/row-tree.js';

/** Maximum number of rows that an address can list. */
const MAX_WRITTEN = 100;

/** Prefixes of span ids in an address. The prefix specifies the kind of the row. */
const letters = ['', 'r', 'p'] as const;
const kinds = letters.length;

type Ids = Pick<Outline, 'ids'>;

/** Number that identifies the same row in all trees of an outline. It combines the row's kind and span. */
export type RowNumber = number;

/** Returns the number that identifies a row in all trees of an outline. */
export function numberOfRow(
  { kind, span }: Pick<RowTree, 'kind' | 'span'>,
  row: number,
): RowNumber {
  return (span[row] ?? 0) * kinds + (kind[row] ?? 0);
}

/** Returns the row that a number identifies, or -1 if the tree does not contain that row. */
export function rowOfNumber({ kind, rowOf, parent }: RowTree, number: RowNumber): number {
  const [span, wanted] = [Math.floor(number / kinds), number % kinds];
  let row = rowOf[span] ?? -1;
  // The row of a group or a missing parent is directly above the row of its first span.
  while (row >= 0 && kind[row] !== wanted) {
    const above = parent[row] ?? -1;
    row = wanted !== rowKinds.span && above === row - 1 ? above : -1;
  }
  return row;
}

/**
 * Returns the string that identifies a row in an address: a span id, with the prefix `r` for a group or `p` for a
 * missing parent.
 */
export function writeRow(ids: Ids, number: RowNumber): string {
  return `${letters[number % kinds]}${spanIdAt(ids, Math.floor(number / kinds))}`;
}

/** Returns the span id in a row identifier. */
export function spanIdOfRow(text: string): string {
  return text.replace(/^[rp]/, '');
}

/** Parses row identifiers that are separated by dots. Ids that are not in the trace are skipped. */
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

/**
 * Joins row identifiers with dots for an address. Returns undefined if there are no rows, or more rows than an address
 * can list.
 */
export function writeRows(ids: Ids, rows: ReadonlySet<RowNumber>): string | undefined {
  return rows.size === 0 || rows.size > MAX_WRITTEN ? undefined : joinRows(ids, rows);
}

function joinRows(ids: Ids, rows: ReadonlySet<RowNumber>): string {
  return [...rows].map((number) => writeRow(ids, number)).join('.');
}

/**
 * Returns the folded rows of a tree. By default, groups are folded and all other rows are not. Rows in `toggled` have
 * the opposite state.
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

/** Returns the toggled rows that result from a new set of folded rows. Rows that are not in the tree stay toggled. */
export function toggledRows(
  tree: RowTree,
  folded: ReadonlySet<number>,
  before: ReadonlySet<RowNumber>,
): ReadonlySet<RowNumber> {
  const hidden = [...before].filter((number) => rowOfNumber(tree, number) < 0);
  const changed = [...new Set([...folded, ...tree.repeats.keys()])].filter(
    (row) => folded.has(row) !== tree.repeats.has(row),
  );
  return new Set([...hidden, ...changed.map((row) => numberOfRow(tree, row))]);
}

/** Translates row numbers from one outline of a trace to another outline of the same trace. */
export function moveRows(rows: ReadonlySet<RowNumber>, from: Ids, to: Ids): ReadonlySet<RowNumber> {
  return readRows(to, joinRows(from, rows));
}

/** Unfolds all ancestors of a row, so that the row becomes visible. */
export function unfoldTo(
  folded: ReadonlySet<number>,
  row: number,
  parent: Int32Array,
): ReadonlySet<number> {
  const next = new Set(folded);
  for (let above = parent[row] ?? -1; above >= 0; above = parent[above] ?? -1) {
    next.delete(above);
  }
  return next;
}

export function toggleFold(folded: ReadonlySet<number>, row: number): ReadonlySet<number> {
  const next = new Set(folded);
  if (!next.delete(row)) {
    next.add(row);
  }
  return next;
}

/**
 * Returns the folded rows and the functions that change them. `reveal` unfolds all ancestors of a row. The address
 * stores only the rows that are not in their default state.
 */
export function useFolding(outline: Outline, tree: RowTree) {
  const [{ x }, change] = useSearchParameters();
  const [kept, keep] = useState(() => ({ outline, toggled: readRows(outline, x) }));
  const toggled = useMemo(
    () => (kept.outline === outline ? kept.toggled : moveRows(kept.toggled, kept.outline, outline)),
    [kept, outline],
  );
  const folded = useMemo(() => foldedRows(tree, toggled), [tree, toggled]);
  const note = useArrival(x, (text) => keep({ outline, toggled: readRows(outline, text) }));
  const setToggled = (next: ReadonlySet<RowNumber>) => {
    keep({ outline, toggled: next });
    const written = writeRows(outline, next);
    if (note(written)) {
      change({ x: written });
    }
  };
  const setFolded = (next: ReadonlySet<number>) => {
    if (next !== folded) {
      setToggled(toggledRows(tree, next, toggled));
    }
  };
  const reveal = (row: number) => {
    const next = unfoldTo(folded, row, tree.parent);
    if (next.size !== folded.size) {
      setFolded(next);
    }
  };
  return { folded, setFolded, reveal };
}
