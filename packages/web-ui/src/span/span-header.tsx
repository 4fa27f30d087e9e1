import type { ReactElement, ReactNode } from 'react';
import { type ShownSpan, serviceOf } from '../api/shown-span.js';
import { colourOfService } from '../parts/theme/service-colour.js';
import { CopyButton } from '../parts/values/copy-button.js';
import { writeDuration, writeExactDuration } from '../parts/values/format-duration.js';
import { MarkedText } from '../parts/values/marked-text.js';
import { durationOf } from './duration-of.js';
import styles from './span.module.css';
import { spanCurl } from './span-curl.js';

interface SpanHeaderProps {
  readonly span: ShownSpan;
  /** The way to other spans. */
  readonly children: ReactNode;
}

/** Which span this is, and what can be copied of it. */
export function SpanHeader({ span, children }: SpanHeaderProps): ReactElement {
  const service = serviceOf(span);
  const duration = durationOf(span);
  const kind = [span.span_type === 'unknown' ? undefined : span.span_type, service];
  const kinds = kind.filter((text) => text !== undefined).join(' · ');
  return (
    <header className={styles['who']}>
      <span className={styles['swatch']} style={{ background: colourOfService(service) }} />
      <h2 className={span.status_code === 'STATUS_CODE_ERROR' ? 'bad' : ''} title={span.span_name}>
        <MarkedText text={span.span_name} />
      </h2>
      <span className="quiet" title={kinds}>
        <MarkedText text={kinds} />
      </span>
      <span className={`quiet ${styles['length']}`} title={writeExactDuration(duration)}>
        {writeDuration(duration)}
      </span>
      <div className={styles['actions']}>
        <CopyButton text={span.span_id} what="of the span" label="Copy id" />
        <CopyButton text={spanCurl(span)} what="of the span" label="Copy curl" />
        {children}
      </div>
    </header>
  );
}
