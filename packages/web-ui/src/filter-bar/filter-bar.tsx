import {
  type FormEvent,
  type KeyboardEvent,
  type ReactElement,
  type ReactNode,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { type KeyGroup, usePageKeys } from '../keys/page-keys.js';
import { useSearchParameters } from '../url/use-search.js';
import styles from './filter-bar.module.css';
import { optionId, SuggestionList } from './suggestion-list.js';
import { useOffers } from './use-offers.js';
import { WindowPicker } from './window-picker.js';

interface FilterBarProps {
  readonly onRun: () => void;
  /** What stands beside the window. */
  readonly children?: ReactNode;
}

/** The filter and the window of a page. `onRun` also runs a filter that has not changed. */
export function FilterBar({ onRun, children }: FilterBarProps): ReactElement {
  const [{ q = '' }, change] = useSearchParameters();
  const [text, setText] = useState(q);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => setText(q), [q]);
  const caret = useRef<number>(undefined);
  useLayoutEffect(() => {
    if (caret.current !== undefined) {
      input.current?.setSelectionRange(caret.current, caret.current);
      caret.current = undefined;
    }
  });
  const offers = useOffers(text, (typed) => {
    setText(typed.text);
    caret.current = typed.caret;
  });
  const { suggestions, marked } = offers;
  const keys = useMemo<KeyGroup>(
    () => ({
      title: 'Filter',
      keys: [{ key: '/', meaning: 'Go to the filter', act: () => input.current?.focus() }],
    }),
    [],
  );
  usePageKeys(keys);
  const run = (event: FormEvent) => {
    event.preventDefault();
    offers.close();
    change({ q: text.trim() === '' ? undefined : text });
    onRun();
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'Enter' && event.ctrlKey) {
      event.currentTarget.form?.requestSubmit();
    } else if (offers.takeKey(event)) {
      event.preventDefault();
    } else if (event.key === 'Escape') {
      setText(q);
    }
  };
  return (
    <>
      <form className={styles['filter']} onSubmit={run} onBlur={offers.close}>
        <input
          ref={input}
          role="combobox"
          aria-label="Filter"
          aria-expanded={suggestions.length > 0}
          aria-controls="filter-completions"
          aria-autocomplete="list"
          aria-activedescendant={marked === undefined ? undefined : optionId(marked)}
          placeholder="status:error duration>2s .customer.tier:premium timeout"
          value={text}
          spellCheck={false}
          autoComplete="off"
          onChange={({ target: { value, selectionStart } }) => {
            setText(value);
            offers.open(selectionStart ?? value.length);
          }}
          onKeyDown={onKeyDown}
        />
        <kbd>/</kbd>
        <SuggestionList suggestions={suggestions} marked={marked} onAccept={offers.accept} />
      </form>
      <WindowPicker />
      {children}
    </>
  );
}
