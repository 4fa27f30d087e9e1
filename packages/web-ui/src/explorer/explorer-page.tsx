import { useNavigate } from '@tanstack/react-router';
import {
  type ComponentProps,
  lazy,
  type ReactElement,
  Suspense,
  useCallback,
  useEffect,
  useMemo,
  useReducer,
  useState,
} from 'react';
import type { ShownSpan } from '../api/shown-span.js';
import { nameOfTrace, type TraceSummary } from '../api/trace-summary.js';
import { type ActiveFilter, useFilter } from '../filter-bar/use-filter.js';
import { ListView } from '../parts/lists/list-view.js';
import type { MarkedTrace } from '../parts/lists/mark-to-compare.js';
import { useKeptPages } from '../parts/lists/use-kept-pages.js';
import { useStore } from '../parts/store.js';
import { lastExplored, selectedMoment } from '../parts/tab-state.js';
import { settings } from '../parts/theme/settings.js';
import { type Search, useSearchParameters } from '../url/use-search.js';
import { parseAttributeName } from './columns/attribute-names.js';
import { defaultSpanColumns } from './columns/column-choice.js';
import { allSpanColumns, attributeColumn } from './columns/span-columns.js';
import {
  allTraceColumns,
  defaultTraceColumns,
  rootAttributeColumn,
} from './columns/trace-columns.js';
import { useColumns } from './columns/use-columns.js';
import { ExplorerView } from './explorer-view.js';
import { loadSpans } from './list-reading/load-spans.js';
import { loadTraces } from './list-reading/load-traces.js';
import { attributeKeysOf, projectionFor } from './list-reading/row-projection.js';
import { withRoots } from './list-reading/with-roots.js';
import { useIsLive } from './live/live-button.js';
import { LiveList } from './live/live-list.js';
import { openLiveSpans } from './live/live-spans.js';
import { markOfSpan, SpanList } from './rows/span-list.js';
import { useMarks } from './rows/use-marks.js';
import { useRowSelection } from './rows/use-row-selection.js';
import { useOrder } from './use-order.js';
import { useSearchControl } from './use-search-control.js';

const SelectionView = lazy(async () => ({
  default: (await import('./selection/selection-view.js')).SelectionView,
}));

const HeatView = lazy(async () => ({
  default: (await import('../analytics/heat/heat-view.js')).HeatView,
}));

const NothingMatches = lazy(async () => ({
  default: (await import('./rows/nothing-matches.js')).NothingMatches,
}));

const TRACES_PAGE = 50;

/** Page of spans that match the filter, newest first by default. */
export function SpansPage(): ReactElement {
  const [run, reload] = useReducer((count: number) => count + 1, 0);
  const active = useFilter(run);
  const rows = useSpanRows(active);
  const { columns, live } = rows;
  const selection = useRowSelection();
  const search = useSearchControl();
  const [selected, selectSpan] = useMarkedRow(markOfSpan);
  const isStill = rows.picture === undefined && live === undefined;
  const list = { ...rows.list, onSelected: selectSpan };
  return (
    <ExplorerView
      active={active}
      listed="spans"
      pages={live ?? rows.pages}
      all={rows.all}
      columns={columns}
      isStill={isStill}
      onRun={reload}
      isRowMissing={isStill && selection.isMissing}
      readAt={rows.readAt}
      selected={selected}
    >
      {rows.picture === 'compare' && (
        <Suspense>
          <SelectionView active={active} />
        </Suspense>
      )}
      {rows.picture === 'heat' && (
        <Suspense>
          <HeatView active={active} />
        </Suspense>
      )}
      {live !== undefined && <LiveList {...list} live={live} />}
      {isStill && (
        <SpanList
          {...list}
          pages={rows.pages}
          selection={selection}
          onCancel={search.cancel}
          onContinue={search.resume}
          onReload={reload}
          empty={<Empty listed="spans" active={active} />}
          side={rows.order === 'ascending' ? 'after' : 'before'}
        />
      )}
    </ExplorerView>
  );
}

