import { Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { useStore } from '../parts/store.js';
import { settings } from '../parts/theme/settings.js';
import { writeDuration, writeExactDuration } from '../parts/values/format-duration.js';
import { writeCost, writeCount } from '../parts/values/format-number.js';
import { clockOf, dayOf, writeTime } from '../parts/values/format-time.js';
import { MarkedText } from '../parts/values/marked-text.js';
import type { Outline } from '../trace/outline/outline.js';
import styles from './compare.module.css';

interface TraceFactsProps {
  readonly side: 'A' | 'B';
  readonly outline: Outline;
}

/** One of the two traces: its name, which leads to its page, and its sums. */
export function TraceFacts({ side, outline }: TraceFactsProps): ReactElement {
  const zone = useStore(settings.timeZone);
  const { traceId, base, texts, name, totals, failed } = outline;
  const title = texts[name[0] ?? -1] ?? traceId;
  const ns = BigInt(Math.round(outline.length));
  return (
    <section className={styles['head']} aria-label={`Trace ${side}`}>
      <b className={styles['side']}>{side}</b>
      <Link to="/traces/$traceId" params={{ traceId }} className="cut" title={title}>
        <MarkedText text={title} />
      </Link>
      <span className="mono faint" title={traceId}>
        {traceId.slice(0, 8)}
      </span>
      <time className="faint" dateTime={writeTime(base)} title={writeTime(base)}>
        {dayOf(base, zone)}, {clockOf(base, zone).seconds}
      </time>
      <span className={styles['sums']}>
        <span title={writeExactDuration(ns)}>{writeDuration(ns)}</span>
        <span>
          {writeCount(outline.count)} {outline.count === 1 ? 'span' : 'spans'}
        </span>
        {failed > 0 && <span className="bad">{writeCount(failed)} failed</span>}
        {totals.tokens.total !== undefined && <span>{writeCount(totals.tokens.total)} tokens</span>}
        {totals.costs.total !== undefined && (
          <span title={String(totals.costs.total)}>{writeCost(totals.costs.total)} USD</span>
        )}
      </span>
    </section>
  );
}
