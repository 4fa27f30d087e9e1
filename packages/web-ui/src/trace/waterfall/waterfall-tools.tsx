import { type ReactElement, useMemo } from 'react';
import { type KeyGroup, usePageKeys } from '../../parts/keys/page-keys.js';
import { copyText } from '../../parts/values/copy-text.js';
import { writeDuration } from '../../parts/values/format-duration.js';
import { pointedValue } from '../../parts/values/shown-value.js';
import { useSearchParameters } from '../../url/use-search.js';
import { spanIdAt } from '../outline/span-ids.js';
import type { TraceModel } from '../use-trace-model.js';
import { failurePosition, nextFailure } from './next-failure.js';

interface WaterfallToolsProps {
  readonly model: TraceModel;
  readonly selected: number;
  /** Selects a span and unfolds its ancestors. */
  readonly onReveal: (at: number) => void;
}

/** Toolbar of the waterfall, with the critical path and the next failure. */
export function WaterfallTools(props: WaterfallToolsProps): ReactElement {
  const { model, selected, onReveal } = props;
  const { outline, idle } = model;
  const [{ path, key, gaps }, change] = useSearchParameters();
  const failure = nextFailure(outline, selected);
  const place = useMemo(() => failurePosition(outline, selected), [outline, selected]);
  const isPathShown = path !== undefined;
  const isKeyOnly = key !== undefined;
  const keys = useMemo<KeyGroup>(() => {
    const togglePath = () => change({ path: isPathShown ? undefined : '1' });
    const toggleKey = () => change({ key: isKeyOnly ? undefined : '1' });
    const goToFailure = () => failure !== undefined && onReveal(failure);
    // A value below the pointer takes precedence over the row.
    const copy = () => void copyText(pointedValue()?.text ?? spanIdAt(outline, selected) ?? '');
    return {
      title: 'Trace',
      keys: [
        { key: 'p', meaning: 'Mark the critical path', act: togglePath },
        { key: 'o', meaning: 'Show only key spans', act: toggleKey },
        { key: 'x', meaning: 'Go to the next failed span', act: goToFailure },
        { key: 'y', meaning: 'Copy the id of the span', act: copy },
        { key: 'd', meaning: 'Go to the detail of the span', act: focusDetail },
      ],
    };
  }, [isPathShown, isKeyOnly, failure, onReveal, change, outline, selected]);
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
      {(idle !== undefined || gaps !== undefined) && (
        <button
          type="button"
          className="button plain"
          aria-pressed={gaps !== undefined}
          title="Stretches above 5 % of the trace in which no span runs"
          onClick={() => change({ gaps: gaps === undefined ? '1' : undefined })}
        >
          Fold idle time {idle !== undefined && `(${writeDuration(BigInt(Math.round(idle)))})`}
        </button>
      )}
      {failure !== undefined && (
        <button type="button" className="button plain" onClick={goToError?.act}>
          {place} <kbd>x</kbd>
        </button>
      )}
    </>
  );
}

/** Moves the focus to the current tab of the span detail. */
function focusDetail(): void {
  document
    .querySelector<HTMLElement>('[aria-label="Span"] [role=tab][aria-selected=true]')
    ?.focus();
}
