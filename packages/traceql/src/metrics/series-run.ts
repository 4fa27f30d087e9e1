import { isNumber } from '../evaluate/compare-values.js';
import type { PlacedSpan } from '../evaluate/read-field.js';
import type { Value } from '../evaluate/traced-span.js';
import { valueKey } from '../evaluate/value-key.js';
import { QueryTooLarge } from '../traceql-error.js';
import type { MetricsFunction } from '../tree/query.js';
import { histogramBucket, SECOND_NS } from './histogram-bucket.js';
import { counted, type Measured, measured, NumberSummary } from './number-summary.js';
import { type CountingFunction, planSeries, type SeriesPlan } from './plan-metrics.js';
import type { Label, Series } from './series.js';
import { pointOf, type TimeGrid } from './time-grid.js';

/** Maximum number of summaries. There is one summary for each combination of a series and a point that has spans. */
const MAX_SUMMARIES = 1_000_000;
export const MAX_VALUES = 10_000_000;

/** The spans that one series counts. */
interface Group {
  readonly key: string;
  readonly labels: readonly Label[];
  readonly summaries: Map<number, NumberSummary>;
}

/** Groups spans into series and counts them. */
export class SeriesRun {
  readonly #plan: SeriesPlan;
  readonly #grid: TimeGrid;
  readonly #groups = new Map<string, Group>();
  readonly #keepsValues: boolean;
  #summaries = 0;
  #values = 0;

  constructor(first: CountingFunction, grid: TimeGrid) {
    this.#plan = planSeries(first);
    this.#grid = grid;
    this.#keepsValues = first.kind === 'quantile_over_time';
  }

