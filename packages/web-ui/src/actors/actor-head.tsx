import { Link } from '@tanstack/react-router';
import type { ReactElement, ReactNode } from 'react';
import { writeFilterText } from '../filter-bar/write-filter-text.js';
import { useStore } from '../parts/store.js';
import { settings } from '../parts/theme/settings.js';
import { clockOf, dayOf, readTime, type TimeZone } from '../parts/values/format-time.js';
import { writeCost, writeCount, writeCounted } from '../parts/values/write-value.js';
import { filterOfActor } from './actor-filter.js';
import { ActorId } from './actor-id.js';
import type { Actor, ActorSummary } from './load-actors.js';
import styles from './turns/turns.module.css';

interface ActorHeadProps {
  readonly actor: Actor;
  readonly id: string;
  readonly summary: ActorSummary | undefined;
  readonly children: ReactNode;
}

/** The heading of a session or user page: the id, the all-time totals, and links to the spans and charts. */
export function ActorHead({ actor, id, summary, children }: ActorHeadProps): ReactElement {
  const zone = useStore(settings.timeZone);
  const q = writeFilterText(filterOfActor(actor, id));
  const whose = actor === 'session' ? 'Its' : 'Their';
  return (
    <header className={styles['head']}>
      <h2>
        <ActorId id={id} />
      </h2>
      {summary !== undefined && <Sums summary={summary} zone={zone} />}
      <Link to="/spans" search={{ q, w: 'all' } as never}>
        {whose} spans
      </Link>
      <Link
        to="/analytics"
        search={{ q, w: '30d', ...(actor === 'user' && { g: 'session' }) } as never}
      >
        {whose} numbers
      </Link>
      {children}
    </header>
  );
}

function Sums({ summary, zone }: { readonly summary: ActorSummary; readonly zone: TimeZone }) {
  const { traces, tokens, costs, errors, first_time: first, last_time: last } = summary;
  const [firstDay, lastDay] = [first, last].map((text) => dayOf(readTime(text), zone));
  const time = (text: string, day: string) => (
    <time dateTime={text} title={text}>
      {day}
      {clockOf(readTime(text), zone).seconds}
    </time>
  );
  return (
    <>
      <span>{writeCounted(traces, 'trace')}</span>
      <span className="quiet">
        {time(first, `${firstDay}, `)} – {time(last, lastDay === firstDay ? '' : `${lastDay}, `)}
      </span>
      {tokens.total > 0 && <span>{writeCount(tokens.total)} tok</span>}
      {costs.total > 0 && <span title={String(costs.total)}>{writeCost(costs.total)} USD</span>}
      {errors > 0 && <span className="bad">{writeCounted(errors, 'error')}</span>}
    </>
  );
}
