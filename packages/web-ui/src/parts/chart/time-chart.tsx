import {
  type KeyboardEvent,
  type PointerEvent,
  type ReactElement,
  useCallback,
  useEffect,
  useRef,
  useState,
} from 'react';
import { Button } from '../button.js';
import { useStore } from '../store.js';
import { settings } from '../theme/settings.js';
import type { TimeZone } from '../values/format-time.js';
import { ChartTable, chartTables, timeOf } from './chart-table.js';
import {
  bucketCount,
  bucketStart,
  highest,
  paintChart,
  type Series,
  type TimeBuckets,
} from './paint-chart.js';
import { TimeAxis } from './time-axis.js';
import styles from './time-chart.module.css';
import { type Surface, useCanvas } from './use-canvas.js';

interface TimeChartProps {
  readonly title: string;
  readonly kind: 'bars' | 'lines';
  readonly buckets: TimeBuckets;
  readonly series: readonly Series[];
  /** Formats a value. */
  readonly write: (value: number) => string;
  /** Receives the range that the user selects, in ms since 1970. */
  readonly onSelect: (from: number, to: number) => void;
  /** Handles a double click. If it is present, a single click selects nothing. */
  readonly onBack?: () => void;
  readonly height: number;
}

/**
 * Chart of values over time. The user selects a range by dragging, or with the arrow keys and Enter. “Table” shows the
 * same data as text.
 */
export function TimeChart(props: TimeChartProps): ReactElement {
  const { title, kind, buckets, series, onSelect, onBack, height } = props;
  const zone = useStore(settings.timeZone);
  const areTables = useStore(chartTables);
  const [isTable, setTable] = useState(areTables);
  useEffect(() => setTable(areTables), [areTables]);
  const { current, brush, events } = useChartCursor(buckets, onSelect, onBack);
  const paint = useCallback(
    (surface: Surface) => paintChart(surface, { kind, buckets, series, current, brush }),
    [kind, buckets, series, current, brush],
  );
  const [canvas] = useCanvas(paint);
  const said = current === undefined ? saySummary(props) : describeBucket(props, zone, current);
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
        style={{ height }}
        hidden={isTable}
        {...events}
      >
        <canvas ref={canvas} />
      </figure>
      {!isTable && <TimeAxis buckets={buckets} zone={zone} />}
      {isTable && <ChartTable {...props} zone={zone} />}
    </section>
  );
}

function describeBucket(chart: TimeChartProps, zone: TimeZone, bucket: number): string {
  const { buckets, series, write } = chart;
  const values = series.map(({ name, values: all }) => {
    const value = all[bucket] ?? null;
    return `${name} ${value === null ? '–' : write(value)}`;
  });
  return [timeOf(bucketStart(buckets, bucket), zone), ...values].join(' · ');
}

/** Describes the total of the bars, or the highest values of the lines. */
function saySummary({ kind, series, write }: TimeChartProps): string {
  if (kind === 'lines') {
    return `highest ${write(highest(series, kind))}`;
  }
  return series
    .map(({ name, values }) => {
      const sum = values.reduce<number>((total, value) => total + (value ?? 0), 0);
      return `${name} ${write(sum)}`;
    })
    .join(' · ');
}

/** First and last bucket of the range that the user is selecting. */
type Brush = readonly [first: number, last: number];

/**
 * Tracks the pointer and the arrow keys. A drag, or Enter, calls `onSelect` with a range in ms since 1970. If `onBack`
 * is given, a double click calls it and a single click selects nothing.
 */
function useChartCursor(
  buckets: TimeBuckets,
  onSelect: (from: number, to: number) => void,
  onBack?: () => void,
) {
  const [current, setCurrent] = useState<number>();
  const [brush, setBrush] = useState<Brush>();
  const dragStart = useRef<number>(undefined);
  const last = bucketCount(buckets) - 1;
  const inside = (bucket: number) => Math.max(0, Math.min(last, bucket));
  const bucketUnder = ({ currentTarget, clientX }: PointerEvent<HTMLElement>) => {
    const { left, width } = currentTarget.getBoundingClientRect();
    return inside(Math.floor(((clientX - left) / width) * (last + 1)));
  };
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
        // If the chart has no cursor, Shift with an arrow key moves the window of the page.
        const isOfPage = onBack !== undefined && event.shiftKey && current === undefined;
        if (!isOfPage && takeKey(event)) {
          event.preventDefault();
          event.stopPropagation();
        }
      },
      onPointerDown: (event: PointerEvent<HTMLElement>) => {
        dragStart.current = bucketUnder(event);
        event.currentTarget.setPointerCapture(event.pointerId);
      },
      onPointerMove: (event: PointerEvent<HTMLElement>) => {
        const bucket = bucketUnder(event);
        setCurrent(bucket);
        if (dragStart.current !== undefined) {
          setBrush(ordered(dragStart.current, bucket));
        }
      },
      onPointerUp: (event: PointerEvent<HTMLElement>) => {
        const range = ordered(dragStart.current ?? 0, bucketUnder(event));
        dragStart.current = undefined;
        if (onBack === undefined || range[0] !== range[1]) {
          select(range);
        } else {
          setBrush(undefined);
        }
      },
      onDoubleClick: () => onBack?.(),
      onPointerLeave: leave,
      onBlur: leave,
    },
  };
}

function ordered(one: number, other: number): Brush {
  return one < other ? [one, other] : [other, one];
}

/** Moves the end of a selection to the bucket that a key reached. */
function extend(brush: Brush | undefined, from: number, to: number): Brush {
  const [first, last] = brush ?? [from, from];
  return from === first && last !== first ? ordered(last, to) : ordered(first, to);
}
