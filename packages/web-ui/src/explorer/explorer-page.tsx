import {
  lazy,
  type ReactElement,
  type ReactNode,
  Suspense,
  useCallback,
  useMemo,
  useState,
} from 'react';
import type { AggregateAnswer } from '../api/aggregate.js';
import type { RowSource } from '../api/cursor-pages.js';
import type { Json, ShownSpan } from '../api/shown-span.js';
import { loadSummaries, nameOfTrace, type TraceSummary } from '../api/trace-summary.js';
import { FilterBar } from '../filter-bar/filter-bar.js';
import type { Filtering } from '../filter-bar/filtering.js';
import { Mistake } from '../filter-bar/mistake.js';
import { type ActiveFilter, useFilter } from '../filter-bar/use-filter.js';
import { Page } from '../frame/page.js';
import { openLiveSpans } from '../live/handed-over.js';
import { LiveButton, useIsLive } from '../live/live-button.js';
import { LiveList } from '../live/live-list.js';
import { writeCount } from '../parts/format-number.js';
import { createPages } from '../parts/list-view.js';
import { CompareMarked } from '../parts/mark-to-compare.js';
import type { MarkedTrace } from '../parts/marked-traces.js';
import { usePagesState } from '../parts/row-grid.js';
import { useStore } from '../parts/store.js';
import { ValueMenu } from '../parts/value-menu.js';
import { SaveQuery } from '../saved/save-query.js';
import { settings } from '../theme/settings.js';
import { useSearchParameters } from '../url/use-search.js';
import { CopyRequest } from './copy-request.js';
import styles from './explorer.module.css';
import { Facets } from './facets.js';
import { Histogram, useCounts } from './histogram.js';
import { loadSpans } from './load-spans.js';
import { spanColumns } from './span-columns.js';
import { SpanList } from './span-list.js';
import { traceColumns } from './trace-columns.js';
import { TraceList } from './trace-list.js';
import { useValueActions } from './use-value-actions.js';
import { ViewTabs } from './view-tabs.js';

const SelectionView = lazy(async () => ({
  default: (await import('../selection/selection-view.js')).SelectionView,
}));

const HeatView = lazy(async () => ({
  default: (await import('../heat/heat-view.js')).HeatView,
}));

/** The spans that match the filter, newest first. */
export function SpansPage(): ReactElement {
  const [run, setRun] = useState(0);
  const active = useFilter(run);
  const { filtering, bounds } = active;
  const zone = useStore(settings.timeZone);
  const [selected, select] = useState<MarkedTrace>();
  const selectSpan = useCallback((span?: ShownSpan) => select(span && markOf(span)), []);
  const columns = useMemo(() => spanColumns(zone), [zone]);
  const [{ v: view }] = useSearchParameters();
  const isPicture = view === 'compare' || view === 'heat';
  const isLive = useIsLive() && !isPicture;
  const live = useMemo(() => (isLive ? openLiveSpans(filtering) : undefined), [isLive, filtering]);
  const pages = useMemo(() => createPages(loadSpans(filtering, bounds)), [filtering, bounds]);
  const reload = () => setRun(run + 1);
  return (
    <Explorer
      active={active}
      listed="spans"
      pages={live ?? pages}
      onRun={reload}
      selected={selected}
    >
      {isPicture ? (
        <Suspense>
          {view === 'compare' ? (
            <SelectionView filtering={filtering} bounds={bounds} />
          ) : (
            <HeatView filtering={filtering} range={active.range} />
          )}
        </Suspense>
      ) : live === undefined ? (
        <SpanList pages={pages} columns={columns} onReload={reload} onSelected={selectSpan} />
      ) : (
        <LiveList live={live} columns={columns} onSelected={selectSpan} />
      )}
    </Explorer>
  );
}

