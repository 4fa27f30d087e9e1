import { useMemo, useState } from 'react';
import { usePageKeys } from '../parts/keys/page-keys.js';
import { copyText } from '../parts/values/copy-text.js';
import { spanIdAt, visibleRows } from '../trace/outline/outline.js';
import { unfoldTo } from '../trace/waterfall/row-keys.js';
import { useArrival } from '../url/use-arrival.js';
import { useSearchParameters } from '../url/use-search.js';
import {
  type Comparison,
  keyOfRow,
  nextDifference,
  rowOfKey,
  rowsBySize,
  spansOfRow,
} from './comparison.js';

/**
 * Manages the selected row of a comparison, and keeps the open row and the address synchronized. `all` contains the
 * rows in list order, including those hidden by folding.
 */
export function useShownRows(comparison: Comparison) {
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

/** Binds the keyboard shortcuts of a comparison. Returns a function that selects the next difference. */
export function useComparisonKeys(
  comparison: Comparison,
  { all, selected, select, open, close }: ReturnType<typeof useShownRows>,
) {
  const goTo = (by: 1 | -1) => {
    const row = nextDifference(comparison, { rows: all, selected, by });
    if (row !== undefined) {
      select(row);
    }
  };
  const copyId = () => {
    const isB = document.activeElement?.getAttribute('data-side') === 'b';
    const [inA, inB] = spansOfRow(comparison, selected);
    const id = isB ? spanIdAt(comparison.b, inB) : spanIdAt(comparison.a, inA);
    void copyText(id ?? spanIdAt(comparison.b, inB) ?? '');
  };
  usePageKeys('Comparison', [
    { key: 'n', meaning: 'Next difference', act: () => goTo(1) },
    { key: 'Shift-n', meaning: 'Previous difference', act: () => goTo(-1) },
    { key: 'a', meaning: 'Go to side A', act: () => focusSide('a') },
    { key: 'b', meaning: 'Go to side B', act: () => focusSide('b') },
    { key: 'Enter', meaning: 'Open the pair', act: () => open(selected) },
    { key: 'Escape', meaning: 'Close the pair', act: close },
    { key: 'y', meaning: 'Copy the id of the span on that side', act: copyId },
  ]);
  return () => goTo(1);
}

/** Moves the focus to one trace's cell in the selected row. */
function focusSide(side: 'a' | 'b'): void {
  document
    .querySelector<HTMLElement>(`[role=treegrid] [aria-selected=true] [data-side=${side}]`)
    ?.focus();
}
