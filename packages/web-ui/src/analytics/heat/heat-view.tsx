import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useCallback, useMemo } from 'react';
import { aggregate } from '../../api/aggregate.js';
import { NothingMatches } from '../../explorer/rows/nothing-matches.js';
import type { Filtering } from '../../filter-bar/filtering.js';
import { readFilterText } from '../../filter-bar/parse-filter-text.js';
import type { ActiveFilter } from '../../filter-bar/use-filter.js';
import { NeedsBeginning } from '../../filter-bar/window/needs-beginning.js';
import { writeFilterText } from '../../filter-bar/write-filter-text.js';
import { Message, Problem, WaitingQuery } from '../../parts/answers/answer-states.js';
import { chartTables, timeOf } from '../../parts/chart/chart-table.js';
import { bucketStart } from '../../parts/chart/paint-chart.js';
import { TimeAxis } from '../../parts/chart/time-axis.js';
import { type Surface, useCanvas } from '../../parts/chart/use-canvas.js';
import { usePageKeys } from '../../parts/keys/page-keys.js';
import { useStore } from '../../parts/store.js';
import { settings } from '../../parts/theme/settings.js';
import { type TimeZone, toMs } from '../../parts/values/format-time.js';
import { writeCount, writeMs } from '../../parts/values/write-value.js';
import { useSearchParameters } from '../../url/use-search.js';
import styles from './heat.module.css';
import { countBox, type HeatBox, type HeatGrid, toHeatGrid } from './heat-grid.js';
import { boxOfFilter, filterOfBox } from './heat-selection.js';
import { HeatTable } from './heat-table.js';
import { paintHeat } from './paint-heat.js';
import { useHeatCursor } from './use-heat-cursor.js';

const BUCKETS = 96;
const BINS = 40;
const duration = 'ag.metrics.duration.cumulative';

/** View that plots the durations of the matching spans over time. */
export function HeatView({ active }: { readonly active: ActiveFilter }) {
  const { filtering, range } = active;
  const queryKey = ['heat', filtering, range];
  const request = {
    ...(filtering && { filtering }),
    ...(range && { windowing: range }),
    time: { buckets: BUCKETS },
    value: { path: duration, scale: 'log', bins: BINS },
  } as const;
  const query = useQuery({
    queryKey,
    queryFn: ({ signal }) => aggregate(request, signal),
    enabled: range !== undefined,
  });
  const { data, error } = query;
  if (range === undefined) {
    return (
      <NeedsBeginning>
        The heat map shows durations over time, so it cannot show all time at once.
      </NeedsBeginning>
    );
  }
  if (error !== null) {
    return <Problem error={error} onRetry={() => void query.refetch()} />;
  }
  if (data === undefined) {
    return <WaitingQuery query={query} queryKey={queryKey} />;
  }
  const bounds = { from: toMs(range.oldest), to: toMs(range.newest) };
  const grid = toHeatGrid(data, bounds, BINS);
  if (grid !== undefined) {
    return <HeatMap grid={grid} filtering={filtering} />;
  }
  return data.total.count === 0 ? (
    <NothingMatches listed="spans" active={active} />
  ) : (
    <Message title="No span that matches has a duration." />
  );
}

interface HeatMapProps {
  readonly grid: HeatGrid;
  readonly filtering: Filtering | undefined;
}

/**
 * Heat map of durations over time. A box is selected by dragging, or with Shift and the arrow keys followed by Enter.
 * The key `t` switches to the table.
 */
