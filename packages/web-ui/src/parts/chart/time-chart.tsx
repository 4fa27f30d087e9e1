import { type KeyboardEvent, type PointerEvent, useCallback, useRef, useState } from 'react';
import { Button } from '../button.js';
import { useStore } from '../store.js';
import { settings } from '../theme/settings.js';
import type { TimeZone } from '../values/format-time.js';
import { writeCount } from '../values/write-value.js';
import { bucketUnder, ordered } from './chart-cursor.js';
import { ChartTable, timeOf, useTable } from './chart-table.js';
import {
  bucketCount,
  bucketStart,
  paintChart,
  type Series,
  type TimeBuckets,
} from './paint-chart.js';
import { TimeAxis } from './time-axis.js';
import styles from './time-chart.module.css';
import { type Surface, useCanvas } from './use-canvas.js';

interface TimeChartProps {
  readonly buckets: TimeBuckets;
  readonly series: readonly Series[];
  /** Called with the range that the user selects, in ms since 1970. */
  readonly onSelect: (from: number, to: number) => void;
  /** Called after a double click. A single click selects nothing. */
  readonly onBack: () => void;
}

const HEIGHT = 48;
const title = 'Spans by time';

/**
 * Bar chart of span counts over time. The user selects a range by dragging, or with the arrow keys and Enter. The
 * button "Table" shows the same data as text.
 */
export function TimeChart(props: TimeChartProps) {
  const { buckets, series } = props;
  const zone = useStore(settings.timeZone);
  const [isTable, setTable] = useTable();
  const { current, brush, events } = useChartCursor(props);
  const paint = useCallback(
    (surface: Surface) => paintChart(surface, { kind: 'bars', buckets, series, current, brush }),
    [buckets, series, current, brush],
  );
  const [canvas] = useCanvas(paint);
  const said = current === undefined ? saySummary(series) : describeBucket(props, zone, current);
  return (
    <section className={styles['chart']} aria-label={title}>
      <header className="row">
        <h3>{title}</h3>
        <span className="quiet cut" aria-live="polite">
          {said}
        </span>
        <Button isPlain aria-pressed={isTable} onClick={() => setTable(!isTable)}>
          Table
        </Button>
      </header>
      <figure
        // biome-ignore lint/a11y/noNoninteractiveTabindex: The arrow keys move through the buckets.
        tabIndex={0}
        aria-label={`${title}. ${said}`}
        style={{ height: HEIGHT }}
        hidden={isTable}
        {...events}
      >
        <canvas ref={canvas} />
      </figure>
      {!isTable && <TimeAxis buckets={buckets} zone={zone} />}
      {isTable && <ChartTable {...{ title, buckets, series, zone }} write={writeCount} />}
    </section>
  );
}

function describeBucket({ buckets, series }: TimeChartProps, zone: TimeZone, bucket: number) {
  const values = series.map(({ name, values: all }) => `${name} ${writeCount(all[bucket] ?? 0)}`);
  return [timeOf(bucketStart(buckets, bucket), zone), ...values].join(' · ');
}

/** Returns a description of the total counts for screen readers. */
function saySummary(series: readonly Series[]): string {
  const total = ({ values }: Series) =>
    values.reduce<number>((sum, value) => sum + (value ?? 0), 0);
  return series.map((one) => `${one.name} ${writeCount(total(one))}`).join(' · ');
}

/** First and last bucket of the range that is being selected. */
type Brush = readonly [first: number, last: number];

/**
 * Tracks the pointer and the arrow keys in a chart. When a drag ends or Enter is pressed, calls `onSelect` with a range
 * in ms since 1970. A double click calls `onBack`; a single click does nothing.
 */
function useChartCursor({ buckets, onSelect, onBack }: Omit<TimeChartProps, 'series'>) {
  const [current, setCurrent] = useState<number>();
  const [brush, setBrush] = useState<Brush>();
  const dragStart = useRef<number>(undefined);
  const last = bucketCount(buckets) - 1;
  const inside = (bucket: number) => Math.max(0, Math.min(last, bucket));
  const select = (range: Brush) => {
    setBrush(undefined);
    onSelect(bucketStart(buckets, range[0]), bucketStart(buckets, range[1] + 1));
  };
  const move = (by: number, isExtending: boolean) => {
    const next = inside((current ?? -1) + by);
    setBrush(isExtending ? extend(brush, current ?? next, next) : undefined);
    setCurrent(next);
  };
  const takeKey = ({ key, shiftKey }: KeyboardEvent) => {
    if (key === 'ArrowLeft' || key === 'ArrowRight') {
      move(key === 'ArrowLeft' ? -1 : 1, shiftKey);
      return true;
    }
    if (key === 'Enter' && current !== undefined) {
      select(brush ?? [current, current]);
      return true;
    }
    return false;
  };
  const leave = () => setCurrent(undefined);
  return {
    current,
    brush,
    events: {
      onKeyDown: (event: KeyboardEvent) => {
        // While the chart has no cursor, Shift with an arrow key is left to the page, which then moves its window.
        const isOfPage = event.shiftKey && current === undefined;
        if (!isOfPage && takeKey(event)) {
          event.preventDefault();
          event.stopPropagation();
        }
      },
      onPointerDown: (event: PointerEvent<HTMLElement>) => {
        dragStart.current = bucketUnder(event, last);
        event.currentTarget.setPointerCapture(event.pointerId);
      },
      onPointerMove: (event: PointerEvent<HTMLElement>) => {
        const bucket = bucketUnder(event, last);
        setCurrent(bucket);
        if (dragStart.current !== undefined) {
          setBrush(ordered(dragStart.current, bucket));
        }
      },
      onPointerUp: (event: PointerEvent<HTMLElement>) => {
        const range = ordered(dragStart.current ?? 0, bucketUnder(event, last));
        dragStart.current = undefined;
        if (range[0] !== range[1]) {
          select(range);
        } else {
          setBrush(undefined);
        }
      },
      onDoubleClick: onBack,
      onPointerLeave: leave,
      onBlur: leave,
    },
  };
}

/**
 * Moves one end of a selection from bucket `from` to bucket `to`. If there is no selection, selects the buckets from
 * one to the other.
 */
function extend(brush: Brush | undefined, from: number, to: number): Brush {
  const [first, last] = brush ?? [from, from];
  return from === first && last !== first ? ordered(last, to) : ordered(first, to);
}
