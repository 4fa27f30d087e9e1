import { useNavigate } from '@tanstack/react-router';
import { lazy, type ReactElement, type ReactNode, Suspense } from 'react';
import { AddressTabs } from '../parts/address-tabs.js';
import { Message, Waiting } from '../parts/answers/answer-states.js';
import { ListView } from '../parts/lists/list-view.js';
import { useKeptPages } from '../parts/lists/use-kept-pages.js';
import type { Bounds } from '../url/time-window.js';
import { useSearchParameters } from '../url/use-search.js';
import { actorColumns } from './actor-columns.js';
import { filterOfActor } from './actor-filter.js';
import { type ActorSummary, loadActors } from './load-actors.js';
import styles from './turns/turns.module.css';

const UserNumbers = lazy(async () => ({
  default: (await import('../analytics/user-numbers.js')).UserNumbers,
}));

interface UserViewsProps {
  readonly id: string;
  readonly bounds: Bounds;
  readonly summary: ActorSummary | null | undefined;
  /** The error from a failed request for the summary. */
  readonly error: Error | null;
  readonly onReload: () => void;
  /** The content of the tab with the user's traces. */
  readonly children: ReactNode;
}

/** The traces, sessions and charts of a user as tabs. The selected tab is stored in the address. */
export function UserViews(props: UserViewsProps): ReactElement {
  const { id, bounds, summary, error, onReload, children } = props;
  const numbers = summary ? (
    <Suspense fallback={<Waiting />}>
      <UserNumbers filtering={filterOfActor('user', id)} bounds={bounds} summary={summary} />
    </Suspense>
  ) : (
    error === null && <NoNumbers isLoading={summary === undefined} />
  );
  const tabs = [
    { id: 'traces', name: 'Traces', content: children },
    {
      id: 'sessions',
      name: 'Sessions',
      content: <UserSessions id={id} bounds={bounds} onReload={onReload} />,
    },
    { id: 'numbers', name: 'Numbers', content: numbers },
  ];
  return (
    <AddressTabs
      label="Views of the user"
      parameter="tab"
      tabs={tabs}
      hasKeys
      className={styles['views']}
    />
  );
}

function NoNumbers({ isLoading }: { readonly isLoading: boolean }): ReactElement {
  return isLoading ? <Waiting /> : <p className="quiet">No trace of this user is stored.</p>;
}

/** The sessions that contain at least one of the user's spans, most recently active first. */
function UserSessions(props: Pick<UserViewsProps, 'id' | 'bounds' | 'onReload'>): ReactElement {
  const { id, bounds, onReload } = props;
  const [{ w }] = useSearchParameters();
  const navigate = useNavigate();
  const load = loadActors('session', { filtering: filterOfActor('user', id), bounds });
  // `readAt` is not used, because the parent page already shows the time of the last read.
  const { pages } = useKeptPages(load, { search: `${id} ${w}`, runAt: '', inputs: [bounds] });
  const open = ({ id: sessionId }: ActorSummary) =>
    void navigate({ to: '/sessions/$sessionId', params: { sessionId }, search: { w } as never });
  return (
    <div className={styles['list']}>
      <ListView
        name="Sessions"
        pages={pages}
        columns={actorColumns.session}
        keyOf={({ id: sessionId }) => sessionId}
        onOpen={open}
        onReload={onReload}
        empty={<Message title="This user has no session in the window." />}
      />
    </div>
  );
}
