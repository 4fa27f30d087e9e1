import {
  type FormEvent,
  type KeyboardEvent,
  type ReactElement,
  type ReactNode,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { refusedFilter } from '../api/refused-filter.js';
import { type KeyGroup, useKeyGroup, usePageKeys } from '../parts/keys/page-keys.js';
import { useStore } from '../parts/store.js';
import type { MenuAction } from '../parts/values/action-items.js';
import { MarkedText, writeCount } from '../parts/values/write-value.js';
import { useSearchParameters } from '../url/use-search.js';
import { ChipLayer } from './chips/chip-layer.js';
import { useChips } from './chips/use-chips.js';
import styles from './filter-bar.module.css';
import { MAX_COMPLETIONS, type Suggestion } from './load-completions.js';
import { noteFilter } from './menu/filter-history.js';
import { FilterMenu } from './menu/filter-menu.js';
import { useOffers } from './use-offers.js';
import { WindowPicker } from './window/window-picker.js';

interface FilterBarProps {
  readonly onRun: () => void;
  /** Content next to the window picker. */
  readonly children?: ReactNode;
  /** Additional menu items. The menu also contains the recent filters and the saved queries. */
  readonly actions?: readonly MenuAction[];
}

/** Form with a page's filter and window. `onRun` is called even if the filter has not changed. */
export function FilterBar({ onRun, children, actions = [] }: FilterBarProps): ReactElement {
  const input = useRef<HTMLInputElement>(null);
  const { text, ranText, refused, setText, placeCaret, run } = useFilterText(input, onRun);
  const chips = useChips(text, ranText, input);
  const { refusal } = chips;
  const reason = refusal?.message ?? refused;
  const offers = useOffers(text, (typed) => {
    setText(typed.text);
    placeCaret(typed.caret);
  });
  const { suggestions, isCut, marked } = offers;
  const submit = (event: FormEvent | KeyboardEvent) => {
    event.preventDefault();
    offers.close();
    run(text);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && event.ctrlKey) {
      submit(event);
    } else if (offers.takeKey(event) || chips.takeKey(event)) {
      event.preventDefault();
    } else if (event.key === 'Escape') {
      setText(ranText);
    }
  };
  return (
    <>
      <form
        className={styles['filter']}
        onSubmit={submit}
        onBlur={() => {
          offers.close();
          chips.onBlur();
        }}
      >
        <span className={styles['field']}>
          <ChipLayer {...chips} text={text} hasRun={text === ranText} field={input} />
          <input
            ref={input}
            role="combobox"
            aria-label="Filter"
            aria-expanded={suggestions.length > 0}
            aria-controls="filter-completions"
            aria-autocomplete="list"
            aria-activedescendant={marked === undefined ? undefined : optionId(marked)}
            aria-invalid={reason !== undefined}
            aria-describedby="filter-refusal"
            placeholder="status:error duration>2s .customer.tier:premium timeout"
            value={text}
            spellCheck={false}
            autoComplete="off"
            onChange={({ target: { value, selectionStart } }) => {
              setText(value);
              offers.open(selectionStart ?? value.length);
            }}
            onSelect={chips.onSelect}
            onKeyDown={onKeyDown}
          />
        </span>
        <kbd>/</kbd>
        <FilterMenu actions={actions} onRun={run} />
        <SuggestionList {...{ suggestions, isCut, marked }} onAccept={offers.accept} />
        <span className="unseen" aria-live="polite">
          {chips.said}
        </span>
        <p
          id="filter-refusal"
          className={styles['refusal']}
          hidden={reason === undefined || suggestions.length > 0}
        >
          <b className="mono cut">{refusal && text.slice(refusal.from, refusal.to)}</b> {reason}
        </p>
      </form>
      <WindowPicker />
      {children}
    </>
  );
}

interface SuggestionListProps {
  readonly suggestions: readonly Suggestion[];
  /** True if there are more suggestions than the list shows. */
  readonly isCut: boolean;
  readonly marked: number | undefined;
  readonly onAccept: (suggestion: Suggestion) => void;
}

/** Returns the element id of a suggestion, as needed for `aria-activedescendant`. */
function optionId(at: number): string {
  return `filter-completion-${at}`;
}

/** Lists the suggestions for the word at the caret. The focus stays in the filter field. */
function SuggestionList(props: SuggestionListProps): ReactElement | null {
  const { suggestions, isCut, marked, onAccept } = props;
  useEffect(() => {
    if (marked !== undefined) {
      document.getElementById(optionId(marked))?.scrollIntoView?.({ block: 'nearest' });
    }
  }, [marked]);
  if (suggestions.length === 0) {
    return null;
  }
  return (
    <div className={styles['suggestions']}>
      <div id="filter-completions" role="listbox" aria-label="Completions">
        {suggestions.map((suggestion, at) => (
          <div
            key={suggestion.text}
            id={optionId(at)}
            role="option"
            tabIndex={-1}
            aria-selected={at === marked}
            onMouseDown={(event) => {
              event.preventDefault();
              onAccept(suggestion);
            }}
          >
            <span className="cut">
              <MarkedText text={suggestion.text} />
            </span>
            {suggestion.count !== undefined && (
              <span className="faint">{writeCount(suggestion.count)}</span>
            )}
          </div>
        ))}
      </div>
      {isCut && (
        <p className="faint">The {MAX_COMPLETIONS} most frequent. Type more to find others.</p>
      )}
    </div>
  );
}

/** Keyboard shortcuts of the filter field, as listed in the keys dialog. */
const fieldKeys: KeyGroup = {
  title: 'Filter',
  needsFocus: true,
  keys: [
    { key: 'Enter', meaning: 'Accept the completion, or run the filter' },
    { key: 'Ctrl-Enter', meaning: 'Run the filter' },
    { key: 'Alt-ArrowLeft', meaning: 'Previous condition' },
    { key: 'Alt-ArrowRight', meaning: 'Next condition' },
    { key: 'Backspace', meaning: 'Edit the condition before the caret' },
    { key: 'Escape', meaning: 'Restore the text of the last run' },
  ],
};

/** Manages the text of the filter field. The key `/` focuses the field. */
function useFilterText(input: RefObject<HTMLInputElement | null>, onRun: () => void) {
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
  const placeCaret = (at: number) => {
    caret.current = at;
  };
  usePageKeys('Filter', [
    { key: '/', meaning: 'Go to the filter', act: () => input.current?.focus() },
  ]);
  useKeyGroup(fieldKeys);
  const run = (next: string) => {
    setText(next);
    refusedFilter.set(undefined);
    noteFilter(next);
    change({ q: next.trim() === '' ? undefined : next });
    onRun();
  };
  return { text, ranText: q, refused: text === q ? refused : undefined, setText, placeCaret, run };
}
