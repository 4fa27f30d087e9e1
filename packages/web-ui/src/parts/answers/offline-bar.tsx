import { Button } from '../button.js';
import { writeMoment } from '../lists/unfinished-list.js';
import { useStore } from '../store.js';
import { settings } from '../theme/settings.js';
import styles from './answer-states.module.css';

interface OfflineBarProps {
  /** Time at which the visible data was read; undefined if the last request succeeded. */
  readonly readAt: string | undefined;
  readonly onRetry: () => void;
}

/** Reports that the service does not respond, and shows when the visible data was read. */
export function OfflineBar({ readAt, onRetry }: OfflineBarProps) {
  const zone = useStore(settings.timeZone);
  return readAt === undefined ? null : (
    <div className={styles['offline']} role="alert">
      <span>The service does not answer. What is shown is from {writeMoment(readAt, zone)}.</span>
      <Button onClick={onRetry}>Retry</Button>
    </div>
  );
}
