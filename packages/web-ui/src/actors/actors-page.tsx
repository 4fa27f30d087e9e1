import { useNavigate } from '@tanstack/react-router';
import { type ReactElement, useReducer } from 'react';
import { missingRow, useRowSelection } from '../explorer/rows/use-row-selection.js';
import { SaveQuery } from '../explorer/saved/save-query.js';
import { FilterBar } from '../filter-bar/filter-bar.js';
import { copyActions } from '../filter-bar/menu/copy-actions.js';
import { Mistake } from '../filter-bar/mistake.js';
import { useFilter } from '../filter-bar/use-filter.js';
import { Page } from '../frame/page.js';
import { ListView } from '../parts/lists/list-view.js';
import { useKeptPages } from '../parts/lists/use-kept-pages.js';
import { useSearchParameters } from '../url/use-search.js';
import { actorColumns } from './actor-columns.js';
import { type Actor, type ActorSummary, loadActors, requestOfActors } from './load-actors.js';
import { NoActor } from './no-actor.js';

const titles = { session: 'Sessions', user: 'Users' } as const;

/** Hints that name the attributes by which spans are assigned to sessions and users. */
const hints = {
  session: 'A span names its session in ag.session.id, session.id or gen_ai.conversation.id.',
  user: 'A span names its user in ag.user.id, user.id or enduser.id.',
} as const;

/** The page that lists the sessions with activity in the time window. */
export function SessionsPage(): ReactElement {
  return <ActorsPage actor="session" />;
}

/** The page that lists the users with activity in the time window. */
export function UsersPage(): ReactElement {
  return <ActorsPage actor="user" />;
}

/** Lists the sessions or users that have a matching span in the time window, most recently active first. */
function ActorsPage({ actor }: { readonly actor: Actor }): ReactElement {
  const navigate = useNavigate();
  const [run, reload] = useReducer((count: number) => count + 1, 0);
  const active = useFilter(run);
  const { filtering, mistake } = active;
  const [{ q, w }] = useSearchParameters();
  const { pages, readAt } = useKeptPages(loadActors(actor, active), {
    search: `${actor} ${q ?? ''} ${w ?? ''}`,
    runAt: active.runAt,
  });
  const selection = useRowSelection();
  const open = ({ id }: ActorSummary) =>
    void navigate({
      to: `/${actor}s/$${actor}Id`,
      params: { [`${actor}Id`]: id } as never,
      search: { q, w } as never,
    });
  const bar = (
    <FilterBar onRun={reload} actions={copyActions(requestOfActors(actor, active))}>
      <SaveQuery filtering={filtering} view={{ view: `${actor}s` }} />
    </FilterBar>
  );
  const note = selection.isMissing ? missingRow : undefined;
  return (
    <Page title={titles[actor]} bar={bar} note={note} readAt={readAt} onRetry={reload}>
      {mistake === undefined ? (
        <ListView
          name={titles[actor]}
          pages={pages}
          columns={actorColumns[actor]}
          keyOf={({ id }) => id}
          onOpen={open}
          onReload={reload}
          selection={selection}
          empty={<NoActor actor={actor} active={active} hint={hints[actor]} />}
        />
      ) : (
        <Mistake mistake={mistake} />
      )}
    </Page>
  );
}
