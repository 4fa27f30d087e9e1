import { Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import type { Outline } from '../outline/outline.js';
import { CopyButton } from '../parts/copy-button.js';
import styles from './trace.module.css';

/** The bar of a trace: the way back, its id, and its address to share. */
export function TraceBar({ outline }: { readonly outline: Outline | undefined }): ReactElement {
  return (
    <>
      <Link to="/spans">Explorer</Link>
      <span className="faint">/</span>
      <span className={`mono cut ${styles['id']}`}>{outline?.traceId}</span>
      {outline !== undefined && <CopyButton text={outline.traceId} what="the trace id" />}
      <span className={styles['end']}>
        <CopyButton text={window.location.href} what="to this page" label="Copy link" />
      </span>
    </>
  );
}
