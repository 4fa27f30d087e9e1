import { Link, useParams } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import type { CursorPages } from '../api/cursor-pages.js';
import type { TraceSummary } from '../api/trace-summary.js';
import { WindowPicker } from '../filter-bar/window/window-picker.js';
import { Page } from '../frame/page.js';
import { Message, ShortProblem, Waiting } from '../parts/answers/answer-states.js';
import { Button } from '../parts/button.js';
import { usePageKeys } from '../parts/keys/page-keys.js';
import { usePagesState } from '../parts/lists/row-grid.js';
import { useStore } from '../parts/store.js';
import { settings } from '../parts/theme/settings.js';
import { clockOf, dayOf, readTime } from '../parts/values/format-time.js';
import { useSearchParameters } from '../url/use-search.js';
import { ActorHead } from './actor-head.js';
import { ActorId, nameOfId } from './actor-id.js';
import type { Actor, ActorSummary } from './load-actors.js';
import { TurnFeed } from './turns/turn-feed.js';
import styles from './turns/turns.module.css';
import { useActorReads } from './use-actor-reads.js';
import { useNeighbourKeys } from './use-neighbour-keys.js';
import { UserViews } from './user-views.js';

/** Labels and paths that differ between session pages and user pages. */
const words = {
  session: { title: 'Session', list: 'Sessions', to: '/sessions', feed: 'Turns' },
  user: { title: 'User', list: 'Users', to: '/users', feed: 'Traces' },
} as const;

type Order = 'ascending' | 'descending';

/** Default order of the turns: oldest first in a session, newest first for a user. */
const firstOrders = { session: 'ascending', user: 'descending' } as const;

/** The page of a session, which shows one conversation across several traces. */
export function SessionPage(): ReactElement {
  return <ActorPage actor="session" />;
}

/** The page of one user, with a list of the user's traces. */
export function UserPage(): ReactElement {
  return <ActorPage actor="user" />;
}

/**
 * Shows the traces of one session or user as questions and answers. If the address has no time window, all traces are
 * shown.
 */
function ActorPage({ actor }: { readonly actor: Actor }): ReactElement {
  const { [`${actor}Id` as const]: id = '' } = useParams({ strict: false });
  const firstOrder = firstOrders[actor];
  const [{ o, q, w, tab }, change] = useSearchParameters();
  const order: Order = o === 'ascending' || o === 'descending' ? o : firstOrder;
  const reads = useActorReads({ actor, id, order });
  const { pages, bounds, arrived, summary, error, readAt, readAgain } = reads;
  const message = useNeighbourKeys(actor, id);
  const { title, list, to, feed } = words[actor];
  const turnOver = () => {
    const other = order === 'ascending' ? 'descending' : 'ascending';
    change({ o: other === firstOrder ? undefined : other });
  };
  const turns = (
    <TurnFeed
      key={`${actor} ${id}`}
      name={feed}
      pages={pages}
      arrived={arrived.turns}
      order={order}
      empty={
        error === null && (
          <NothingHere actor={actor} summary={summary} onShowAll={() => change({ w: undefined })} />
        )
      }
    />
  );
  const bar = (
    <>
      <Link to={to} search={{ q, w } as never}>
        {list}
      </Link>
      <span className="row push">
        <WindowPicker whenAbsent={{ kind: 'all' }} />
        <LiveTurnsButton />
      </span>
    </>
  );
  return (
    <Page title={`${title} ${nameOfId(id)}`} bar={bar} readAt={readAt} onRetry={readAgain}>
      <div className={styles['page']}>
        <ActorHead actor={actor} id={id} summary={summary ?? undefined}>
          {actor === 'session' && <UsersOfTurns pages={pages} />}
          {(actor === 'session' || tab === undefined) && (
            <OrderButton order={order} onTurn={turnOver} />
          )}
        </ActorHead>
        {error !== null && (
          <ShortProblem what="The totals could not be read" error={error} retry={readAgain} />
        )}
        <p role="status" className="quiet">
          {message ?? (arrived.interruption && `Interrupted: ${arrived.interruption}`)}
        </p>
        {actor === 'user' ? (
          <UserViews {...{ id, bounds, summary, error }} onReload={readAgain}>
            {turns}
          </UserViews>
        ) : (
          turns
        )}
      </div>
    </Page>
  );
}

function OrderButton({ order, onTurn }: { readonly order: Order; readonly onTurn: () => void }) {
  usePageKeys('Order', [{ key: 'o', meaning: 'Reverse the order', act: onTurn }]);
  return (
    <Button onClick={onTurn}>{order === 'ascending' ? 'Oldest first' : 'Newest first'}</Button>
  );
}

/** Shows one link for each distinct user in the loaded turns. */
function UsersOfTurns({ pages }: { readonly pages: CursorPages<TraceSummary> }): ReactElement {
  const { known } = usePagesState(pages);
  const users = Array.from({ length: known }, (_, at) => pages.row(at)?.user_id ?? []).flat();
  return (
    <>
      {[...new Set(users)].map((userId) => (
        <Link key={userId} to="/users/$userId" params={{ userId }} title="The user of these turns">
          <ActorId id={userId} />
        </Link>
      ))}
    </>
  );
}

interface NothingHereProps {
  readonly actor: Actor;
  /** The totals for the session or user: null if nothing is stored, undefined while the totals load. */
  readonly summary: ActorSummary | null | undefined;
  readonly onShowAll: () => void;
}

/**
 * Message for a session or user without spans in the time window. It shows the time of the last activity, or states
 * that nothing is stored.
 */
function NothingHere({ actor, summary, onShowAll }: NothingHereProps): ReactElement {
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
      <Button onClick={onShowAll}>Show all time</Button>
    </Message>
  );
}

/** Button that turns live updates of the page on or off. */
function LiveTurnsButton(): ReactElement {
  const [{ live }, change] = useSearchParameters();
  const isLive = live !== undefined;
  const toggle = () => change({ live: isLive ? undefined : '1' });
  usePageKeys('Live', [{ key: 'l', meaning: 'Follow turns as they arrive, or stop', act: toggle }]);
  return (
    <Button aria-pressed={isLive} onClick={toggle}>
      Live
    </Button>
  );
}
