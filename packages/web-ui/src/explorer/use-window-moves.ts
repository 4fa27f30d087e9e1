import { useCallback, useMemo, useRef } from 'react';
import { useTableKey } from '../parts/chart/chart-tables.js';
import { type KeyGroup, usePageKeys } from '../parts/keys/page-keys.js';
import { pointedValue } from '../parts/values/shown-value.js';
import { panned, zoomed } from '../url/move-window.js';
import { type Bounds, writeTimeWindow } from '../url/time-window.js';
import { useSearchParameters } from '../url/use-search.js';

interface WindowMoves {
  readonly select: (window: string) => void;
  /** Returns to the window before the last selection, or doubles the window if there was no selection. */
  readonly back: () => void;
}

/** Keys of the histogram, for the list of keys. */
const chartKeys: KeyGroup = {
  title: 'The chart with the focus',
  needsPlace: true,
  keys: [
    { key: 'ArrowLeft', meaning: 'Earlier' },
    { key: 'ArrowRight', meaning: 'Later' },
    { key: 'Shift-ArrowLeft', meaning: 'Select a range' },
    { key: 'Shift-ArrowRight', meaning: 'Select a range' },
    { key: 'Enter', meaning: 'Make the range the window' },
  ],
};

/** Moves the window in the URL by keys, and remembers the windows of this visit. */
export function useWindowMoves(range: Required<Bounds>): WindowMoves {
  const [{ w }, change] = useSearchParameters();
  const earlier = useRef<(string | undefined)[]>([]);
  const select = useCallback(
    (next: string) => {
      earlier.current.push(w);
      change({ w: next }, 'push');
    },
    [w, change],
  );
  const back = useCallback(() => {
    const next =
      earlier.current.length > 0 ? earlier.current.pop() : writeTimeWindow(zoomed(range, 'out'));
    change({ w: next }, 'push');
  }, [range, change]);
  const keys = useMemo<KeyGroup>(() => {
    const pan = (by: 1 | -1) => select(writeTimeWindow(panned(range, by)));
    const zoom = (direction: 'in' | 'out') => select(writeTimeWindow(zoomed(range, direction)));
    return {
      title: 'Window',
      keys: [
        { key: 'Shift-ArrowLeft', meaning: 'Move the window to earlier times', act: () => pan(-1) },
        { key: 'Shift-ArrowRight', meaning: 'Move the window to later times', act: () => pan(1) },
        {
          // On a value, this key adds a column instead.
          key: '+',
          meaning: 'Shorten the window to its middle',
          act: () => pointedValue() === undefined && zoom('in'),
        },
        { key: '-', meaning: 'Double the window', act: () => zoom('out') },
      ],
    };
  }, [range, select]);
  usePageKeys(keys);
  usePageKeys(chartKeys);
  useTableKey();
  return { select, back };
}
