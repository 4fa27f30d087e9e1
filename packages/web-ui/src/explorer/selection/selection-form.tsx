import { useQuery } from '@tanstack/react-query';
import { type FormEvent, type ReactElement, useEffect, useState } from 'react';
import { aggregate } from '../../api/aggregate.js';
import type { Filtering } from '../../filter-bar/filtering.js';
import { writeFilterText } from '../../filter-bar/write-filter-text.js';
import type { Bounds } from '../../url/time-window.js';
import { useSearchParameters } from '../../url/use-search.js';
import styles from './selection.module.css';

interface SelectionFormProps {
  /** Filter text of the selection. */
  readonly selection: string;
  readonly filtering: Filtering | undefined;
  readonly bounds: Bounds;
}

const failed = 'status:error';

/**
 * Form that chooses the spans to compare with the others: the failed ones, the slow ones, or those that match a filter.
 */
export function SelectionForm({ selection, filtering, bounds }: SelectionFormProps): ReactElement {
  const [, change] = useSearchParameters();
  const [text, setText] = useState(selection);
  useEffect(() => setText(selection), [selection]);
  const slow = useSlowSpans(filtering, bounds);
  const choose = (next: string) => change({ s: next }, 'push');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    choose(text);
  };
  return (
    <form className={styles['form']} onSubmit={submit}>
      <label>
        Compare
        <input
          className="field mono"
          aria-label="Selection"
          value={text}
          spellCheck={false}
          autoComplete="off"
          onChange={({ target }) => setText(target.value)}
        />
      </label>
      <button type="submit" className="button">
        Compare with the rest
      </button>
      <button
        type="button"
        className="button plain"
        aria-pressed={selection === failed}
        onClick={() => choose(failed)}
      >
        Failed
      </button>
      {slow !== undefined && (
        <button
          type="button"
          className="button plain"
          aria-pressed={selection === slow}
          onClick={() => choose(slow)}
        >
          Slowest 5 %
        </button>
      )}
    </form>
  );
}

/** Returns the filter for spans at or above the 95th percentile of duration; undefined until it is known. */
function useSlowSpans(filtering: Filtering | undefined, bounds: Bounds): string | undefined {
  const { data } = useQuery({
    queryKey: ['slow', filtering, bounds],
    queryFn: ({ signal }) => {
      const measures = ['duration.p95'];
      return aggregate({ ...(filtering && { filtering }), windowing: bounds, measures }, signal);
    },
  });
  const ms = data?.total.duration?.['p95'];
  if (ms == null) {
    return undefined;
  }
  const key = 'ag.metrics.duration.cumulative';
  const condition = { field: 'attributes', key, operator: 'gte', value: ms };
  return writeFilterText({ operator: 'and', conditions: [condition] });
}