  /**
   * Counts a span. Returns the span with its point, the key of its group and, if spans are measured, its measured
   * number in the unit of the answer. Returns undefined if the span starts outside the grid or lacks the measured
   * number.
   */
  see(placed: PlacedSpan) {
    const point = pointOf(this.#grid, placed.span.start_time);
    if (point === undefined) {
      return undefined;
    }
    if (this.#plan.measure === undefined) {
      return { placed, point, group: this.#add(placed, point, counted), value: undefined };
    }
    const number = this.numberOf(placed);
    if (number === undefined) {
      return undefined;
    }
    const group = this.#add(placed, point, measured(number));
    return { placed, point, group, value: this.#shown(number) };
  }

  /** Returns the measured number of a span; undefined if the field is not a number. */
  numberOf(placed: PlacedSpan): number | undefined {
    const value = this.#plan.measure?.(placed);
    return isNumber(value) ? Number(value.value) : undefined;
  }

  /** Converts a number to the unit of the answer; returns undefined if the function counts spans. */
  #shown(number: number): number | undefined {
    const { first, isDuration } = this.#plan;
    const shown = isDuration ? number / SECOND_NS : number;
    return isCounting(first.kind) ? undefined : shown;
  }

  /**
   * Counts several spans at a point. `numbers` are their measured numbers. All of these spans have the same labels as
   * `placed`.
   */
  seeMany(placed: PlacedSpan, point: number, numbers: Measured): void {
    this.#add(placed, point, numbers);
  }

  /** Returns the key of the group that a span belongs to. `number` is the span's measured number. */
  groupOf(placed: PlacedSpan, number: number): string {
    return this.#groupOf(placed, number).key;
  }

  /** Returns all series. Each has a value for every point of the grid. */
  series(): readonly Series[] {
    const groups = [...this.#groups.values()];
    const { kind, by } = this.#plan.first;
    if (groups.length === 0 && by.length === 0 && (kind === 'rate' || kind === 'count_over_time')) {
      groups.push(this.#emptyGroup());
    }
    if (groups.length * this.#grid.points > 5 * MAX_SUMMARIES) {
      throw new QueryTooLarge(`${groups.length} series have too many points: make step longer`);
    }
    return groups.flatMap((group) => this.#seriesOf(group));
  }

  #add(placed: PlacedSpan, point: number, numbers: Measured): string {
    const group = this.#groupOf(placed, numbers.max);
    let summary = group.summaries.get(point);
    if (summary === undefined) {
      summary = new NumberSummary();
      group.summaries.set(point, summary);
      this.#summaries += 1;
    }
    this.#values += this.#keepsValues ? numbers.count : 0;
    if (this.#values > MAX_VALUES) {
      throw new QueryTooLarge(
        `quantile_over_time measures more than ${MAX_VALUES} spans: narrow the query or its range`,
      );
    }
    if (this.#summaries > MAX_SUMMARIES) {
      throw new QueryTooLarge('the query counts into too many series: narrow it or its range');
    }
    summary.add(numbers, this.#keepsValues);
    return group.key;
  }

  #groupOf(placed: PlacedSpan, number: number): Group {
    const values = this.#plan.labels.map(({ read }) => read(placed));
    const isHistogram = this.#plan.first.kind === 'histogram_over_time';
    const bucket = isHistogram ? histogramBucket(number) : undefined;
    const key = JSON.stringify([bucket ?? '', ...values.map(valueKey)]);
    let group = this.#groups.get(key);
    if (group === undefined) {
      group = { key, labels: this.#labelsOf(values, bucket), summaries: new Map() };
      this.#groups.set(key, group);
    }
    return group;
  }

  #emptyGroup(): Group {
    return { key: '', labels: this.#labelsOf([], undefined), summaries: new Map() };
  }

  /**
   * Returns the labels of a series. Without `by`, the label is the function's name, except that histogram buckets and
   * quantiles are distinguished by their own label.
   */
  #labelsOf(values: readonly (Value | undefined)[], bucket: number | undefined): readonly Label[] {
    const { labels, first, isDuration } = this.#plan;
    const present = labels.flatMap(({ key }, index) => {
      const value = values[index];
      return value === undefined ? [] : [{ key, value }];
    });
    const [nil] = labels;
    if (present.length === 0 && nil !== undefined) {
      present.push({ key: nil.key, value: { type: 'string', value: 'nil' } });
    }
    if (bucket !== undefined) {
      const value = isDuration ? bucket / SECOND_NS : bucket;
      return [...present, { key: '__bucket', value: { type: 'float', value } }];
    }
    return nil === undefined && first.kind !== 'quantile_over_time'
      ? [{ key: '__name__', value: { type: 'string', value: first.kind } }]
      : present;
  }

  #seriesOf({ key, labels, summaries }: Group): readonly Series[] {
    const { first } = this.#plan;
    const { points, stepNs } = this.#grid;
    const scale = this.#plan.isDuration ? SECOND_NS : 1;
    const toSeries = (
      more: readonly Label[],
      numberOf: (summary: NumberSummary) => number,
    ): Series => {
      const isCount = isCounting(first.kind);
      const values = new Float64Array(points).fill(isCount ? 0 : Number.NaN);
      for (const [point, summary] of summaries) {
        const value = numberOf(summary);
        values[point] = Number.isFinite(value) ? value : Number.NaN;
      }
      return { labels: [...labels, ...more], points: values, group: key };
    };
    switch (first.kind) {
      case 'rate':
        return [toSeries([], ({ count }) => count / (Number(stepNs) / SECOND_NS))];
      case 'count_over_time':
      case 'histogram_over_time':
        return [toSeries([], ({ count }) => count)];
      case 'quantile_over_time':
        return [...new Set(first.quantiles)].map((level) =>
          toSeries(
            [{ key: 'p', value: { type: 'float', value: level } }],
            (summary) => summary.quantile(level) / scale,
          ),
        );
      default:
        return [toSeries([], (summary) => measureOf(first.kind, summary) / scale)];
    }
  }
}

/** Returns whether a function counts spans. A counting function has the value 0 at a point without spans. */
export function isCounting(kind: MetricsFunction['kind']): boolean {
  return kind === 'rate' || kind === 'count_over_time' || kind === 'histogram_over_time';
}

function measureOf(
  kind: CountingFunction['kind'],
  { min, max, sum, count }: NumberSummary,
): number {
  switch (kind) {
    case 'min_over_time':
      return min;
    case 'max_over_time':
      return max;
    case 'sum_over_time':
      return sum;
    default:
      return sum / count;
  }
}