function HeatMap({ grid, filtering }: HeatMapProps) {
  const [{ s }, change] = useSearchParameters();
  const zone = useStore(settings.timeZone);
  const isTable = useStore(chartTables);
  const select = (box: HeatBox) => change({ s: writeFilterText(filterOfBox(grid, box)) });
  const { box, events } = useHeatCursor(grid, select);
  const selected = useMemo(() => readBox(grid, s), [grid, s]);
  const drawn = box ?? selected;
  const paint = useCallback(
    (surface: Surface) => paintHeat(surface, { grid, box: drawn }),
    [grid, drawn],
  );
  const [canvas] = useCanvas(paint);
  useHeatKeys(change);
  const said = drawn === undefined ? sayAll(grid) : sayBox(grid, drawn, zone);
  return (
    <section className={styles['heat']} aria-label="Duration by time">
      <header className="wrap">
        <h2>Duration by time</h2>
        <span className="quiet" aria-live="polite">
          {said}
        </span>
        {selected !== undefined && <BoxLinks grid={grid} box={selected} filtering={filtering} />}
        <button
          type="button"
          className="button plain push"
          aria-pressed={isTable}
          onClick={() => chartTables.set(!isTable)}
        >
          Table
        </button>
      </header>
      <div className={styles['picture']} hidden={isTable}>
        <div className={styles['lengths']} aria-hidden="true">
          {ticksOf(grid).map((ms) => (
            <span key={ms}>{writeMs(ms)}</span>
          ))}
        </div>
        <figure
          // biome-ignore lint/a11y/noNoninteractiveTabindex: The arrow keys move through the cells.
          tabIndex={0}
          aria-label={`Heat map of duration by time. ${said}`}
          {...events}
        >
          <canvas ref={canvas} />
        </figure>
        <div className={styles['times']}>
          <TimeAxis buckets={grid.buckets} zone={zone} />
        </div>
      </div>
      {isTable && <HeatTable grid={grid} zone={zone} />}
    </section>
  );
}

function readBox(grid: HeatGrid, text: string | undefined): HeatBox | undefined {
  return boxOfFilter(grid, text === undefined ? undefined : readFilterText(text).filtering);
}

/** Links that compare the selected spans with the rest, or list them. */
function BoxLinks({ grid, box, filtering }: HeatMapProps & { readonly box: HeatBox }) {
  const [{ q, w, s }] = useSearchParameters();
  const own = filterOfBox(grid, box);
  const conditions = filtering === undefined ? own.conditions : [filtering, ...own.conditions];
  const narrowed = writeFilterText({ operator: 'and', conditions });
  return (
    <>
      <Link to="/spans" search={{ q, w, s, v: 'compare' } as never}>
        Compare with the rest
      </Link>
      <Link to="/spans" search={{ q: narrowed, w } as never}>
        Show the spans
      </Link>
    </>
  );
}

function useHeatKeys(change: (change: Record<string, string | undefined>) => void): void {
  usePageKeys('Heat map', [
    { key: 'Escape', meaning: 'Clear the selection', act: () => change({ s: undefined }) },
  ]);
}

const TICKS = 5;

/** Returns the durations that label the axis at equal distances, longest first. */
function ticksOf({ edges, rows }: HeatGrid): readonly number[] {
  const count = Math.min(TICKS, rows + 1);
  return Array.from(
    { length: count },
    (_, tick) => edges[Math.round(((count - 1 - tick) / (count - 1)) * rows)] ?? 0,
  );
}

function sayAll(grid: HeatGrid): string {
  const { columns, rows, outside } = grid;
  const all = { columns: [0, columns - 1], rows: [0, rows - 1] } as const;
  const { count, failed } = countBox(grid, all);
  const rest = outside === 0 ? '' : `, ${writeCount(outside)} without a duration to show`;
  return `${writeCount(count)} spans, ${writeCount(failed)} failed${rest}`;
}

function sayBox(grid: HeatGrid, box: HeatBox, zone: TimeZone): string {
  const { count, failed } = countBox(grid, box);
  const { buckets, edges } = grid;
  const times = [box.columns[0], box.columns[1] + 1].map((column) =>
    timeOf(bucketStart(buckets, column), zone),
  );
  const lengths = [box.rows[0], box.rows[1] + 1].map((row) => writeMs(edges[row] ?? 0));
  return `${writeCount(count)} spans, ${writeCount(failed)} failed, ${lengths.join(' to ')}, ${times.join(' to ')}`;
}
