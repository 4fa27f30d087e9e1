import { useState } from 'react';
import { type RowRange, rowsWith } from './row-layout.js';

/** The rows in the document, in order, and the keys of their elements. */
export interface RowKeys {
  readonly rows: readonly number[];
  readonly keys: readonly number[];
  /** The next key that no element has had. */
  readonly next: number;
}

/**
 * Gives rows the keys of their elements, and returns `before` for the same rows. Where most of the rows are new, they take the elements of those before: to
 * change an element takes less time than to make one. The row `kept` may have the focus: it stays in the document,
 * gives its element to no other row, and the elements on either side of it stay there, because an element that moves in
 * the document loses the focus.
 */
export function moveKeys(before: RowKeys, range: RowRange, kept: number | undefined): RowKeys {
  const rows = rowsWith(range, kept ?? -1);
  if (rows.length === before.rows.length && rows.every((row, at) => row === before.rows[at])) {
    return before;
  }
  const keyBefore = new Map(before.rows.map((row, at) => [row, before.keys[at]]));
  const staying = rows.filter((row) => row !== kept && keyBefore.has(row));
  const isMoved = 2 * staying.length < rows.length;
  const [above, below] = keysAround(before, kept);
  let { next } = before;
  const keys = rows.map((row) => {
    const spares = kept !== undefined && row < kept ? above : below;
    const spare = isMoved && row !== kept ? spares.shift() : keyBefore.get(row);
    if (spare !== undefined) {
      return spare;
    }
    next += 1;
    return next - 1;
  });
  return { rows, keys, next };
}

/** Returns the keys of the elements before that of a row, and after it: all of them if the row has no element. */
function keysAround({ rows, keys }: RowKeys, kept: number | undefined): [number[], number[]] {
  const at = kept === undefined ? -1 : rows.indexOf(kept);
  return at < 0 ? [[], [...keys]] : [keys.slice(0, at), keys.slice(at + 1)];
}

/** Returns the rows in the document and their keys: the rows of a range, and the row that is kept. */
export function useRowKeys(range: RowRange, kept: number | undefined): RowKeys {
  const [before, setBefore] = useState<RowKeys>({ rows: [], keys: [], next: 0 });
  const current = moveKeys(before, range, kept);
  if (current !== before) {
    setBefore(current);
  }
  return current;
}
