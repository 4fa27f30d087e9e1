import { Link } from '@tanstack/react-router';
import type { ReactElement, ReactNode } from 'react';
import { useStore } from '../parts/store.js';
import { settings } from '../parts/theme/settings.js';
import { clockOf, dayOf, writeTime } from '../parts/values/format-time.js';
import {
  MarkedText,
  writeCost,
  writeCount,
  writeDuration,
  writeExactDuration,
} from '../parts/values/write-value.js';
import { useSpan } from '../span/load-span.js';
import { useSearchParameters } from '../url/use-search.js';
import { type Outline, type OutlineTotals, spanIdAt } from './outline/outline.js';
import styles from './trace.module.css';
import { longestOf } from './trace-path.js';
import { useTraceTask } from './workers/use-trace-task.js';

interface TraceHeaderProps {
  readonly outline: Outline;
  /** Buttons for actions on the whole trace. */
  readonly children: ReactNode;
}

/** Shows the name and the totals of a trace. */
export function TraceHeader({ outline, children }: TraceHeaderProps): ReactElement {
  const zone = useStore(settings.timeZone);
  const { base, texts, name, service, totals, failed } = outline;
  const title = texts[name[0] ?? -1] ?? outline.traceId;
  const { seconds } = clockOf(base, zone);
  return (
    <header className={styles['header']}>
      <div className={styles['title']}>
        <h2 title={title}>
          <MarkedText text={title} />
        </h2>
        <span className={`quiet cut ${styles['service']}`} title={texts[service[0] ?? -1]}>
          <MarkedText text={texts[service[0] ?? -1] ?? ''} />
        </span>
        {children}
        <time className="faint push" dateTime={writeTime(base)} title={writeTime(base)}>
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
          <span title={writeExactDuration(outline.length)}>{writeDuration(outline.length)}</span>
        </Fact>
        <Fact name="Spans">{writeCount(outline.count)}</Fact>
        <Fact name="Failed">
          <span className={failed > 0 ? 'bad' : ''}>{writeCount(failed)}</span>
        </Fact>
        <Usage {...totals} />
        <Actors outline={outline} />
        <PathFact outline={outline} />
      </dl>
    </header>
  );
}

/**
 * Tokens and costs of the model calls; nothing if there are no model calls. A cost of 0 means that the model's price is
 * unknown.
 */
function Usage({ tokens, costs }: OutlineTotals): ReactElement | null {
  const { prompt, completion, total } = tokens;
  const cost = costs.total;
  return total === 0 && cost === 0 ? null : (
    <>
      <Fact name="Tokens in → out">
        {writeCount(prompt)} → {writeCount(completion)}
      </Fact>
      <Fact name="Cost (USD)">
        <span title={String(cost)}>{writeCost(cost)}</span>
      </Fact>
    </>
  );
}

/** Links to the session and the user that the root span names. */
function Actors({ outline }: { readonly outline: Outline }): ReactElement {
  const { data } = useSpan(outline.traceId, spanIdAt(outline, 0));
  const { session_id: session, user_id: user } = data?.span ?? {};
  return (
    <>
      {user !== undefined && (
        <Fact name="User">
          <Link to="/users/$userId" params={{ userId: user }} title={user}>
            <MarkedText text={user} />
          </Link>
        </Fact>
      )}
      {session !== undefined && (
        <Fact name="Session">
          <Link to="/sessions/$sessionId" params={{ sessionId: session }} title={session}>
            <MarkedText text={session} />
          </Link>
        </Fact>
      )}
    </>
  );
}

interface FactProps {
  readonly name: string;
  readonly className?: string | undefined;
  readonly children: ReactNode;
}

function Fact({ name, className = '', children }: FactProps): ReactElement {
  return (
    <div>
      <dt>{name}</dt>
      <dd className={`cut ${className}`}>{children}</dd>
    </div>
  );
}

/** Button that selects the span with the most time on the critical path, and shows the span's share of that path. */
function PathFact({ outline }: { readonly outline: Outline }): ReactElement | null {
  const path = useTraceTask('tracePath', outline.isPartial ? undefined : outline);
  const [, change] = useSearchParameters();
  if (path === undefined || outline.count < 2) {
    return null;
  }
  const { at, share } = longestOf(path.time);
  const name = outline.texts[outline.name[at] ?? -1] ?? '';
  return share === 0 ? null : (
    <Fact name="On the critical path" className={styles['share']}>
      <button
        type="button"
        className={styles['fact']}
        title={`${name}: select the span that the end of the trace waited for longest`}
        onClick={() => change({ s: spanIdAt(outline, at) })}
      >
        <MarkedText text={name} />
      </button>
      <span>{Math.round(100 * share)} %</span>
    </Fact>
  );
}
