import type { ReactElement } from 'react';
import { writeBytes, writeCount } from '../../parts/values/format-number.js';
import styles from './export.module.css';
import type { ExportState as State } from './use-export.js';

interface ExportStateProps {
  readonly state: State;
  readonly onCancel: () => void;
  readonly onRetry: () => void;
  readonly onClear: () => void;
}

/** Shows the progress of an export, its completion, or the reason it failed. */
export function ExportState(props: ExportStateProps): ReactElement | null {
  const { state, onCancel, onRetry, onClear } = props;
  if (state.status === 'none') {
    return null;
  }
  const amount = `${writeCount(state.rows)} rows, ${writeBytes(state.bytes)}`;
  if (state.status === 'failed') {
    return (
      <div className={`${styles['bar']} ${styles['failed']}`} role="alert">
        <span>
          The export failed after {amount}: {state.message} No file was written.
        </span>
        <button type="button" className="button" onClick={onRetry}>
          Retry
        </button>
        <button type="button" className="button plain" onClick={onClear}>
          Close
        </button>
      </div>
    );
  }
  const isRunning = state.status === 'running';
  return (
    <div className={styles['bar']} role="status">
      <span>
        {isRunning ? 'Exporting' : 'Exported'} {amount}
      </span>
      <button type="button" className="button plain" onClick={isRunning ? onCancel : onClear}>
        {isRunning ? 'Cancel' : 'Close'}
      </button>
    </div>
  );
}
