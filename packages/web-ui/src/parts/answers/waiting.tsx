import { type ReactElement, useEffect, useState } from 'react';
import styles from './waiting.module.css';

interface WaitingProps {
  readonly onCancel?: () => void;
  /** How far the search has come, in words. */
  readonly reached?: string | undefined;
  /** Whether rows are there already, so that only a search that takes long is shown. */
  readonly hasRows?: boolean;
}

/**
 * Shows nothing for 150 ms, then bars, and after a second the elapsed time, how far the search has come and a way to end
 * the read.
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
          {onCancel !== undefined && (
            <button type="button" className="button" onClick={onCancel}>
              Cancel
            </button>
          )}
        </p>
      )}
    </div>
  );
}
