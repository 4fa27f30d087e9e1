import { type ReactElement, useMemo } from 'react';
import { type KeyGroup, usePageKeys } from '../keys/page-keys.js';
import type { Outline } from '../outline/outline.js';
import { useSearchParameters } from '../url/use-search.js';
import { nextFailure } from './next-failure.js';

interface WaterfallToolsProps {
  readonly outline: Outline;
  readonly selected: number;
  /** Selects a span, and unfolds what hides it. */
  readonly onReveal: (at: number) => void;
}

/** What a person does with a whole waterfall: mark the critical path, go to the next failure. */
export function WaterfallTools(props: WaterfallToolsProps): ReactElement {
  const { outline, selected, onReveal } = props;
  const [{ path, key }, change] = useSearchParameters();
  const failure = nextFailure(outline, selected);
  const isPathShown = path !== undefined;
  const isKeyOnly = key !== undefined;
  const keys = useMemo<KeyGroup>(() => {
    const togglePath = () => change({ path: isPathShown ? undefined : '1' });
    const toggleKey = () => change({ key: isKeyOnly ? undefined : '1' });
    const goToFailure = () => failure !== undefined && onReveal(failure);
    return {
      title: 'Trace',
      keys: [
        { key: 'p', meaning: 'Mark the critical path', act: togglePath },
        { key: 'o', meaning: 'Show only key spans', act: toggleKey },
        { key: 'x', meaning: 'Go to the next failed span', act: goToFailure },
      ],
    };
  }, [isPathShown, isKeyOnly, failure, onReveal, change]);
  usePageKeys(keys);
  const [markPath, showKeySpans, goToError] = keys.keys;
  return (
    <>
      <button
        type="button"
        className="button plain"
        aria-pressed={isKeyOnly}
        title="Roots, failures, and the spans of agents, tools and models"
        onClick={showKeySpans?.act}
      >
        Key spans <kbd>o</kbd>
      </button>
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
    </>
  );
}
