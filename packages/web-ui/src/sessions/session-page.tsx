import { Link, useParams } from '@tanstack/react-router';
import { type ReactElement, useMemo } from 'react';
import { loadSummaries } from '../api/trace-summary.js';
import type { Filtering } from '../filter-bar/filtering.js';
import { writeFilterText } from '../filter-bar/write-filter-text.js';
import { Page } from '../frame/page.js';
import { createPages } from '../parts/list-view.js';
import { MarkedText } from '../parts/marked-text.js';
import { TurnFeed } from '../turns/turn-feed.js';
import styles from '../turns/turns.module.css';
import { useSearchParameters } from '../url/use-search.js';

const PAGE_SIZE = 20;

/** One conversation across its traces, oldest first unless the address says otherwise. */
export function SessionPage(): ReactElement {
  const { sessionId = '' } = useParams({ strict: false });
  const [{ o }, change] = useSearchParameters();
  const order = o === 'descending' ? 'descending' : 'ascending';
  const filtering = useMemo<Filtering>(
    () => ({
      operator: 'and',
      conditions: [{ field: 'attributes', key: 'ag.session.id', operator: 'is', value: sessionId }],
    }),
    [sessionId],
  );
  const pages = useMemo(
    () => createPages(loadSummaries({ filtering, order, limit: PAGE_SIZE })),
    [filtering, order],
  );
  return (
    <Page title={`Session ${sessionId}`} bar={<Link to="/sessions">Sessions</Link>}>
      <div className={styles['page']}>
        <header className={styles['head']}>
          <h2>
            <MarkedText text={sessionId} />
          </h2>
          <Link to="/spans" search={{ q: writeFilterText(filtering), w: 'all' } as never}>
            Its spans
          </Link>
          <button
            type="button"
            className="button"
            onClick={() => change({ o: order === 'ascending' ? 'descending' : undefined })}
          >
            {order === 'ascending' ? 'Oldest first' : 'Newest first'}
          </button>
        </header>
        <TurnFeed name="Turns" pages={pages} empty="No trace of this session is stored." />
      </div>
    </Page>
  );
}
