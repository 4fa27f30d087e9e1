import { useMemo, useState } from 'react';
import { visibleRows } from '../trace/outline/tree-shape.js';
import { unfoldTo } from '../trace/waterfall/folded-rows.js';
import { useArrival } from '../url/use-arrival.js';
import { useSearchParameters } from '../url/use-search.js';
import { type Comparison, keyOfRow, rowOfKey, rowsBySize } from './comparison.js';

/** The visible rows of a comparison, and their actions. */
interface ShownRows {
  readonly isBySize: boolean;
  /** The visible rows in order. */
  readonly rows: Int32Array;
  /** All rows in the same order, including folded ones. */
  readonly all: Int32Array;
  readonly selected: number;
  /** The row of the open pair. */
  readonly opened: number | undefined;
  readonly folded: ReadonlySet<number>;
  readonly setFolded: (folded: ReadonlySet<number>) => void;
  readonly select: (row: number) => void;
  readonly open: (row: number) => void;
  readonly close: () => void;
}

/** Holds the selected row of a comparison, and synchronizes the open row with the address. */
export function useShownRows(comparison: Comparison): ShownRows {
  const [{ s, o }, change] = useSearchParameters();
  const [selected, setSelected] = useState(() => rowOfKey(comparison, s) ?? 0);
  const [folded, setFolded] = useState<ReadonlySet<number>>(new Set());
  const isBySize = o === 'size';
  const all = useMemo(
    () => (isBySize ? rowsBySize(comparison) : visibleRows(comparison.shape, new Set())),
    [comparison, isBySize],
  );
  const rows = useMemo(
    () => (isBySize ? all : visibleRows(comparison.shape, folded)),
    [comparison, isBySize, all, folded],
  );
  const opened = rowOfKey(comparison, s);
  const reveal = (row: number) => {
    setSelected(row);
    setFolded((now) => unfoldTo(now, row, comparison.rows.parent));
  };
  const note = useArrival(s, (key) => reveal(rowOfKey(comparison, key) ?? selected));
  const write = (key: string | undefined) => {
    if (note(key)) {
      change({ s: key, ...(key === undefined && { tab: undefined }) });
    }
  };
  const open = (row: number) => {
    reveal(row);
    write(keyOfRow(comparison, row));
  };
  const select = opened === undefined ? reveal : open;
  const close = () => write(undefined);
  return { isBySize, rows, all, selected, opened, folded, setFolded, select, open, close };
}
