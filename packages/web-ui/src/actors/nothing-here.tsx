import type { ReactElement } from 'react';
import { Message } from '../parts/answers/message.js';
import { Waiting } from '../parts/answers/waiting.js';
import { useStore } from '../parts/store.js';
import { settings } from '../parts/theme/settings.js';
import { clockOf, dayOf, readTime } from '../parts/values/format-time.js';
import type { Actor, ActorSummary } from './load-actors.js';

interface NothingHereProps {
  readonly actor: Actor;
  /** Null if nothing is stored, undefined while the sums load. */
  readonly summary: ActorSummary | null | undefined;
  readonly onShowAll: () => void;
}

/**
 * Message of a session or user without spans in the window: the time of its last activity, or that nothing is stored.
 */
export function NothingHere({ actor, summary, onShowAll }: NothingHereProps): ReactElement {
  const zone = useStore(settings.timeZone);
  if (summary === undefined) {
    return <Waiting />;
  }
  if (summary === null) {
    return (
      <Message title={`No trace of this ${actor} is stored.`}>
        <p>The traces may be deleted, expired, or not stored yet.</p>
      </Message>
    );
  }
  const last = readTime(summary.last_time);
  return (
    <Message title={`This ${actor} has no trace in the window.`}>
      <p>
        It was last seen on{' '}
        <time dateTime={summary.last_time} title={summary.last_time}>
          {dayOf(last, zone)}, {clockOf(last, zone).seconds}
        </time>
        .
      </p>
      <button type="button" className="button" onClick={onShowAll}>
        Show all time
      </button>
    </Message>
  );
}
