import { useNavigate } from '@tanstack/react-router';
import { lazy, type ReactElement, type ReactNode, Suspense, useCallback, useMemo } from 'react';
import { Tab, TabList, Tabs } from 'react-aria-components';
import { Message, Waiting } from '../parts/answers/answer-states.js';
import { usePageKeys } from '../parts/keys/page-keys.js';
import { createPages, ListView } from '../parts/lists/list-view.js';
import { useKeptPages } from '../parts/lists/use-kept-pages.js';
import { TabPanel } from '../parts/tab-panel.js';
import type { Bounds } from '../url/time-window.js';
import { useSearchParameters } from '../url/use-search.js';
import { actorColumns } from './actor-columns.js';
import { filterOfActor } from './actor-filter.js';
import { type ActorSummary, loadActors } from './load-actors.js';
import styles from './turns/turns.module.css';

const UserNumbers = lazy(async () => ({
  default: (await import('../analytics/user-numbers.js')).UserNumbers,
}));

const views = [
  { id: 'traces', name: 'Traces' },
  { id: 'sessions', name: 'Sessions' },
  { id: 'numbers', name: 'Numbers' },
] as const;

interface UserViewsProps {
  readonly id: string;
  readonly bounds: Bounds;
  readonly summary: ActorSummary | null | undefined;
  /** The error of the request for the summary. */
  readonly error: Error | null;
  readonly onReload: () => void;
  /** The traces of the user. */
  readonly children: ReactNode;
}

/** The traces, sessions and numbers of a user as tabs. The address holds the selected tab. */
export function UserViews(props: UserViewsProps): ReactElement {
  const { id, bounds, summary, error, onReload, children } = props;
  const [{ tab }, change] = useSearchParameters();
  const chosen = views.find((view) => view.id === tab)?.id ?? 'traces';
  const show = useCallback(
    (view: string) => change({ tab: view === 'traces' ? undefined : view }),
    [change],
  );
  usePageKeys({
    title: 'Views of the user',
    keys: views.map(({ id: view, name }, at) => ({
      key: String(at + 1),
      meaning: name,
      act: () => show(view),
    })),
  });
  const shown = {
    traces: children,
    sessions: <UserSessions id={id} bounds={bounds} onReload={onReload} />,
    numbers: summary ? (
      <Suspense fallback={<Waiting />}>
        <UserNumbers filtering={filterOfActor('user', id)} bounds={bounds} summary={summary} />
      </Suspense>
    ) : (
      error === null && <NoNumbers isLoading={summary === undefined} />
    ),
  };
  return (
    <Tabs
      className={styles['views'] ?? ''}
      selectedKey={chosen}
      onSelectionChange={(view) => show(String(view))}
    >
      <TabList aria-label="Views of the user">
        {views.map(({ id: view, name }) => (
          <Tab key={view} id={view}>
            {name}
          </Tab>
        ))}
      </TabList>
      {views.map(({ id: view }) => (
        <TabPanel key={view} id={view}>
          {view === chosen && shown[view]}
        </TabPanel>
      ))}
    </Tabs>
  );
}

function NoNumbers({ isLoading }: { readonly isLoading: boolean }): ReactElement {
  return isLoading ? <Waiting /> : <p className="quiet">No trace of this user is stored.</p>;
}

/** The sessions with a span of the user, most recently active first. */
function UserSessions(props: Pick<UserViewsProps, 'id' | 'bounds' | 'onReload'>): ReactElement {
  const { id, bounds, onReload } = props;
  const [{ w }] = useSearchParameters();
  const navigate = useNavigate();
  const read = useMemo(
    () => createPages(loadActors('session', { filtering: filterOfActor('user', id), bounds })),
    [id, bounds],
  );
  // No read time is shown here, because the parent page shows it.
  const { pages } = useKeptPages(read, `${id} ${w}`, '');
  const columns = useMemo(() => actorColumns('Session'), []);
  const open = useCallback(
    ({ id: sessionId }: ActorSummary) =>
      void navigate({ to: '/sessions/$sessionId', params: { sessionId }, search: { w } as never }),
    [navigate, w],
  );
  return (
    <div className={styles['list']}>
      <ListView
        name="Sessions"
        pages={pages}
        columns={columns}
        keyOf={({ id: sessionId }) => sessionId}
        onOpen={open}
        onReload={onReload}
        empty={<Message title="This user has no session in the window." />}
      />
    </div>
  );
}
