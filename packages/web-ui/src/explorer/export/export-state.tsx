import type { ReactElement } from 'react';
import { Button, PlainButton } from '../../parts/button.js';
import { writeBytes, writeCount } from '../../parts/values/write-value.js';
import styles from './export.module.css';
import type { ExportState as State } from './use-export.js';

interface ExportStateProps {
  readonly state: State;
  readonly onCancel: () => void;
  readonly onRetry: () => void;
  readonly onClear: () => void;
}

/** Shows that an export is running, that it has finished, or why it failed. */
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
        <Button onClick={onRetry}>Retry</Button>
        <PlainButton onClick={onClear}>Close</PlainButton>
      </div>
    );
  }
  const isRunning = state.status === 'running';
  return (
    <div className={styles['bar']} role="status">
      <span>
        {isRunning ? 'Exporting' : 'Exported'} {amount}
      </span>
      <PlainButton onClick={isRunning ? onCancel : onClear}>
        {isRunning ? 'Cancel' : 'Close'}
      </PlainButton>
    </div>
  );
}
