import type { ReactElement } from 'react';
import type { Series } from '../../parts/chart/time-series.js';
import { MarkedText } from '../../parts/values/marked-text.js';
import { writeOrDash } from '../read-series.js';
import styles from './chart.module.css';
import type { ChartKind } from './chart-kinds.js';

interface ChartLegendProps {
  readonly series: readonly Series[];
  readonly values: readonly (number | null)[];
  /** The series below the cursor. */
  readonly row: number | undefined;
  readonly write: ChartKind['write'];
}

/** Maximum series in the legend; the table has all of them. */
const MAX_NAMES = 4;

/**
 * Legend of a chart: each series with its colour and its value. The values are those at the cursor, below the brush, or
 * of the whole window.
 */
export function ChartLegend({ series, values, row, write }: ChartLegendProps): ReactElement {
  const places = series.map((_, place) => place);
  const chosen = row !== undefined && row >= MAX_NAMES ? [row] : [];
  const shown = [...places.slice(0, MAX_NAMES - chosen.length), ...chosen];
  return (
    <ul className={styles['legend']}>
      {shown.map((place) => {
        const { name = '', colour } = series[place] ?? {};
        const value = values[place];
        return (
          <li key={place} aria-current={place === row}>
            <i className={styles['swatch']} style={{ background: `var(${colour})` }} />
            <span className={`cut ${styles['name']}`} title={name}>
              <MarkedText text={name} />
            </span>
            <b title={value == null ? undefined : String(value)}>{writeOrDash(value, write)}</b>
          </li>
        );
      })}
      {series.length > shown.length && (
        <li className="faint">and {series.length - shown.length} in the table</li>
      )}
    </ul>
  );
}
