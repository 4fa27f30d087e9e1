import { type ReactElement, useEffect, useState } from 'react';
import { Button } from '../button.js';
import styles from './waiting.module.css';

interface WaitingProps {
  readonly onCancel?: () => void;
  /** Progress of the search, in words. */
  readonly reached?: string | undefined;
  /** True if rows are already shown. Then only a slow search is shown. */
  readonly hasRows?: boolean;
}

/**
 * Shows nothing for 150 ms, then bars. After a second, it shows the elapsed time, the progress of the search and a
 * Cancel button.
 */
export function Waiting({ onCancel, reached, hasRows = false }: WaitingProps): ReactElement {
  const [elapsedMs, setElapsedMs] = useState(0);
  useEffect(() => {
    const startedMs = performance.now();
    const timer = setInterval(() => setElapsedMs(performance.now() - startedMs), 150);
    return () => clearInterval(timer);
  }, []);
  return (
    <div className={styles[hasRows ? 'below' : 'waiting']} aria-busy="true">
      {elapsedMs > 0 && !hasRows && Array.from({ length: 8 }, (_, row) => <i key={row} />)}
      {elapsedMs > 1000 && (
        <p>
          Searching for {Math.floor(elapsedMs / 1000)} s
          {reached !== undefined && `, searched back to ${reached}`}{' '}
          {onCancel !== undefined && <Button onClick={onCancel}>Cancel</Button>}
        </p>
      )}
    </div>
  );
}
