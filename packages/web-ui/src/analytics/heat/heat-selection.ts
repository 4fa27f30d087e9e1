import type { Condition, Filtering } from '../../filter-bar/filtering.js';
import { bucketStart } from '../../parts/chart/paint-chart.js';
import { toIso, toMs } from '../../parts/values/format-time.js';
import type { HeatBox, HeatGrid } from './heat-grid.js';

const duration = 'ag.metrics.duration.cumulative';

/** Returns the filter that matches the spans in a box. */
export function filterOfBox(grid: HeatGrid, box: HeatBox): Filtering {
  const { buckets } = grid;
  const [first, last] = box.columns;
  return {
    operator: 'and',
    conditions: [
      { field: 'start_time', operator: 'gte', value: toIso(bucketStart(buckets, first)) },
      { field: 'start_time', operator: 'lt', value: toIso(bucketStart(buckets, last + 1)) },
      ...lengthsOfBox(grid, box.rows),
    ],
  };
}

/** Returns the conditions that match the durations in a range of rows. The top row includes its upper bound. */
export function lengthsOfBox(
  { edges, rows }: HeatGrid,
  [lower, upper]: HeatBox['rows'],
): readonly Condition[] {
  const of = { field: 'attributes', key: duration };
  const isTop = upper === rows - 1;
  return [
    { ...of, operator: 'gte', value: edges[lower] ?? 0 },
    { ...of, operator: isTop ? 'lte' : 'lt', value: edges[upper + 1] ?? 0 },
  ];
}

/**
 * Returns the box for a filter that `filterOfBox` created. Returns undefined for other filters and for boxes outside
 * the grid.
 */
export function boxOfFilter(
  { buckets, columns, edges, rows }: HeatGrid,
  filtering: Filtering | undefined,
): HeatBox | undefined {
  const [from, to, low, high] = filtering?.conditions ?? [];
  const times = [textOf(from), textOf(to)] as const;
  const lengths = [numberOf(low), numberOf(high)] as const;
  if (times[0] === undefined || times[1] === undefined || lengths[0] === undefined) {
    return undefined;
  }
  const column = (time: string) => (toMs(time) - buckets.from) / buckets.intervalMs;
  const box: HeatBox = {
    columns: [Math.round(column(times[0])), Math.ceil(column(times[1])) - 1],
    rows: [nearest(edges, lengths[0]), nearest(edges, lengths[1] ?? 0) - 1],
  };
  const isInside =
    box.columns[0] >= 0 &&
    box.columns[0] <= box.columns[1] &&
    box.columns[1] < columns &&
    box.rows[0] <= box.rows[1] &&
    box.rows[1] < rows;
  return isInside ? box : undefined;
}

function textOf(part: Condition | Filtering | undefined): string | undefined {
  const isTime = part !== undefined && 'field' in part && part.field === 'start_time';
  return isTime && typeof part.value === 'string' ? part.value : undefined;
}

function numberOf(part: Condition | Filtering | undefined): number | undefined {
  const isLength = part !== undefined && 'field' in part && part.key === duration;
  return isLength && typeof part.value === 'number' ? part.value : undefined;
}

function nearest(edges: readonly number[], value: number): number {
  const distances = edges.map((edge) => Math.abs(edge - value));
  return distances.indexOf(Math.min(...distances));
}
