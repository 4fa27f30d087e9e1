import {
  type FormEvent,
  type KeyboardEvent,
  type ReactElement,
  type ReactNode,
  useRef,
} from 'react';
import { ChipLayer } from './chips/chip-layer.js';
import { useChips } from './chips/use-chips.js';
import styles from './filter-bar.module.css';
import { type FilterAction, FilterMenu } from './menu/filter-menu.js';
import { optionId, SuggestionList } from './suggestion-list.js';
import { useFilterText } from './use-filter-text.js';
import { useOffers } from './use-offers.js';
import { WindowPicker } from './window/window-picker.js';

interface FilterBarProps {
  readonly onRun: () => void;
  /** Content next to the window. */
  readonly children?: ReactNode;
  /** Menu items in addition to the recent filters and saved queries. */
  readonly actions?: readonly FilterAction[];
}

/** Form with the filter and the window of a page. `onRun` also runs an unchanged filter. */
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
