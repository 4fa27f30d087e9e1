import { type ReactElement, useCallback, useEffect, useState } from 'react';
import { useStore } from '../store.js';
import { settings } from '../theme/settings.js';
import type { TimeZone } from '../values/format-time.js';
import { ChartTable, timeOf } from './chart-table.js';
import { chartTables } from './chart-tables.js';
import { paintChart } from './paint-chart.js';
import { TimeAxis } from './time-axis.js';
import styles from './time-chart.module.css';
import { bucketStart, highest, type Series, type TimeBuckets } from './time-series.js';
import { type Surface, useCanvas } from './use-canvas.js';
import { useChartCursor } from './use-chart-cursor.js';

interface TimeChartProps {
  readonly title: string;
  readonly kind: 'bars' | 'lines';
  readonly buckets: TimeBuckets;
  readonly series: readonly Series[];
  /** Formats a value. */
  readonly write: (value: number) => string;
  /** Called with the range that the user selects, in ms since 1970. */
  readonly onSelect: (from: number, to: number) => void;
  /** Called on a double click, which then does not select twice. */
  readonly onBack?: () => void;
  readonly height: number;
}

/**
 * Chart of values over time. A drag, or the arrow keys and Enter, select a range; “Table” shows the same data in words.
 */
export function TimeChart(props: TimeChartProps): ReactElement {
  const { title, kind, buckets, series, write, onSelect, onBack, height } = props;
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
  const describe = (bucket: number) => describeBucket({ buckets, series, write, zone }, bucket);
  const said = current === undefined ? saySummary(props) : describe(current);
  return (
    <section className={styles['chart']} aria-label={title}>
      <header>
        <h3>{title}</h3>
        <span className="quiet cut" aria-live="polite">
          {said}
        </span>
        <button
          type="button"
          className="button plain"
          aria-pressed={isTable}
          onClick={() => setTable(!isTable)}
        >
          Table
        </button>
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

interface Described {
  readonly buckets: TimeBuckets;
  readonly series: readonly Series[];
  readonly write: (value: number) => string;
  readonly zone: TimeZone;
}

function describeBucket({ buckets, series, write, zone }: Described, bucket: number): string {
  const values = series.map(({ name, values: all }) => {
    const value = all[bucket] ?? null;
    return `${name} ${value === null ? '–' : write(value)}`;
  });
  return [timeOf(bucketStart(buckets, bucket), zone), ...values].join(' · ');
}

/** Describes the total of bars, or the highest values of lines. */
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
