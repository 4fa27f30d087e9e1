import { type ReactElement, useCallback, useMemo, useState } from 'react';
import { missingRow, useRowSelection } from '../explorer/rows/use-row-selection.js';
import { SaveQuery } from '../explorer/saved/save-query.js';
import { FilterBar } from '../filter-bar/filter-bar.js';
import { copyActions } from '../filter-bar/menu/copy-actions.js';
import { Mistake } from '../filter-bar/mistake.js';
import { useFilter } from '../filter-bar/use-filter.js';
import { Page } from '../frame/page.js';
import { createPages, ListView } from '../parts/lists/list-view.js';
import { useKeptPages } from '../parts/lists/use-kept-pages.js';
import { useSearchParameters } from '../url/use-search.js';
import { actorColumns } from './actor-columns.js';
import { type Actor, type ActorSummary, loadActors, requestOfActors } from './load-actors.js';
import { NoActor } from './no-actor.js';

interface ActorsPageProps {
  readonly actor: Actor;
  readonly onOpen: (id: string) => void;
  /** Which attributes name the session or user of a span. */
  readonly hint: string;
}

const titles = { session: 'Sessions', user: 'Users' } as const;

/** The sessions or users with a matching span in the window, the one that was active last first. */
export function ActorsPage({ actor, onOpen, hint }: ActorsPageProps): ReactElement {
  const [run, setRun] = useState(0);
  const active = useFilter(run);
  const { filtering, mistake, bounds } = active;
  const [{ q = '', w = '' }] = useSearchParameters();
  const read = useMemo(
    () => createPages(loadActors(actor, { filtering, bounds })),
    [actor, filtering, bounds],
  );
  const { pages, readAt } = useKeptPages(read, `${actor} ${q} ${w}`, active.runAt);
  const selection = useRowSelection();
  const columns = useMemo(() => actorColumns(actor === 'session' ? 'Session' : 'User'), [actor]);
  const open = useCallback(({ id }: ActorSummary) => onOpen(id), [onOpen]);
  const reload = useCallback(() => setRun((count) => count + 1), []);
  const actions = useMemo(
    () => copyActions(requestOfActors(actor, { filtering, bounds })),
    [actor, filtering, bounds],
  );
  const bar = (
    <FilterBar onRun={reload} actions={actions}>
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
          columns={columns}
          keyOf={({ id }) => id}
          onOpen={open}
          onReload={reload}
          selection={selection}
          empty={<NoActor actor={actor} active={active} hint={hint} />}
        />
      ) : (
        <Mistake mistake={mistake} />
      )}
    </Page>
  );
}
