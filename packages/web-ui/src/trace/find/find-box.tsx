import { type ReactElement, useEffect, useRef, useState } from 'react';
import { Button } from '../../parts/button.js';
import { usePageKeys } from '../../parts/keys/page-keys.js';
import { writeCount } from '../../parts/values/write-value.js';
import { useSearchParameters } from '../../url/use-search.js';
import styles from './find-box.module.css';
import type { Found } from './use-find.js';

/** Time in ms between the last key press and the start of the search. */
const TYPING_MS = 120;

interface FindBoxProps {
  readonly found: Found;
  readonly selected: number;
  readonly onReveal: (at: number) => void;
}

/** Search box for the spans of a trace. The input is a name or a filter. */
export function FindBox({ found, selected, onReveal }: FindBoxProps): ReactElement {
  const [{ q = '', only }, change] = useSearchParameters();
  const [text, setText] = useState(q);
  const box = useRef<HTMLInputElement>(null);
  const { matches } = found;
  useEffect(() => setText(q), [q]);
  useEffect(() => {
    if (text === q) {
      return;
    }
    const timer = setTimeout(() => change({ q: text === '' ? undefined : text }), TYPING_MS);
    return () => clearTimeout(timer);
  }, [text, q, change]);
  const goTo = (at: number | undefined) => at !== undefined && onReveal(at);
  const toNext = () => goTo(matches.find((at) => at > selected) ?? matches[0]);
  const toPrevious = () => goTo(matches.findLast((at) => at < selected) ?? matches.at(-1));
  usePageKeys('Find', [
    { key: '/', meaning: 'Find in the trace', act: () => box.current?.focus() },
    { key: 'n', meaning: 'Next match', act: toNext },
    { key: 'Shift-n', meaning: 'Previous match', act: toPrevious },
  ]);
  return (
    <search className={styles['find']}>
      <input
        ref={box}
        type="search"
        className="field"
        aria-label="Find in trace"
        placeholder="Find in trace"
        value={text}
        onChange={({ target }) => setText(target.value)}
        onKeyDown={({ key, currentTarget }) => {
          if (key === 'Enter') {
            toNext();
          } else if (key === 'Escape') {
            currentTarget.blur();
          }
        }}
      />
      <span role="status" className={found.problem === undefined ? 'quiet' : 'bad'}>
        {q !== '' && sayFound(found)}
      </span>
      {q !== '' && (
        <Button
          isPlain
          aria-pressed={only !== undefined}
          onClick={() => change({ only: only === undefined ? '1' : undefined })}
        >
          Only matches
        </Button>
      )}
    </search>
  );
}

function sayFound({ matches, isSearching, isCut, problem }: Found): string {
  if (problem !== undefined) {
    return problem;
  }
  if (matches.length === 0) {
    return isSearching ? 'searching …' : 'no match';
  }
  const count = `${writeCount(matches.length)} ${matches.length === 1 ? 'match' : 'matches'}`;
  if (isSearching) {
    return `${count} so far`;
  }
  return isCut ? `the first ${count}` : count;
}
