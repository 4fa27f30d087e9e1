import { type ReactElement, useMemo } from 'react';
import { type KeyGroup, usePageKeys } from '../keys/page-keys.js';
import type { Outline } from '../outline/outline.js';
import { useSearchParameters } from '../url/use-search.js';
import { nextFailure } from './next-failure.js';
import styles from './trace.module.css';

interface WaterfallToolsProps {
  readonly outline: Outline;
  readonly selected: number;
  /** Selects a span, and unfolds what hides it. */
  readonly onReveal: (at: number) => void;
}

/** What a person does with a whole waterfall: mark the critical path, go to the next failure. */
export function WaterfallTools(props: WaterfallToolsProps): ReactElement {
  const { outline, selected, onReveal } = props;
  const [{ path }, change] = useSearchParameters();
  const failure = nextFailure(outline, selected);
  const isPathShown = path !== undefined;
  const keys = useMemo<KeyGroup>(() => {
    const togglePath = () => change({ path: isPathShown ? undefined : '1' });
    const goToFailure = () => failure !== undefined && onReveal(failure);
    return {
      title: 'Trace',
      keys: [
        { key: 'p', meaning: 'Mark the critical path', act: togglePath },
        { key: 'x', meaning: 'Go to the next failed span', act: goToFailure },
      ],
    };
  }, [isPathShown, failure, onReveal, change]);
  usePageKeys(keys);
  const [markPath, goToError] = keys.keys;
  return (
    <div className={styles['tools']}>
      <button
        type="button"
        className="button plain"
        aria-pressed={isPathShown}
        title="The spans that the end of the trace waited for"
        onClick={markPath?.act}
      >
        Critical path <kbd>p</kbd>
      </button>
      {failure !== undefined && (
        <button type="button" className="button plain" onClick={goToError?.act}>
          Next error <kbd>x</kbd>
        </button>
      )}
    </div>
  );
}
