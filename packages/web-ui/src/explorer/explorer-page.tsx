import { Link } from '@tanstack/react-router';
import { type ReactElement, useMemo, useState } from 'react';
import type { CursorPages } from '../api/cursor-pages.js';
import type { ShownSpan } from '../api/shown-span.js';
import { FilterBar } from '../filter-bar/filter-bar.js';
import type { Filtering } from '../filter-bar/filtering.js';
import { Mistake } from '../filter-bar/mistake.js';
import { useFilter } from '../filter-bar/use-filter.js';
import { Page } from '../frame/page.js';
import { createPages } from '../parts/list-view.js';
import { usePagesState } from '../parts/row-grid.js';
import { useStore } from '../parts/store.js';
import { SaveQuery } from '../saved/save-query.js';
import { settings } from '../theme/settings.js';
import styles from './explorer.module.css';
import { loadSpans } from './load-spans.js';
import { spanColumns } from './span-columns.js';
import { SpanList } from './span-list.js';

/** The list of spans that match the filter, newest first. */
export function SpansPage(): ReactElement {
  const [run, setRun] = useState(0);
  const { filtering, mistake, bounds } = useFilter(run);
  const zone = useStore(settings.timeZone);
  const columns = useMemo(() => spanColumns(zone), [zone]);
  const pages = useMemo(() => createPages(loadSpans(filtering, bounds)), [filtering, bounds]);
  const reload = () => setRun(run + 1);
  return (
    <Page title="Spans" bar={<FilterBar onRun={reload} />}>
      <div className={styles['page']}>
        {mistake === undefined ? (
          <>
            <Tools pages={pages} filtering={filtering} />
            <SpanList pages={pages} columns={columns} onReload={reload} />
          </>
        ) : (
          <Mistake mistake={mistake} />
        )}
      </div>
    </Page>
  );
}

interface ToolsProps {
  readonly pages: CursorPages<ShownSpan>;
  readonly filtering: Filtering | undefined;
}

function Tools({ pages, filtering }: ToolsProps): ReactElement {
  const { known, isComplete } = usePagesState(pages);
  return (
    <div className={styles['tools']}>
      <nav className={styles['tabs']} aria-label="What is listed">
        <Link to="/spans" aria-current="page">
          Spans
        </Link>
      </nav>
      <span className="quiet" role="status">
        <b>{known.toLocaleString('en')}</b> {known === 1 ? 'span' : 'spans'}
        {isComplete ? '' : ' so far'}
      </span>
      <span className={styles['end']}>
        <SaveQuery filtering={filtering} />
      </span>
    </div>
  );
}
