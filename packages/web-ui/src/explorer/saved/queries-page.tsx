import { Link, useNavigate } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import type { LoadPage } from '../../api/cursor-pages.js';
import { findQueries } from '../../filter-bar/load-saved-queries.js';
import { addressOfQuery, nameOfPage, type SavedQuery } from '../../filter-bar/saved-query.js';
import { Page } from '../../frame/page.js';
import { Message } from '../../parts/answers/answer-states.js';
import { ListView } from '../../parts/lists/list-view.js';
import type { Column } from '../../parts/lists/row-grid.js';
import { useReloadedPages } from '../../parts/lists/use-kept-pages.js';
import { DayAndTime } from '../../parts/values/day-and-time.js';
import { MarkedText } from '../../parts/values/write-value.js';

const PAGE_SIZE = 100;

const loadQueries: LoadPage<SavedQuery> = async (next, signal) => {
  const windowing = next === undefined ? { limit: PAGE_SIZE, order: 'descending' } : { next };
  const { queries = [], windowing: more } = await findQueries({ windowing }, signal);
  return { rows: queries, next: more?.next };
};

const columns: readonly Column<SavedQuery>[] = [
  {
    id: 'name',
    heading: 'Name',
    width: 'minmax(140px, 1fr)',
    cell: (query) => (
      <b>
        <MarkedText text={query.name ?? query.slug} />
      </b>
    ),
  },
  {
    id: 'page',
    heading: 'Page',
    width: '90px',
    cell: (query) => <span className="quiet">{nameOfPage(query)}</span>,
  },
  {
    id: 'filter',
    heading: 'Filter',
    width: 'minmax(120px, 2fr)',
    cell: (query) => (
      <span className="mono quiet">
        <MarkedText text={addressOfQuery(query).q ?? 'everything'} />
      </span>
    ),
  },
  { id: 'window', heading: 'Window', width: '120px', cell: (query) => addressOfQuery(query).w },
  {
    id: 'changed',
    heading: 'Changed',
    width: '160px',
    cell: ({ updated_at, created_at }) => {
      const time = updated_at ?? created_at;
      return time !== undefined && <DayAndTime time={time} />;
    },
  },
];

/** Page that lists the saved queries of the project, newest first. */
export function QueriesPage(): ReactElement {
  const navigate = useNavigate();
  const { pages, readAt, reload } = useReloadedPages(loadQueries, 'saved');
  return (
    <Page title="Saved queries" readAt={readAt} onRetry={reload}>
      <ListView
        name="Saved queries"
        pages={pages}
        columns={columns}
        keyOf={({ id }) => id}
        onOpen={({ id }) => void navigate({ to: '/queries/$queryId', params: { queryId: id } })}
        onReload={reload}
        empty={
          <Message title="No query is saved.">
            <p>
              “Save” next to a filter, or <kbd>s</kbd>, keeps the filter and its window here.
            </p>
            <Link to="/spans">Open the explorer</Link>
          </Message>
        }
      />
    </Page>
  );
}
