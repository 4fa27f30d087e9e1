import { Link } from '@tanstack/react-router';
import { type ReactElement, useCallback, useMemo } from 'react';
import { loadSummaries } from '../api/trace-summary.js';
import { WindowPicker } from '../filter-bar/window/window-picker.js';
import { Page } from '../frame/page.js';
import { type KeyGroup, usePageKeys } from '../keys/page-keys.js';
import { createPages } from '../parts/list-view.js';
import { useAfter } from '../parts/use-after.js';
import { isAnswered, usePagesFlag } from '../parts/use-pages-flag.js';
import { LiveTurnsButton } from '../turns/live-turns-button.js';
import { TurnFeed } from '../turns/turn-feed.js';
import styles from '../turns/turns.module.css';
import { useLiveTurns } from '../turns/use-live-turns.js';
import { boundsOf, readTimeWindow } from '../url/time-window.js';
import { useSearchParameters } from '../url/use-search.js';
import { filterOfActor } from './actor-filter.js';
import { ActorHead } from './actor-head.js';
import { nameOfId } from './actor-id.js';
import type { Actor } from './load-actors.js';
import { NothingHere } from './nothing-here.js';
import { useActorSummary } from './use-actor-summary.js';
import { useNeighbourKeys } from './use-neighbour-keys.js';
import { UserViews } from './user-views.js';
import { UsersOfTurns } from './users-of-turns.js';

const PAGE_SIZE = 20;
/** The sums are read after the first turns, at the latest so long after those were asked for. */
const TURNS_MS = 250;
const NS_PER_MS = 1_000_000n;

/** What the page says of sessions and of users. */
const words = {
  session: { title: 'Session', list: 'Sessions', to: '/sessions', feed: 'Turns' },
  user: { title: 'User', list: 'Users', to: '/users', feed: 'Traces' },
} as const;

interface ActorPageProps {
  readonly actor: Actor;
  readonly id: string;
  /** The order unless the address names another. */
  readonly firstOrder: Order;
}

type Order = 'ascending' | 'descending';

/** What one session or user asked and got, trace by trace. Without a window in the address it shows all time. */
export function ActorPage({ actor, id, firstOrder }: ActorPageProps): ReactElement {
  const [{ o, q, w, live }, change] = useSearchParameters();
  const order: Order = o === 'ascending' || o === 'descending' ? o : firstOrder;
  const filtering = useMemo(() => filterOfActor(actor, id), [actor, id]);
  const bounds = useMemo(() => {
    const window = readTimeWindow(w ?? '') ?? ({ kind: 'all' } as const);
    return boundsOf(window, BigInt(Date.now()) * NS_PER_MS);
  }, [w]);
  const pages = useMemo(
    () => createPages(loadSummaries({ filtering, bounds, order, limit: PAGE_SIZE })),
    [filtering, bounds, order],
  );
  const arrived = useLiveTurns(filtering, live !== undefined);
  const hasTurns = usePagesFlag(pages, isAnswered);
  const mayBegin = useAfter(pages, hasTurns, TURNS_MS);
  const summary = useActorSummary(actor, id, { version: arrived.version, mayBegin });
  const message = useNeighbourKeys(actor, id);
  const { title, list, to, feed } = words[actor];
  const turnOver = useCallback(() => {
    const other = order === 'ascending' ? 'descending' : 'ascending';
    change({ o: other === firstOrder ? undefined : other });
  }, [order, firstOrder, change]);
  const turns = (
    <TurnFeed
      key={`${actor} ${id}`}
      name={feed}
      pages={pages}
      arrived={arrived.turns}
      order={order}
      empty={
        <NothingHere actor={actor} summary={summary} onShowAll={() => change({ w: undefined })} />
      }
    />
  );
  const bar = (
    <>
      <Link to={to} search={{ q, w } as never}>
        {list}
      </Link>
      <span className="push">
        <WindowPicker whenAbsent={{ kind: 'all' }} /> <LiveTurnsButton />
      </span>
    </>
  );
  return (
    <Page title={`${title} ${nameOfId(id)}`} bar={bar}>
      <div className={styles['page']}>
        <ActorHead actor={actor} id={id} summary={summary ?? undefined}>
          {actor === 'session' && <UsersOfTurns pages={pages} />}
          <OrderButton order={order} onTurn={turnOver} />
        </ActorHead>
        <p role="status" className="quiet">
          {message ?? (arrived.interruption && `Interrupted: ${arrived.interruption}`)}
        </p>
        {actor === 'user' ? (
          <UserViews id={id} bounds={bounds} summary={summary}>
            {turns}
          </UserViews>
        ) : (
          turns
        )}
      </div>
    </Page>
  );
}

interface OrderButtonProps {
  readonly order: Order;
  readonly onTurn: () => void;
}

function OrderButton({ order, onTurn }: OrderButtonProps): ReactElement {
  const keys = useMemo<KeyGroup>(
    () => ({
      title: 'Order',
      keys: [{ key: 'o', meaning: 'Turn the order over', act: onTurn }],
    }),
    [onTurn],
  );
  usePageKeys(keys);
  return (
    <button type="button" className="button" onClick={onTurn}>
      {order === 'ascending' ? 'Oldest first' : 'Newest first'}
    </button>
  );
}
