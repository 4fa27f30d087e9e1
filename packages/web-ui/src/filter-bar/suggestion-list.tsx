import type { ReactElement } from 'react';
import { writeCount } from '../parts/format-number.js';
import { MarkedText } from '../parts/marked-text.js';
import styles from './filter-bar.module.css';
import type { Suggestion } from './use-suggestions.js';

interface SuggestionListProps {
  readonly suggestions: readonly Suggestion[];
  readonly marked: number | undefined;
  readonly onAccept: (suggestion: Suggestion) => void;
}

/** Returns the id of a suggestion, for the field that marks it. */
export function optionId(at: number): string {
  return `filter-completion-${at}`;
}

/** What can stand at the caret of the filter. The field keeps the focus. */
export function SuggestionList(props: SuggestionListProps): ReactElement | null {
  const { suggestions, marked, onAccept } = props;
  if (suggestions.length === 0) {
    return null;
  }
  return (
    <div
      className={styles['suggestions']}
      id="filter-completions"
      role="listbox"
      aria-label="Completions"
    >
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
  );
}
