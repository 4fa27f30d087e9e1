import { type FormEvent, type ReactElement, useEffect, useMemo, useRef, useState } from 'react';
import { type KeyGroup, usePageKeys } from '../keys/page-keys.js';
import { useSearchParameters } from '../url/use-search.js';
import styles from './filter-bar.module.css';
import { WindowPicker } from './window-picker.js';

/** The filter and the window of a page. `onRun` also runs a filter that has not changed. */
export function FilterBar({ onRun }: { readonly onRun: () => void }): ReactElement {
  const [{ q = '' }, change] = useSearchParameters();
  const [text, setText] = useState(q);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => setText(q), [q]);
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
    change({ q: text.trim() === '' ? undefined : text });
    onRun();
  };
  return (
    <>
      <form className={styles['filter']} onSubmit={run}>
        <input
          ref={input}
          role="combobox"
          aria-label="Filter"
          aria-expanded={false}
          aria-controls="filter-completions"
          placeholder="status:error duration>2s .customer.tier:premium timeout"
          value={text}
          spellCheck={false}
          autoComplete="off"
          onChange={({ target }) => setText(target.value)}
          onKeyDown={({ key }) => key === 'Escape' && setText(q)}
        />
        <kbd>/</kbd>
      </form>
      <WindowPicker />
    </>
  );
}