/** The traces with a span that matches the filter, newest first. */
export function TracesPage(): ReactElement {
  const [run, setRun] = useState(0);
  const active = useFilter(run);
  const { filtering, bounds } = active;
  const zone = useStore(settings.timeZone);
  const [selected, select] = useState<MarkedTrace>();
  const selectTrace = useCallback(
    (trace?: TraceSummary) =>
      select(trace && { traceId: trace.trace_id, name: nameOfTrace(trace) }),
    [],
  );
  const columns = useMemo(() => traceColumns(zone), [zone]);
  const pages = useMemo(() => {
    const request = { filtering, bounds, order: 'descending', limit: TRACES_PAGE } as const;
    return createPages(loadSummaries(request));
  }, [filtering, bounds]);
  const reload = () => setRun(run + 1);
  return (
    <Explorer active={active} listed="traces" pages={pages} onRun={reload} selected={selected}>
      <TraceList pages={pages} columns={columns} onReload={reload} onSelected={selectTrace} />
    </Explorer>
  );
}

const TRACES_PAGE = 50;

interface ExplorerProps {
  readonly active: ActiveFilter;
  readonly listed: 'spans' | 'traces';
  readonly pages: RowSource<ShownSpan> | RowSource<TraceSummary>;
  readonly onRun: () => void;
  /** The trace of the selected row. */
  readonly selected: MarkedTrace | undefined;
  /** The list. */
  readonly children: ReactNode;
}

/** What surrounds a list: the filter, the number of matches by time, and the facets. */
function Explorer(props: ExplorerProps): ReactElement {
  const { active, listed, pages, onRun, selected, children } = props;
  const { filtering, mistake, bounds, range } = active;
  const [isFaceted, setFaceted] = useFacetsShown();
  const counts = useCounts(filtering, range);
  const actions = useValueActions(filtering);
  const bar = (
    <FilterBar onRun={onRun}>
      <LiveButton />
    </FilterBar>
  );
  return (
    <Page title={listed === 'spans' ? 'Spans' : 'Traces'} bar={bar}>
      <ValueMenu actions={actions} />
      <div className={styles['page']}>
        {mistake === undefined ? (
          <>
            <Tools pages={pages} listed={listed} filtering={filtering} counts={counts}>
              <CompareMarked selected={selected} />
              <CopyRequest
                path={`/${listed}/query`}
                body={{
                  ...(filtering && { filtering: filtering as unknown as Json }),
                  windowing: { ...bounds },
                }}
              />
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
              {children}
            </div>
          </>
        ) : (
          <Mistake mistake={mistake} />
        )}
      </div>
    </Page>
  );
}

function markOf({ trace_id: traceId, span_name: name }: ShownSpan): MarkedTrace {
  return { traceId, name };
}

const WIDE_PX = 900;

/** Facets are open where there is room for them, until a person chooses. */
function useFacetsShown() {
  return useState(() => window.innerWidth >= WIDE_PX);
}

interface ToolsProps {
  readonly counts: AggregateAnswer | undefined;
  readonly children: ReactNode;
  readonly pages: ExplorerProps['pages'];
  readonly listed: ExplorerProps['listed'];
  readonly filtering: Filtering | undefined;
}

function Tools({ pages, listed, filtering, counts, children }: ToolsProps): ReactElement {
  const { known, isComplete } = usePagesState<unknown>(pages);
  const total = listed === 'spans' ? counts?.total.count : undefined;
  const count = isComplete ? known : total;
  const failed = counts?.total.failed ?? 0;
  const noun = listed === 'spans' ? 'span' : 'trace';
  return (
    <div className={styles['tools']}>
      <ViewTabs listed={listed} />
      <span className="quiet cut" role="status">
        <b>{writeCount(count ?? known)}</b> {count === 1 ? noun : `${noun}s`}
        {count === undefined && ' so far'}
        {failed > 0 && `, ${writeCount(failed)} failed spans`}
      </span>
      <span className={styles['end']}>
        {children}
        <SaveQuery filtering={filtering} />
      </span>
    </div>
  );
}
