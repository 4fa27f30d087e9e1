import { useEffect, useState } from 'react';
import { usePageKeys } from '../keys/page-keys.js';
import { Table } from '../lists/table.js';
import { createStore, useStore } from '../store.js';
import { clockOf, dayOf, type TimeZone } from '../values/format-time.js';
import { bucketCount, bucketStart, type Series, type TimeBuckets } from './paint-chart.js';
import styles from './time-chart.module.css';

const NS_PER_MS = 1_000_000n;

/** Formats a time, given in ms since 1970, as a day and a time of day. */
export function timeOf(ms: number, zone: TimeZone): string {
  const ns = BigInt(Math.round(ms)) * NS_PER_MS;
  return `${dayOf(ns, zone)}, ${clockOf(ns, zone).seconds}`;
}

interface ChartTableProps {
  readonly title: string;
  readonly buckets: TimeBuckets;
  readonly series: readonly Series[];
  readonly write: (value: number) => string;
  readonly zone: TimeZone;
}

/** Table with the data of a chart. Buckets without values are omitted. */
export function ChartTable(props: ChartTableProps) {
  const { title, buckets, series, write, zone } = props;
  const shown = Array.from({ length: bucketCount(buckets) }, (_, bucket) => bucket).filter(
    (bucket) => series.some(({ values }) => (values[bucket] ?? 0) !== 0),
  );
  return (
    <div className={styles['table']} style={{ maxHeight: MAX_HEIGHT }}>
      <Table
        className=""
        aria-label={title}
        words={['Time']}
        numbers={series.map(({ name }) => name)}
      >
        {shown.map((bucket) => (
          <tr key={bucket}>
            <th scope="row">{timeOf(bucketStart(buckets, bucket), zone)}</th>
            {series.map(({ name, values }) => (
              <td key={name} className="num">
                {values[bucket] === null ? '–' : write(values[bucket] ?? 0)}
              </td>
            ))}
          </tr>
        ))}
      </Table>
    </div>
  );
}

const MAX_HEIGHT = 160;

/** True while all charts of the page are shown as tables. */
export const chartTables = createStore(false);

/**
 * Returns whether a chart is shown as a table, and a function that changes this. The shared key switches all charts; a
 * chart's own button overrides that state.
 */
export function useTable() {
  const areTables = useStore(chartTables);
  const [isTable, setTable] = useState(areTables);
  useEffect(() => setTable(areTables), [areTables]);
  return [isTable, setTable] as const;
}

/** Binds the key `t`, which switches all charts on the page between pictures and tables. */
export function useTableKey(): void {
  const toggle = () => chartTables.set(!chartTables.get());
  usePageKeys('Charts', [{ key: 't', meaning: 'Show the charts as tables, or back', act: toggle }]);
}
