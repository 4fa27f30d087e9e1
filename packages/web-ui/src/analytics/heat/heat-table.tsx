import { timeOf } from '../../parts/chart/chart-table.js';
import { bucketStart } from '../../parts/chart/paint-chart.js';
import { Table } from '../../parts/lists/table.js';
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
      <Table
        aria-label="Duration by time"
        words={['Time', 'Duration']}
        numbers={['Spans', 'Failed']}
      >
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
      </Table>
    </div>
  );
}
