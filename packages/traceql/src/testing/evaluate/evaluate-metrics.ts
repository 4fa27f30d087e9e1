import type { Trace } from '../../evaluate/traced-span.js';
import type { TimeGrid } from '../../metrics/time-grid.js';
import { printField } from '../../print/print-expression.js';
import { type Field, typeOfField } from '../../tree/field.js';
import type { MetricsFunction, Query } from '../../tree/query.js';
import { changeNaively } from './change-naively.js';
import { isNumber } from './compute.js';
import { evaluateCompare } from './evaluate-compare.js';
import { readValue } from './evaluate-expression.js';
import { evaluatePipeline } from './evaluate-pipeline.js';
import {
  type Found,
  joinLabels,
  labelText,
  type NaiveSeries,
  pointsOf,
  timeOf,
  withPoints,
} from './naive-series.js';
import { TraceTree } from './trace-tree.js';

type Metrics = Extract<Query, { readonly kind: 'metrics' }>;
/** Computes metrics point by point. Considers all spans for each point. */
export function evaluateMetrics(
  { pipeline, first, series }: Metrics,
  traces: readonly Trace[],
  grid: TimeGrid,
): NaiveSeries {
  const found = traces.flatMap((trace) => {
    const tree = new TraceTree(trace);
    return evaluatePipeline(pipeline, trace)
      .flat()
      .filter(
        ({ start_time }) => start_time > grid.from && start_time <= timeOf(grid.points - 1, grid),
      )
      .map((span) => ({ span, tree }));
  });
  const computed =
    first.kind === 'compare' ? evaluateCompare(found, first, grid) : count(found, first, grid);
  return series.reduce(changeNaively, withPoints(computed));
}

type Counting = Exclude<MetricsFunction, { readonly kind: 'compare' }>;

function count(found: readonly Found[], first: Counting, grid: TimeGrid): NaiveSeries {
  const measured = found.filter(
    (each) => 'field' in first === false || numberOf(first.field, each) !== undefined,
  );
  const groups = Map.groupBy(measured, (each) => labelsOf(first.by, each));
  if (groups.size === 0 && first.by.length === 0 && !('field' in first)) {
    groups.set('', []);
  }
  const name =
    first.by.length === 0 ? labelText('__name__', { type: 'string', value: first.kind }) : '';
  return new Map(
    [...groups].flatMap(([labels, spans]) => seriesOf(spans, first, { labels, name, grid })),
  );
}

function seriesOf(
  spans: readonly Found[],
  first: Counting,
  {
    labels,
    name,
    grid,
  }: { readonly labels: string; readonly name: string; readonly grid: TimeGrid },
): [string, readonly (number | undefined)[]][] {
  const unit = 'field' in first && isDuration(first.field) ? 1e9 : 1;
  const numbersOf = (inside: readonly Found[]) =>
    'field' in first ? inside.map((each) => numberOf(first.field, each) ?? Number.NaN) : [];
  const ofNumbers = (compute: (numbers: readonly number[]) => number) =>
    pointsOf(spans, grid, (inside) => {
      const value = inside.length === 0 ? Number.NaN : compute(numbersOf(inside)) / unit;
      return Number.isFinite(value) ? value : undefined;
    });
  const seconds = Number(grid.stepNs) / 1e9;
  switch (first.kind) {
    case 'rate':
      return [[labels || name, pointsOf(spans, grid, ({ length }) => length / seconds)]];
    case 'count_over_time':
      return [[labels || name, pointsOf(spans, grid, ({ length }) => length)]];
    case 'min_over_time':
      return [[labels || name, ofNumbers((numbers) => Math.min(...numbers))]];
    case 'max_over_time':
      return [[labels || name, ofNumbers((numbers) => Math.max(...numbers))]];
    case 'sum_over_time':
      return [[labels || name, ofNumbers(exactSum)]];
    case 'avg_over_time':
      return [[labels || name, ofNumbers((numbers) => exactSum(numbers) / numbers.length)]];
    case 'quantile_over_time':
      return first.quantiles.map((level) => [
        joinLabels(labels, labelText('p', { type: 'float', value: level })),
        ofNumbers((numbers) => quantile(numbers, level)),
      ]);
    case 'histogram_over_time':
      return [...Map.groupBy(spans, (each) => bucketOf(first.field, each))].map(
        ([bucket, inside]) => [
          joinLabels(labels, labelText('__bucket', { type: 'float', value: bucket })),
          pointsOf(inside, grid, ({ length }) => length),
        ],
      );
  }
}

/** Adds up numbers exactly by scaling them to integers first. */
function exactSum(numbers: readonly number[]): number {
  const scale = 2n ** 1074n;
  const total = numbers.reduce((sum, number) => sum + toScaled(number), 0n);
  // The sum of two doubles, the quotient and the remainder, is precise enough.
  const quotient = total / scale;
  const rest = total % scale;
  return Number(quotient) + Number((rest * 2n ** 60n) / scale) / 2 ** 60;
}

/** Scales a double by 2^1074, which makes it an integer. */
function toScaled(number: number): bigint {
  let [value, shift] = [number, 1074];
  while (!Number.isInteger(value)) {
    value *= 2;
    shift -= 1;
  }
  return BigInt(value) * 2n ** BigInt(shift);
}

function quantile(numbers: readonly number[], level: number): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  const index = level * (sorted.length - 1);
  const [low, high] = [Math.floor(index), Math.ceil(index)];
  const share = index - low;
  return low === high
    ? (sorted[low] ?? 0)
    : (sorted[low] ?? 0) * (1 - share) + (sorted[high] ?? 0) * share;
}

/** Returns the measured number of a span. Durations are in nanoseconds. */
function numberOf(field: Field, { span, tree }: Found): number | undefined {
  const value = readValue({ kind: 'field', field }, span, tree);
  return isNumber(value) ? Number(value.value) : undefined;
}

function bucketOf(field: Field, found: Found): number {
  const value = readValue({ kind: 'field', field }, found.span, found.tree);
  // Metrics are computed with doubles, so integers above 2^53 are rounded.
  const number = isNumber(value) ? Number(value.value) : 0;
  let bound = 1;
  while (bound < number) {
    bound *= 2;
  }
  return isDuration(field) ? bound / 1e9 : bound;
}

function isDuration(field: Field): boolean {
  return typeOfField(field) === 'duration';
}

function labelsOf(by: readonly Field[], { span, tree }: Found): string {
  const names = new Map(by.map((field) => [printField(field), field]));
  const labels = [...names].flatMap(([name, field]) => {
    const value = readValue({ kind: 'field', field }, span, tree);
    return value === undefined ? [] : [labelText(name, value)];
  });
  const [first] = names.keys();
  return labels.length > 0 || first === undefined
    ? labels.join('\n')
    : labelText(first, { type: 'string', value: 'nil' });
}
