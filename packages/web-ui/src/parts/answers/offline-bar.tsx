import type { ReactElement } from 'react';
import { writeMoment } from '../lists/unfinished-list.js';
import { useStore } from '../store.js';
import { settings } from '../theme/settings.js';
import styles from './message.module.css';

interface OfflineBarProps {
  /** When the service answered what the page shows; undefined if that is the last try. */
  readonly readAt: string | undefined;
  readonly onRetry: () => void;
}

/** Says that the service does not answer, and how old the data of the page is. */
export function OfflineBar({ readAt, onRetry }: OfflineBarProps): ReactElement | null {
  const zone = useStore(settings.timeZone);
  return readAt === undefined ? null : (
    <div className={styles['offline']} role="alert">
      <span>The service does not answer. What is shown is from {writeMoment(readAt, zone)}.</span>
      <button type="button" className="button" onClick={onRetry}>
        Retry
      </button>
    </div>
  );
}
