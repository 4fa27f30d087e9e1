import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type ReactElement, useCallback, useMemo } from 'react';
import { aggregate } from '../../api/aggregate.js';
import { Problem } from '../../parts/answers/problem.js';
import { Waiting } from '../../parts/answers/waiting.js';
import { bucketStart } from '../../parts/chart/time-series.js';
import { type Surface, useCanvas } from '../../parts/chart/use-canvas.js';
import { useStore } from '../../parts/store.js';
import { settings } from '../../parts/theme/settings.js';
import { writeMs } from '../../parts/values/format-duration.js';
import { writeCount, writeCounted } from '../../parts/values/format-number.js';
import { isoOf } from '../../parts/values/milliseconds.js';
import { CountedLine } from '../counted-line.js';
import { searchOf } from '../explorer-search.js';
import type { Focus } from '../group-fields.js';
import { countBox, type HeatBox, type HeatGrid, toHeatGrid } from '../heat/heat-grid.js';
import { lengthsOfBox } from '../heat/heat-selection.js';
import { HeatTable } from '../heat/heat-table.js';
import { paintHeat } from '../heat/paint-heat.js';
import { boardKey } from '../use-board-answer.js';
import { type BoardChartProps, useTable } from './board-chart.js';
import type { BoardMarks } from './board-marks.js';
import styles from './chart.module.css';
import { ChartFrame, ChartPicture } from './chart-frame.js';
import { type OpenedPart, useBoardCursor } from './use-board-cursor.js';
import { writeMoment } from './write-moment.js';

const BINS = 24;
const title = 'Duration by time';

/** Counts of traces or spans by duration and time. */
export function BoardHeat(props: BoardChartProps): ReactElement {
  const { subject, chart } = props;
  const { filtering, range } = subject;
  const focus = chart.focus ?? 'trace';
  const { data, error, refetch } = useQuery({
    queryKey: [boardKey, 'heat', filtering, range.bounds, focus],
    queryFn: ({ signal }) =>
      aggregate(
        {
          ...(filtering && { filtering }),
          windowing: range.bounds,
          time: { interval_ms: range.intervalMs },
          value: { path: 'ag.metrics.duration.cumulative', scale: 'log', bins: BINS },
          focus,
        },
        signal,
      ),
  });
  const grid = useMemo(() => data && toHeatGrid(data, range, BINS), [data, range]);
  if (grid === undefined) {
    return (
      <section className={styles['empty']} aria-label={title}>
        {error !== null && <Problem error={error} onRetry={() => void refetch()} />}
        {error === null && data === undefined && <Waiting />}
        {data !== undefined && (
          <div className={styles['head']}>
            <h2>{title}</h2>
            <span className="quiet">Nothing has a duration.</span>
          </div>
        )}
      </section>
    );
  }
  return <HeatPicture {...props} grid={grid} focus={focus} />;
}

interface HeatPictureProps extends BoardChartProps {
  readonly grid: HeatGrid;
  readonly focus: Focus;
}

function HeatPicture(props: HeatPictureProps): ReactElement {
  const { chart, grid, focus, group, marks, picks, onChange } = props;
  const zone = useStore(settings.timeZone);
  const [isTable, setTable] = useTable();
  const { shared, row, isActive, events } = useBoardCursor({
    marks,
    buckets: grid.buckets,
    rows: grid.rows,
    rowAt: (_, height) => Math.max(0, Math.min(grid.rows - 1, Math.floor(height * grid.rows))),
    onOpen: useOpen(props),
  });
  const box = useMemo(() => boxOf(shared, grid, row), [shared, grid, row]);
  const paint = useCallback((surface: Surface) => paintHeat(surface, { grid, box }), [grid, box]);
  const [canvas] = useCanvas(paint);
  const moment = box && writeMoment(box.columns, props.subject.range, zone);
  const said = sayBox(grid, box ?? wholeOf(grid), focus);
  return (
    <ChartFrame
      {...{ title, moment, isTable, picks }}
      onTable={() => setTable(!isTable)}
      legend={<p className={`${styles['legend']} cut`}>{said}</p>}
      counted={<CountedLine {...{ chart, focus, group, onChange }} hasGroups={false} />}
    >
      <ChartPicture ticks={ticksOf(grid)} buckets={grid.buckets} zone={zone} isHidden={isTable}>
        <figure
          // biome-ignore lint/a11y/noNoninteractiveTabindex: The arrow keys move through the cells.
          tabIndex={0}
          aria-label={`${title}. ${moment === undefined ? '' : `${moment}: `}${said}`}
          {...events}
        >
          <canvas ref={canvas} />
        </figure>
      </ChartPicture>
      <span className="unseen" aria-live="polite">
        {isActive && moment !== undefined && `${moment}: ${said}`}
      </span>
      {isTable && (
        <div className={styles['heat']}>
          <HeatTable grid={grid} zone={zone} />
        </div>
      )}
    </ChartFrame>
  );
}

function wholeOf({ columns, rows }: HeatGrid): HeatBox {
  return { columns: [0, columns - 1], rows: [0, rows - 1] };
}

/** Returns the highlighted cells: the columns of the brush or of the cursor, in all rows or in the row of the cursor. */
function boxOf(
  { current, brush }: BoardMarks,
  grid: HeatGrid,
  row: number | undefined,
): HeatBox | undefined {
  const columns = brush ?? (current === undefined ? undefined : ([current, current] as const));
  return columns && { columns, rows: row === undefined ? wholeOf(grid).rows : [row, row] };
}

function sayBox(grid: HeatGrid, box: HeatBox, focus: Focus): string {
  const { count, failed } = countBox(grid, box);
  const [lower, upper] = [grid.edges[box.rows[0]] ?? 0, grid.edges[box.rows[1] + 1] ?? 0];
  return `${writeMs(lower)} to ${writeMs(upper)}: ${writeCounted(count, focus)}, ${writeCount(failed)} failed`;
}

const TICKS = 4;

function ticksOf({ edges, rows }: HeatGrid) {
  const count = Math.min(TICKS, rows);
  return Array.from({ length: count + 1 }, (_, tick) => ({
    at: tick / count,
    text: writeMs(edges[Math.round((tick / count) * rows)] ?? 0),
  }));
}

/** Returns a function that opens the explorer with the spans of cells. */
function useOpen({ subject, grid, focus }: HeatPictureProps): (part: OpenedPart) => void {
  const navigate = useNavigate();
  const { filtering } = subject;
  return ({ buckets: [first, last], row }) => {
    const bounds = {
      oldest: isoOf(bucketStart(grid.buckets, first)),
      newest: isoOf(bucketStart(grid.buckets, last + 1)),
    };
    const conditions = row === undefined ? [] : lengthsOfBox(grid, [row, row]);
    const search = searchOf({ filtering, focus, bounds }, conditions);
    void navigate({ to: '/spans', search: search as never });
  };
}
