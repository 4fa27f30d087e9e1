import { timeOf } from '../../parts/chart/chart-table.js';
import { bucketStart } from '../../parts/chart/paint-chart.js';
import table from '../../parts/lists/table.module.css';
import type { TimeZone } from '../../parts/values/format-time.js';
import { writeCount, writeMs } from '../../parts/values/write-value.js';
import styles from './heat.module.css';
import type { HeatGrid } from './heat-grid.js';

/** A table of the cells that contain spans. */
export function HeatTable({ grid, zone }: { readonly grid: HeatGrid; readonly zone: TimeZone }) {
  const { buckets, rows, edges, counts, failed } = grid;
  const cells = counts.flatMap((count, cell) => (count > 0 ? [{ count, cell }] : []));
  return (
    <div className={styles['table']}>
      <table className={table['table']} aria-label="Duration by time">
        <thead>
          <tr>
            <th scope="col">Time</th>
            <th scope="col">Duration</th>
            <th scope="col" className="num">
              Spans
            </th>
            <th scope="col" className="num">
              Failed
            </th>
          </tr>
        </thead>
        <tbody>
          {cells.map(({ count, cell }) => (
            <tr key={cell}>
              <th scope="row">{timeOf(bucketStart(buckets, Math.floor(cell / rows)), zone)}</th>
              <td>
                {writeMs(edges[cell % rows] ?? 0)} to {writeMs(edges[(cell % rows) + 1] ?? 0)}
              </td>
              <td className="num">{writeCount(count)}</td>
              <td className="num">{writeCount(failed[cell] ?? 0)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
