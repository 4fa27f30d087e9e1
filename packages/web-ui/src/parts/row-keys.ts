import { useRef } from 'react';
import type { RowRange } from './row-places.js';

/** The keys of the elements of rows, from a first row on. */
export interface RowKeys {
  readonly first: number;
  readonly keys: readonly number[];
  /** The next key that no element has had. */
  readonly next: number;
}

/**
 * Gives rows the keys of their elements. Where most of the rows are new, they take the elements of those before: to
 * change an element takes less time than to make one. The row `kept`, which may have the focus, gives its element to
 * no other row.
 */
export function moveKeys(before: RowKeys, range: RowRange, kept: number | undefined): RowKeys {
  const count = range.end - range.first;
  const keyBefore = (row: number) => before.keys[row - before.first];
  const rows = Array.from({ length: count }, (_, at) => range.first + at);
  const staying = rows.filter((row) => keyBefore(row) !== undefined);
  const isMoved = 2 * staying.length < count && !staying.some((row) => row === kept);
  const keptKey = kept === undefined ? undefined : keyBefore(kept);
  let { next } = before;
  const keys = rows.map((row, at) => {
    const key = isMoved ? before.keys[at] : keyBefore(row);
    if (key !== undefined && !(isMoved && key === keptKey)) {
      return key;
    }
    next += 1;
    return next - 1;
  });
  return { first: range.first, keys, next };
}

/** Returns the key of each row of a range, in order. */
export function useRowKeys({ first, end }: RowRange, kept: number | undefined): readonly number[] {
  const latest = useRef<RowKeys>({ first: 0, keys: [], next: 0 });
  const { current } = latest;
  if (current.first !== first || current.keys.length !== end - first) {
    latest.current = moveKeys(current, { first, end }, kept);
  }
  return latest.current.keys;
}
