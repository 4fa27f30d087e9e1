import type { ReactElement } from 'react';
import { openedList, openNeighbour } from '../parts/lists/opened-list.js';
import { useStore } from '../parts/store.js';
import { writeCount } from '../parts/values/format-number.js';
import styles from './trace.module.css';

/** Position of the trace in the list that the user opened it from, with links to the previous and next trace. */
export function ResultNavigation({ traceId }: { readonly traceId: string }): ReactElement | null {
  const list = useStore(openedList);
  if (list?.keyAt(list.at)?.startsWith(traceId) !== true) {
    return null;
  }
  const { known, isComplete } = list.size();
  const place = list.at + 1;
  return (
    <span className={styles['way']} role="group" aria-label="Results of the list">
      <button
        type="button"
        className="button plain"
        aria-label="Previous result"
        title="Previous result ([)"
        disabled={place === 1}
        onClick={() => openNeighbour(-1)}
      >
        ‹
      </button>
      <span className="quiet">
        {writeCount(place)} of {writeCount(known)}
        {!isComplete && '+'}
      </span>
      <button
        type="button"
        className="button plain"
        aria-label="Next result"
        title="Next result (])"
        disabled={isComplete && place >= known}
        onClick={() => openNeighbour(1)}
      >
        ›
      </button>
    </span>
  );
}
