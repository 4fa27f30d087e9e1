import { useState } from 'react';
import { type RowRange, rowsWith } from './row-layout.js';

/** The rows in the document, in order, and the React keys of their elements. */
export interface RowKeys {
  readonly rows: readonly number[];
  readonly keys: readonly number[];
  /** Next unused key. */
  readonly next: number;
}

/**
 * Assigns element keys to rows, and returns `before` if the rows are the same. If most rows are new, they reuse the
 * previous elements, because changing an element is cheaper than creating one. The row `kept` may have the focus, so it
 * stays in the document and its element is not reused. The elements on either side of it stay on that side, because an
 * element that moves in the document loses the focus.
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

/** Returns the keys before and after the element of a row; all keys are after it if the row has no element. */
function keysAround({ rows, keys }: RowKeys, kept: number | undefined): [number[], number[]] {
  const at = kept === undefined ? -1 : rows.indexOf(kept);
  return at < 0 ? [[], [...keys]] : [keys.slice(0, at), keys.slice(at + 1)];
}

/** Returns the rows in the document and their keys: the rows of a range, and the kept row. */
export function useRowKeys(range: RowRange, kept: number | undefined): RowKeys {
  const [before, setBefore] = useState<RowKeys>({ rows: [], keys: [], next: 0 });
  const current = moveKeys(before, range, kept);
  if (current !== before) {
    setBefore(current);
  }
  return current;
}
