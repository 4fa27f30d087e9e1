import type { ReactElement } from 'react';
import { lastCost } from '../api/query-cost.js';
import { keyList } from '../keys/key-list-state.js';
import { writeBytes, writeCount } from '../parts/format-number.js';
import { useStore } from '../parts/store.js';
import { settings } from '../theme/settings.js';
import styles from './frame.module.css';

/** What the last read took in the store, and how times are shown. */
export function StatusLine(): ReactElement {
  const cost = useStore(lastCost);
  const zone = useStore(settings.timeZone);
  return (
    <footer className={styles['foot']}>
      {cost !== undefined && (
        <span title="What the last read took in the store">
          {writeCount(cost.rows)} rows · {writeBytes(cost.bytes)} · {writeCount(cost.ms)} ms
        </span>
      )}
      <span className={styles['right']}>
        <button
          type="button"
          onClick={() => settings.timeZone.set(zone === 'utc' ? 'local' : 'utc')}
          title="Change the time zone"
        >
          {zone === 'utc' ? 'UTC' : 'Local time'}
        </button>
        <button type="button" onClick={() => keyList.set(true)}>
          <kbd>?</kbd> keys
        </button>
      </span>
    </footer>
  );
}
