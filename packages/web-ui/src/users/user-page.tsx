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

const PAGE_SIZE = 20;

/** What one user asked, newest first, with the ways to the numbers and the spans. */
export function UserPage(): ReactElement {
  const { userId = '' } = useParams({ strict: false });
  const filtering = useMemo<Filtering>(
    () => ({
      operator: 'and',
      conditions: [{ field: 'attributes', key: 'ag.user.id', operator: 'is', value: userId }],
    }),
    [userId],
  );
  const pages = useMemo(
    () => createPages(loadSummaries({ filtering, order: 'descending', limit: PAGE_SIZE })),
    [filtering],
  );
  const q = writeFilterText(filtering);
  return (
    <Page title={`User ${userId}`} bar={<Link to="/users">Users</Link>}>
      <div className={styles['page']}>
        <header className={styles['head']}>
          <h2>
            <MarkedText text={userId} />
          </h2>
          <Link to="/spans" search={{ q, w: 'all' } as never}>
            Their spans
          </Link>
          <Link to="/analytics" search={{ q, w: '30d', g: 'session' } as never}>
            Their numbers
          </Link>
        </header>
        <TurnFeed name="Traces" pages={pages} empty="No trace of this user is stored." />
      </div>
    </Page>
  );
}
