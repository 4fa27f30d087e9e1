import {
  type RefObject,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { refusedFilter } from '../api/refused-filter.js';
import { type KeyGroup, usePageKeys } from '../parts/keys/page-keys.js';
import { useStore } from '../parts/store.js';
import { useSearchParameters } from '../url/use-search.js';
import { noteFilter } from './menu/filter-history.js';

/** The text that the user types, and the text of the last run, which is in the URL. */
interface FilterText {
  readonly text: string;
  readonly ranText: string;
  /** The reason the service refused the text of the last run; undefined once the text has changed. */
  readonly refused: string | undefined;
  readonly setText: (text: string) => void;
  /** Moves the caret to an offset once the text is shown. */
  readonly placeCaret: (at: number) => void;
  readonly run: (text: string) => void;
}

/** Keys of the filter field, for the list of keys. */
const fieldKeys: KeyGroup = {
  title: 'Filter',
  needsPlace: true,
  keys: [
    { key: 'Enter', meaning: 'Accept the completion, or run the filter' },
    { key: 'Ctrl-Enter', meaning: 'Run the filter' },
    { key: 'Alt-ArrowLeft', meaning: 'Previous condition' },
    { key: 'Alt-ArrowRight', meaning: 'Next condition' },
    { key: 'Backspace', meaning: 'Edit the condition before the caret' },
    { key: 'Escape', meaning: 'Restore the text of the last run' },
  ],
};

/** Keeps the text of the field. The key `/` focuses the field. */
export function useFilterText(
  input: RefObject<HTMLInputElement | null>,
  onRun: () => void,
): FilterText {
  const [{ q = '' }, change] = useSearchParameters();
  const [text, setText] = useState(q);
  const refused = useStore(refusedFilter);
  useEffect(() => {
    setText(q);
    refusedFilter.set(undefined);
  }, [q]);
  const caret = useRef<number>(undefined);
  useLayoutEffect(() => {
    if (caret.current !== undefined) {
      input.current?.setSelectionRange(caret.current, caret.current);
      caret.current = undefined;
    }
  });
  const placeCaret = useCallback((at: number) => {
    caret.current = at;
  }, []);
  const keys = useMemo<KeyGroup>(
    () => ({
      title: 'Filter',
      keys: [{ key: '/', meaning: 'Go to the filter', act: () => input.current?.focus() }],
    }),
    [input],
  );
  usePageKeys(keys);
  usePageKeys(fieldKeys);
  const run = (next: string) => {
    setText(next);
    refusedFilter.set(undefined);
    noteFilter(next);
    change({ q: next.trim() === '' ? undefined : next });
    onRun();
  };
  return { text, ranText: q, refused: text === q ? refused : undefined, setText, placeCaret, run };
}