/** Page of traces that contain a matching span, newest first by default. */
export function TracesPage(): ReactElement {
  const [run, reload] = useReducer((count: number) => count + 1, 0);
  const active = useFilter(run);
  const { filtering, bounds } = active;
  const zone = useStore(settings.timeZone);
  const order = useOrder();
  const selection = useRowSelection();
  const search = useSearchControl();
  const [selected, selectTrace] = useMarkedRow(markOfTrace);
  const all = useMemo(() => allTraceColumns(zone), [zone]);
  const columns = useColumns({
    all,
    byDefault: defaultTraceColumns,
    ofAttribute: rootAttributeColumn,
  });
  const names = columns.chosen.map(({ id }) => id);
  const [{ q = '', w = '' }] = useSearchParameters();
  const { pages, readAt } = useKeptPages(
    withRoots(loadTraces({ filtering, bounds, order, limit: TRACES_PAGE }), names),
    { search: `${q} ${w} ${order}`, runAt: active.runAt, inputs: [attributesIn(names)] },
  );
  return (
    <ExplorerView
      active={active}
      listed="traces"
      pages={pages}
      all={all}
      columns={columns}
      isStill
      onRun={reload}
      isRowMissing={selection.isMissing}
      readAt={readAt}
      selected={selected}
    >
      <TraceList
        pages={pages}
        columns={columns.columns}
        edits={columns.edits}
        onReload={reload}
        selection={selection}
        onCancel={search.cancel}
        onContinue={search.resume}
        onSelected={selectTrace}
        empty={<Empty listed="traces" active={active} />}
        side={order === 'ascending' ? 'after' : 'before'}
      />
    </ExplorerView>
  );
}

/**
 * Stores the trace of the selected row, which the user can then mark. Also sets `selectedMoment` to the row's start
 * time.
 */
function useMarkedRow<Row extends ShownSpan | TraceSummary>(markOf: (row: Row) => MarkedTrace) {
  const [selected, select] = useState<MarkedTrace>();
  const onSelected = useCallback(
    (row?: Row) => {
      select(row && markOf(row));
      selectedMoment.set(row?.start_time);
    },
    [markOf],
  );
  return [selected, onSelected] as const;
}

/**
 * Returns the attribute columns as one string. Because other columns and widths do not affect the string, changing them
 * does not trigger a read.
 */
function attributesIn(columns: readonly string[]): string {
  return columns.filter((name) => parseAttributeName(name) !== undefined).join('\n');
}

function Empty(props: ComponentProps<typeof NothingMatches>): ReactElement {
  return (
    <Suspense>
      <NothingMatches {...props} />
    </Suspense>
  );
}

const pictures = ['heat', 'compare'] as const;

/** Returns the rows and columns of the span list, and the view that replaces the list, if any. */
function useSpanRows({ filtering, bounds, runAt }: ActiveFilter) {
  const zone = useStore(settings.timeZone);
  const order = useOrder();
  const all = useMemo(() => allSpanColumns(zone), [zone]);
  const columns = useColumns({ all, byDefault: defaultSpanColumns, ofAttribute: attributeColumn });
  const [{ v, q = '', w = '', c, f, o }] = useSearchParameters();
  const picture = pictures.find((name) => name === v);
  const isLive = useIsLive() && picture === undefined;
  useEffect(() => {
    const search = { q, w, c, f, o };
    const present = Object.entries(search).filter(([, text]) => text !== undefined && text !== '');
    lastExplored.set(Object.fromEntries(present) as Search);
  }, [q, w, c, f, o]);
  const matching = useMemo(() => attributeKeysOf(filtering), [filtering]);
  const names = columns.chosen.map(({ id }) => id);
  // The projection depends only on the column names, so a new column width does not cause a read.
  const projection = useMemo(() => projectionFor(filtering, names), [filtering, names.join('\n')]);
  const live = useMemo(
    () => (isLive ? openLiveSpans(filtering, projection) : undefined),
    [isLive, filtering, projection],
  );
  const search = `${q} ${w} ${order}`;
  const load = loadSpans({ filtering, bounds, order, projection });
  const { pages, readAt } = useKeptPages(load, { search, runAt, inputs: [projection] });
  const list = { columns: columns.columns, edits: columns.edits, matching };
  return { all, columns, list, live, order, pages, picture, readAt };
}

type TraceListProps = Omit<
  ComponentProps<typeof ListView<TraceSummary>>,
  'name' | 'keyOf' | 'idOf' | 'onOpen' | 'marks'
>;

function TraceList(props: TraceListProps): ReactElement {
  const navigate = useNavigate();
  const open = useCallback(
    ({ trace_id: traceId }: TraceSummary) =>
      void navigate({ to: '/traces/$traceId', params: { traceId } }),
    [navigate],
  );
  return (
    <ListView
      {...props}
      name="Traces"
      keyOf={idOfTrace}
      idOf={idOfTrace}
      onOpen={open}
      marks={useMarks(markOfTrace)}
    />
  );
}

function markOfTrace(trace: TraceSummary): MarkedTrace {
  return { traceId: trace.trace_id, name: nameOfTrace(trace) };
}

function idOfTrace({ trace_id: id }: TraceSummary): string {
  return id;
}
