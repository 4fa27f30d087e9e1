import { compareCodePoints } from '@spanhouse/span-schema';
import {
  allPercentiles,
  type MetricSpec,
  type MetricSummary,
  type ValueCount,
} from '@spanhouse/trace-store/reader';

type Scalar = string | number | boolean;

/** Converts the summary of a metric to JSON for the answer; see docs/api/analytics.md. */
export function shapeMetric(spec: MetricSpec, summary: MetricSummary): object {
  switch (summary.type) {
    case 'numeric/continuous':
      return {
        type: summary.type,
        ...shapeNumbers(summary),
        hist: shapeHistogram(spec, summary),
      };
    case 'numeric/discrete':
      return {
        type: summary.type,
        ...shapeNumbers(fromCounts(summary.values)),
        ...shapeCounts(summary.values),
      };
    case 'categorical/single':
    case 'categorical/multiple':
      return { type: summary.type, count: countOf(summary.values), ...shapeCounts(summary.values) };
    case 'binary':
      return shapeBinary(summary.trueCount, summary.falseCount);
    default:
      return { type: summary.type, count: summary.count };
  }
}

interface Numbers {
  readonly count: number;
  readonly min: number;
  readonly max: number;
  readonly sum: number;
  readonly percentiles: readonly number[];
}

function shapeNumbers({ count, min, max, sum, percentiles }: Numbers) {
  const at = new Map(
    allPercentiles.map((share, index) => [nameOf(share), percentiles[index] ?? 0]),
  );
  const pcts = Object.fromEntries(at);
  const spans = spanSums.map(
    ([name, high, low]) => [name, (at.get(high) ?? 0) - (at.get(low) ?? 0)] as const,
  );
  const pscs = shapeSpreads(spans, at);
  return {
    count,
    min,
    max,
    sum,
    mean: sum / count,
    range: max - min,
    pcts,
    iqrs: Object.fromEntries(spans.map(([name, span]) => [`iqr${name}`, span])),
    ...(pscs !== undefined && { pscs }),
  };
}

/** Returns the name of a percentile, such as `p00.05`, `p01` or `p99.95`. */
function nameOf(share: number): string {
  const [whole = '', fraction] = String(Number((share * 100).toFixed(2))).split('.');
  const digits = whole.padStart(2, '0');
  return `p${fraction === undefined ? digits : `${digits}.${fraction}`}`;
}

/** Names of the interpercentile ranges, each with its upper and lower percentile. */
const spanSums = [
  ['25', 'p62.5', 'p37.5'],
  ['50', 'p75', 'p25'],
  ['75', 'p87.5', 'p12.5'],
  ['80', 'p90', 'p10'],
  ['90', 'p95', 'p05'],
  ['95', 'p97.5', 'p02.5'],
  ['99', 'p99.5', 'p00.5'],
  ['99.9', 'p99.95', 'p00.05'],
] as const;

/** Divides each interpercentile range by the median. Returns undefined if the median is too close to zero. */
function shapeSpreads(
  spans: readonly (readonly [string, number])[],
  at: ReadonlyMap<string, number>,
): Record<string, number> | undefined {
  const [p01 = 0, p50 = 0, p99 = 0] = ['p01', 'p50', 'p99'].map((name) => at.get(name));
  const isSmall = Math.abs(p50) < Math.abs(p99) / 100 || Math.abs(p50) < Math.abs(p01) / 100;
  if (Math.sign(p01) * Math.sign(p99) < 0 || isSmall) {
    return undefined;
  }
  return Object.fromEntries(
    spans.map(([name, span]) => [`psc${name}`, p50 === 0 ? 0 : span / p50]),
  );
}

/** Computes a metric's statistics from its values and their counts. */
function fromCounts(values: readonly ValueCount<number>[]): Numbers {
  const sorted = values.toSorted((left, right) => left.value - right.value);
  const ends: number[] = [];
  let count = 0;
  let sum = 0;
  for (const { value, count: own } of sorted) {
    count += own;
    sum += value * own;
    ends.push(count);
  }
  const valueAt = (position: number) => sorted[firstAbove(ends, position)]?.value ?? 0;
  return {
    count,
    min: valueAt(0),
    max: valueAt(count - 1),
    sum,
    percentiles: allPercentiles.map((share) => {
      const position = share * (count - 1);
      const below = valueAt(Math.floor(position));
      return below + (position % 1) * (valueAt(Math.ceil(position)) - below);
    }),
  };
}

/** Returns the index of the first number above `value`. The numbers MUST ascend. */
function firstAbove(ascending: readonly number[], value: number): number {
  let low = 0;
  let high = ascending.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ascending[middle] ?? 0) > value) {
      high = middle;
    } else {
      low = middle + 1;
    }
  }
  return low;
}

function shapeCounts<Value extends Scalar>(values: readonly ValueCount<Value>[]) {
  const total = countOf(values);
  const freq = values
    .toSorted((left, right) => right.count - left.count || compareValues(left.value, right.value))
    .map(({ value, count }) => ({ value, count, density: toDensity(count, total) }));
  return { freq, uniq: freq.map(({ value }) => value) };
}

function shapeBinary(trueCount: number, falseCount: number): object {
  const count = trueCount + falseCount;
  const both = [
    { value: true, count: trueCount },
    { value: false, count: falseCount },
  ];
  return {
    type: 'binary',
    count,
    freq: both.map((entry) => ({ ...entry, density: toDensity(entry.count, count) })),
    uniq: both.filter((entry) => entry.count > 0).map(({ value }) => value),
  };
}

function countOf(values: readonly ValueCount<unknown>[]): number {
  return values.reduce((sum, { count }) => sum + count, 0);
}

function compareValues(left: Scalar, right: Scalar): number {
  return typeof left === 'string' && typeof right === 'string'
    ? compareCodePoints(left, right)
    : Number(left) - Number(right);
}

type Continuous = Extract<MetricSummary, { type: 'numeric/continuous' }>;

/** Returns all bins, including empty ones. The store counts values in bins with the same bounds. */
function shapeHistogram(spec: MetricSpec, summary: Continuous): readonly object[] {
  const { count, min, max, binCounts } = summary;
  const low = spec.vmin ?? min;
  const high = spec.vmax ?? max;
  const isOne = count <= 1 || min === max || low >= high;
  const bins = isOne ? 1 : (spec.bins ?? Math.ceil(Math.sqrt(count)));
  const isCentred = spec.edge === false && bins > 1;
  const width = (high - low) / (isCentred ? bins - 1 : bins);
  const start = isCentred ? low - width / 2 : low;
  const endOf = (bin: number) => {
    if (bin === 0) {
      return low;
    }
    return bin === bins ? Math.max(low, high) : start + bin * width;
  };
  return Array.from({ length: bins }, (_, bin) => ({
    bin: bin + 1,
    count: binCounts.get(bin) ?? 0,
    interval: [endOf(bin), endOf(bin + 1)],
    density: toDensity(binCounts.get(bin) ?? 0, count),
  }));
}

/** Returns `count` as a fraction of the total, rounded to five decimals. */
function toDensity(count: number, total: number): number {
  return total === 0 ? 0 : Math.round((count / total) * 1e5) / 1e5;
}
