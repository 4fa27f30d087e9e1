import type { ReactElement } from 'react';
import { lastCost } from '../api/query-cost.js';
import { visibleTo } from '../api/visible-to.js';
import { keyList } from '../parts/keys/key-list-state.js';
import { useStore } from '../parts/store.js';
import { settings } from '../parts/theme/settings.js';
import { copyProblem } from '../parts/values/copy-text.js';
import { writeBytes, writeCount } from '../parts/values/format-number.js';
import { clockOf, dayOf, readTime, type TimeZone } from '../parts/values/format-time.js';
import styles from './frame.module.css';

const themes = {
  system: { word: 'System theme', next: 'light' },
  light: { word: 'Light theme', next: 'dark' },
  dark: { word: 'Dark theme', next: 'system' },
} as const;

/** Shows the cost of the last read, the time up to which stored spans are visible, and the display settings. */
export function StatusLine(): ReactElement {
  const cost = useStore(lastCost);
  const problem = useStore(copyProblem);
  const visible = useStore(visibleTo);
  const zone = useStore(settings.timeZone);
  const theme = themes[useStore(settings.theme)];
  return (
    <footer className={styles['foot']}>
      <span className="cut">
        {problem !== undefined && (
          <span role="alert" className="bad" title={problem}>
            {problem}
          </span>
        )}
        {problem === undefined && cost !== undefined && (
          <span title="What the last read took in the store">
            {writeCount(cost.rows)} rows · {writeBytes(cost.bytes)} · {writeCount(cost.ms)} ms
          </span>
        )}
      </span>
      <span className={styles['right']}>
        {visible !== undefined && <VisibleTo time={visible} zone={zone} />}
        <button
          type="button"
          className={styles['setting']}
          onClick={() => settings.timeZone.set(zone === 'utc' ? 'local' : 'utc')}
          title="Change the time zone"
        >
          {zone === 'utc' ? 'UTC' : 'Local time'}
        </button>
        <button
          type="button"
          className={styles['setting']}
          onClick={() => settings.theme.set(theme.next)}
          title="Change the theme"
        >
          {theme.word}
        </button>
        <button type="button" onClick={() => keyList.set(true)}>
          <kbd>?</kbd> keys
        </button>
      </span>
    </footer>
  );
}

interface VisibleToProps {
  readonly time: string;
  readonly zone: TimeZone;
}

/** Shows the time up to which all spans are visible, to a tenth of a second. The title has the full time. */
function VisibleTo({ time, zone }: VisibleToProps): ReactElement {
  const ns = readTime(time);
  const { seconds, ms } = clockOf(ns, zone);
  return (
    <span
      className={styles['visible']}
      title={`The last list or count has everything that was stored on ${dayOf(ns, zone)}, ${time}`}
    >
      visible to {seconds}
      {ms.slice(0, 2)}
    </span>
  );
}
