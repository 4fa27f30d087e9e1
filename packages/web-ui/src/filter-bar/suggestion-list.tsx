import { type ReactElement, useEffect } from 'react';
import { writeCount } from '../parts/values/format-number.js';
import { MarkedText } from '../parts/values/marked-text.js';
import styles from './filter-bar.module.css';
import { MAX_COMPLETIONS, type Suggestion } from './load-completions.js';

interface SuggestionListProps {
  readonly suggestions: readonly Suggestion[];
  /** True if there are more suggestions. */
  readonly isCut: boolean;
  readonly marked: number | undefined;
  readonly onAccept: (suggestion: Suggestion) => void;
}

/** Returns the element id of a suggestion, for `aria-activedescendant`. */
export function optionId(at: number): string {
  return `filter-completion-${at}`;
}

/** Lists the suggestions at the caret of the filter. The field keeps the focus. */
export function SuggestionList(props: SuggestionListProps): ReactElement | null {
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
