import type { ReactElement, ReactNode } from 'react';
import { type Outline, STATUS_ERROR } from '../outline/outline.js';
import { writeDuration, writeExactDuration } from '../parts/format-duration.js';
import { writeCost, writeCount } from '../parts/format-number.js';
import { clockOf, dayOf, writeTime } from '../parts/format-time.js';
import { useStore } from '../parts/store.js';
import { settings } from '../theme/settings.js';
import styles from './trace.module.css';

interface TraceHeaderProps {
  readonly outline: Outline;
  /** What can be done with the trace. */
  readonly children: ReactNode;
}

/** The name of a trace, and its sums. */
export function TraceHeader({ outline, children }: TraceHeaderProps): ReactElement {
  const zone = useStore(settings.timeZone);
  const { base, texts, name, service, totals } = outline;
  const lengthNs = BigInt(Math.round(outline.length));
  const { seconds } = clockOf(base, zone);
  const failed = outline.status.reduce((sum, status) => sum + (status === STATUS_ERROR ? 1 : 0), 0);
  return (
    <header className={styles['header']}>
      <div className={styles['title']}>
        <h2>{texts[name[0] ?? -1] ?? outline.traceId}</h2>
        <span className="quiet">{texts[service[0] ?? -1]}</span>
        {children}
        <time className="faint" dateTime={writeTime(base)} title={writeTime(base)}>
          {dayOf(base, zone)}, {seconds}.
          <span className="mono">
            {writeTime(base)
              .slice(20, -1)
              .replace(/(\d{3})(?=\d)/g, '$1 ')}
          </span>
        </time>
      </div>
      <dl className={styles['facts']}>
        <Fact name="Duration">
          <span title={writeExactDuration(lengthNs)}>{writeDuration(lengthNs)}</span>
        </Fact>
        <Fact name="Spans">{writeCount(outline.count)}</Fact>
        <Fact name="Failed">
          <span className={failed > 0 ? 'bad' : ''}>{writeCount(failed)}</span>
        </Fact>
        {totals.tokens.total !== undefined && (
          <Fact name="Tokens in → out">
            {writeCount(totals.tokens.prompt ?? 0)} → {writeCount(totals.tokens.completion ?? 0)}
          </Fact>
        )}
        {totals.costs.total !== undefined && (
          <Fact name="Cost (USD)">
            <span title={String(totals.costs.total)}>{writeCost(totals.costs.total)}</span>
          </Fact>
        )}
      </dl>
    </header>
  );
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
