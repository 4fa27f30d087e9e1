import type { ReactElement } from 'react';
import { useStore } from '../parts/store.js';
import { momentOf } from '../parts/unfinished-list.js';
import { settings } from '../theme/settings.js';
import styles from './explorer.module.css';

interface OfflineBarProps {
  /** When the rows were read; undefined if they are those of the last try. */
  readonly readAt: string | undefined;
  readonly onRetry: () => void;
}

/** Says that the service does not answer, and how old the rows are. */
export function OfflineBar({ readAt, onRetry }: OfflineBarProps): ReactElement | null {
  const zone = useStore(settings.timeZone);
  return readAt === undefined ? null : (
    <div className={styles['offline']} role="alert">
      <span>The service does not answer. The rows are those of {momentOf(readAt, zone)}.</span>
      <button type="button" className="button" onClick={onRetry}>
        Retry
      </button>
    </div>
  );
}
