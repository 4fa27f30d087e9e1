import { usePageKeys } from '../parts/keys/page-keys.js';
import { copyText } from '../parts/values/copy-text.js';
import { spanIdAt } from '../trace/outline/outline.js';
import { type Comparison, nextDifference, spansOfRow } from './comparison.js';

interface KeyTarget {
  readonly comparison: Comparison;
  /** All rows in the order of the list, including folded rows. */
  readonly all: Int32Array;
  readonly selected: number;
  readonly select: (row: number) => void;
  readonly open: (row: number) => void;
  readonly close: () => void;
}

/** Binds the keys of a comparison. */
export function useComparisonKeys(target: KeyTarget): { readonly goToNext: () => void } {
  const { comparison, all, selected, select, open, close } = target;
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
  usePageKeys({
    title: 'Comparison',
    keys: [
      { key: 'n', meaning: 'Next difference', act: () => goTo(1) },
      { key: 'Shift-n', meaning: 'Previous difference', act: () => goTo(-1) },
      { key: 'a', meaning: 'Go to side A', act: () => focusSide('a') },
      { key: 'b', meaning: 'Go to side B', act: () => focusSide('b') },
      { key: 'Enter', meaning: 'Open the pair', act: () => open(selected) },
      { key: 'Escape', meaning: 'Close the pair', act: close },
      { key: 'y', meaning: 'Copy the id of the span on that side', act: copyId },
    ],
  });
  return { goToNext: () => goTo(1) };
}

/** Moves the focus to the cell of one trace in the selected row. */
function focusSide(side: 'a' | 'b'): void {
  document
    .querySelector<HTMLElement>(`[role=treegrid] [aria-selected=true] [data-side=${side}]`)
    ?.focus();
}
