import { useQuery } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { aggregate } from '../../api/aggregate.js';
import { Problem, Waiting } from '../../parts/answers/answer-states.js';
import { type Surface, useCanvas } from '../../parts/chart/use-canvas.js';
import { useStore } from '../../parts/store.js';
import { settings } from '../../parts/theme/settings.js';
import { writeCount, writeCounted, writeMs } from '../../parts/values/write-value.js';
import { CountedLine } from '../counted-line.js';
import type { Focus } from '../group-fields.js';
import { countBox, type HeatBox, type HeatGrid, toHeatGrid } from '../heat/heat-grid.js';
import { lengthsOfBox } from '../heat/heat-selection.js';
import { HeatTable } from '../heat/heat-table.js';
import { paintHeat } from '../heat/paint-heat.js';
import { boardKey } from '../use-board-answer.js';
import { type BoardChartProps, useOpenSpans } from './board-chart.js';
import type { BoardMarks } from './board-marks.js';
import styles from './chart.module.css';
import { ChartFrame } from './chart-frame.js';
import { chosenBuckets, useBoardCursor } from './use-board-cursor.js';
import { writeMoment } from './write-moment.js';

const BINS = 24;
const title = 'Duration by time';

/** Heat map that counts traces or spans by duration and time. */
export function BoardHeat(props: BoardChartProps) {
  const { subject, chart } = props;
  const { filtering, range } = subject;
  const focus = chart.focus ?? 'trace';
  const request = {
    ...(filtering && { filtering }),
    windowing: range.bounds,
    time: { interval_ms: range.intervalMs },
    value: { path: 'ag.metrics.duration.cumulative', scale: 'log', bins: BINS },
    focus,
  } as const;
  const { data, error, refetch } = useQuery({
    queryKey: [boardKey, 'heat', filtering, range.bounds, focus],
    queryFn: ({ signal }) => aggregate(request, signal),
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

function HeatPicture(props: HeatPictureProps) {
  const { subject, chart, grid, focus, group, marks, picks, onChange } = props;
  const { filtering, range } = subject;
  const { buckets } = grid;
  const zone = useStore(settings.timeZone);
  const { shared, row, isActive, events } = useBoardCursor({
    marks,
    buckets,
    rows: grid.rows,
    rowAt: (_, height) => Math.max(0, Math.min(grid.rows - 1, Math.floor(height * grid.rows))),
    onOpen: useOpenSpans({ filtering, focus, buckets }, (at) => lengthsOfBox(grid, [at, at])),
  });
  const box = useMemo(() => boxOf(shared, grid, row), [shared, grid, row]);
  const paint = useCallback((surface: Surface) => paintHeat(surface, { grid, box }), [grid, box]);
  const [canvas] = useCanvas(paint);
  const moment = box && writeMoment(box.columns, range, zone);
  const said = sayBox(grid, box ?? wholeBox(grid), focus);
  return (
    <ChartFrame
      {...{ title, moment, said, picks, buckets, zone, canvas, events }}
      isActive={isActive && box !== undefined}
      ticks={ticksOf(grid)}
      legend={<p className={`${styles['legend']} cut`}>{said}</p>}
      counted={<CountedLine {...{ chart, focus, group, onChange }} hasGroups={false} />}
      table={
        <div className={styles['heat']}>
          <HeatTable grid={grid} zone={zone} />
        </div>
      }
    />
  );
}

function wholeBox({ columns, rows }: HeatGrid): HeatBox {
  return { columns: [0, columns - 1], rows: [0, rows - 1] };
}

/**
 * Returns the highlighted cells: those in the brushed columns or, without a brush, those in the cursor's column. If the
 * cursor is on a row, only cells in that row are included.
 */
function boxOf(shared: BoardMarks, grid: HeatGrid, row: number | undefined): HeatBox | undefined {
  const columns = chosenBuckets(shared);
  return columns && { columns, rows: row === undefined ? wholeBox(grid).rows : [row, row] };
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
