import { useNavigate } from '@tanstack/react-router';
import {
  lazy,
  type ReactElement,
  type ReactNode,
  Suspense,
  useCallback,
  useMemo,
  useState,
} from 'react';
import { Tab, TabList, TabPanel, Tabs } from 'react-aria-components';
import { type KeyGroup, usePageKeys } from '../keys/page-keys.js';
import { createPages, ListView } from '../parts/list-view.js';
import { Message } from '../parts/message.js';
import { Waiting } from '../parts/waiting.js';
import styles from '../turns/turns.module.css';
import type { Bounds } from '../url/time-window.js';
import { useSearchParameters } from '../url/use-search.js';
import { actorColumns } from './actor-columns.js';
import { filterOfActor } from './actor-filter.js';
import { type ActorSummary, loadActors } from './load-actors.js';

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
  /** The traces of the user. */
  readonly children: ReactNode;
}

/** The traces, sessions and numbers of a user, one at a time. The address holds which. */
export function UserViews({ id, bounds, summary, children }: UserViewsProps): ReactElement {
  const [{ tab }, change] = useSearchParameters();
  const chosen = views.find((view) => view.id === tab)?.id ?? 'traces';
  const show = useCallback(
    (view: string) => change({ tab: view === 'traces' ? undefined : view }),
    [change],
  );
  const keys = useMemo<KeyGroup>(
    () => ({
      title: 'Views of the user',
      keys: views.map(({ id: view, name }, at) => ({
        key: String(at + 1),
        meaning: name,
        act: () => show(view),
      })),
    }),
    [show],
  );
  usePageKeys(keys);
  const shown = {
    traces: children,
    sessions: <UserSessions id={id} bounds={bounds} />,
    numbers: summary ? (
      <Suspense fallback={<Waiting />}>
        <UserNumbers filtering={filterOfActor('user', id)} bounds={bounds} summary={summary} />
      </Suspense>
    ) : (
      <p className="quiet">{summary === null && 'No trace of this user is stored.'}</p>
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

/** The sessions in which a user has a span, the one that was active last first. */
function UserSessions({ id, bounds }: Pick<UserViewsProps, 'id' | 'bounds'>): ReactElement {
  const [run, setRun] = useState(0);
  const [{ w }] = useSearchParameters();
  const navigate = useNavigate();
  const pages = useMemo(
    () => createPages(loadActors('session', { filtering: filterOfActor('user', id), bounds })),
    [id, bounds, run],
  );
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
        onReload={() => setRun((count) => count + 1)}
        empty={<Message title="No session of this user in the window." />}
      />
    </div>
  );
}
