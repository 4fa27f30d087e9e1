import { Link } from '@tanstack/react-router';
import { type ReactElement, type ReactNode, useMemo, useState } from 'react';
import type { AggregateAnswer } from '../api/aggregate.js';
import type { CursorPages } from '../api/cursor-pages.js';
import type { ShownSpan } from '../api/shown-span.js';
import { FilterBar } from '../filter-bar/filter-bar.js';
import type { Filtering } from '../filter-bar/filtering.js';
import { Mistake } from '../filter-bar/mistake.js';
import { useFilter } from '../filter-bar/use-filter.js';
import { Page } from '../frame/page.js';
import { writeCount } from '../parts/format-number.js';
import { createPages } from '../parts/list-view.js';
import { usePagesState } from '../parts/row-grid.js';
import { useStore } from '../parts/store.js';
import { SaveQuery } from '../saved/save-query.js';
import { settings } from '../theme/settings.js';
import styles from './explorer.module.css';
import { Facets } from './facets.js';
import { Histogram, useCounts } from './histogram.js';
import { loadSpans } from './load-spans.js';
import { spanColumns } from './span-columns.js';
import { SpanList } from './span-list.js';

/** The list of spans that match the filter, newest first. */
export function SpansPage(): ReactElement {
  const [run, setRun] = useState(0);
  const { filtering, mistake, bounds, range } = useFilter(run);
  const [isFaceted, setFaceted] = useFacetsShown();
  const zone = useStore(settings.timeZone);
  const columns = useMemo(() => spanColumns(zone), [zone]);
  const pages = useMemo(() => createPages(loadSpans(filtering, bounds)), [filtering, bounds]);
  const reload = () => setRun(run + 1);
  const counts = useCounts(filtering, range);
  return (
    <Page title="Spans" bar={<FilterBar onRun={reload} />}>
      <div className={styles['page']}>
        {mistake === undefined ? (
          <>
            <Tools pages={pages} filtering={filtering} counts={counts}>
              <button
                type="button"
                className="button plain"
                aria-pressed={isFaceted}
                onClick={() => setFaceted(!isFaceted)}
              >
                Facets
              </button>
            </Tools>
            {range !== undefined && <Histogram counts={counts} range={range} />}
            <div className={isFaceted ? styles['split'] : styles['whole']}>
              {isFaceted && <Facets filtering={filtering} bounds={range ?? bounds} />}
              <SpanList pages={pages} columns={columns} onReload={reload} />
            </div>
          </>
        ) : (
          <Mistake mistake={mistake} />
        )}
      </div>
    </Page>
  );
}

const WIDE_PX = 900;

/** Facets are open where there is room for them, until a person chooses. */
function useFacetsShown() {
  return useState(() => window.innerWidth >= WIDE_PX);
}

interface ToolsProps {
  readonly counts: AggregateAnswer | undefined;
  readonly children: ReactNode;
  readonly pages: CursorPages<ShownSpan>;
  readonly filtering: Filtering | undefined;
}

function Tools({ pages, filtering, counts, children }: ToolsProps): ReactElement {
  const { known, isComplete } = usePagesState(pages);
  const count = isComplete ? known : counts?.total.count;
  const failed = counts?.total.failed ?? 0;
  return (
    <div className={styles['tools']}>
      <nav className={styles['tabs']} aria-label="What is listed">
        <Link to="/spans" aria-current="page">
          Spans
        </Link>
      </nav>
      <span className="quiet" role="status">
        <b>{writeCount(count ?? known)}</b> {count === 1 ? 'span' : 'spans'}
        {count === undefined && ' so far'}
        {failed > 0 && `, ${writeCount(failed)} failed`}
      </span>
      <span className={styles['end']}>
        {children}
        <SaveQuery filtering={filtering} />
      </span>
    </div>
  );
}
