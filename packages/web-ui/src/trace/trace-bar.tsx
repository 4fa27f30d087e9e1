import { Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { CompareWith } from '../parts/lists/mark-to-compare.js';
import type { MarkedTrace } from '../parts/lists/marked-traces.js';
import { CopyButton } from '../parts/values/copy-button.js';
import type { Outline } from './outline/outline.js';
import { ResultWay } from './result-way.js';
import styles from './trace.module.css';
import { TraceMenu } from './trace-menu.js';

interface TraceBarProps {
  readonly traceId: string;
  /** Undefined until it is read. */
  readonly outline: Outline | undefined;
}

/** The bar of a trace: the way back, its id, and its address to share. */
export function TraceBar({ traceId, outline }: TraceBarProps): ReactElement {
  const hasSpans = outline !== undefined && outline.count > 0;
  return (
    <>
      <Link to="/spans">Explorer</Link>
      <span className="faint">/</span>
      <span className={`mono cut ${styles['id']}`}>{outline?.traceId}</span>
      <span className={styles['copy']}>
        {outline !== undefined && <CopyButton text={outline.traceId} what="the trace id" />}
      </span>
      <span className={styles['end']}>
        <ResultWay traceId={traceId} />
        {hasSpans && <CompareWith trace={markOf(outline)} />}
        <span className={styles['copy']}>
          <CopyButton text={window.location.href} what="to this page" label="Copy link" />
        </span>
        {hasSpans && <TraceMenu outline={outline} />}
      </span>
    </>
  );
}

function markOf({ traceId, texts, name }: Outline): MarkedTrace {
  return { traceId, name: texts[name[0] ?? -1] ?? traceId };
}
