import { jsonRows } from '../../connection/run-statement.js';
import { bind } from '../../connection/statement.js';
import type { MetricBucket, MetricSpec, MetricSummary, ValueCount } from '../../trace-analytics.js';
import type { Attempt } from '../totals/late-entries.js';

/** The percentile levels in a response, from 0 to 1 (docs/api/analytics.md). */
export const allPercentiles = [
  0.0005, 0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.125, 0.2, 0.25, 0.3, 0.375, 0.4, 0.5, 0.6, 0.625,
  0.7, 0.75, 0.8, 0.875, 0.9, 0.95, 0.975, 0.99, 0.995, 0.999, 0.9995,
] as const;

/** Returns SQL for an aggregate over the values of a metric in a bucket. */
export function collect({ type }: MetricSpec, value: string): string {
  switch (type) {
    case 'categorical/multiple':
      return `groupArrayArray(${value})`;
    case 'binary':
      return `tuple(countIf(${value} = 1), countIf(${value} = 0))`;
    case 'string':
    case 'json':
      return `count(${value})`;
    default:
      return `groupArray(${value})`;
  }
}

/** Returns SQL that computes the summary of a metric from its aggregate. */
export function sumUp(spec: MetricSpec, values: string): string {
  switch (spec.type) {
    case 'numeric/continuous': {
      const percentiles = `arrayReduce('quantilesExactInclusive(${allPercentiles.join(', ')})', ${values})`;
      return `tuple(length(${values}), arrayMin(${values}), arrayMax(${values}), arraySum(${values}), ${percentiles}, ${binCounts(spec, values)})`;
    }
    case 'numeric/discrete':
      // Adding 0 turns -0 into 0, so that equal numbers have equal bits.
      return countEach(values, 'reinterpretAsUInt64(x + 0)');
    case 'categorical/single':
    case 'categorical/multiple':
      return countEach(values, 'x');
    default:
      return values;
  }
}

function countEach(values: string, key: string): string {
  return `arrayReduce('countMap', arrayMap(x -> map(${key}, toUInt8(1)), ${values}))`;
}

/**
 * Returns SQL for the number of values in each bin. Only the last bin includes its upper edge. The division may round
 * into a neighbouring bin, so the SQL also compares the value with the edges that the response contains.
 */
function binCounts(spec: MetricSpec, values: string): string {
  const bound = (value: number | undefined, extreme: string) =>
    value === undefined ? extreme : bind('Float64', value);
  const low = bound(spec.vmin, `arrayMin(${values})`);
  const high = bound(spec.vmax, `arrayMax(${values})`);
  const isOne = `length(${values}) <= 1 OR arrayMin(${values}) = arrayMax(${values}) OR lo >= hi`;
  const wanted =
    spec.bins === undefined
      ? `toFloat64(ceil(sqrt(length(${values}))))`
      : `toFloat64(${bind('UInt32', spec.bins)})`;
  const isCentred = spec.edge === false;
  const width = isCentred ? '(hi - lo) / (n - 1)' : '(hi - lo) / n';
  const start = isCentred ? 'lo - w / 2' : 'lo';
  const guess = 'least(greatest(floor((x - s) / w), 0), n - 1)';
  const bin = `arrayMap(g -> toUInt32(multiIf(x < s + g * w AND g > 0, g - 1, x >= s + (g + 1) * w AND g < n - 1, g + 1, g)), [${guess}])[1]`;
  const inRange = `arrayFilter(x -> x >= lo AND x <= hi, ${values})`;
  const many = `arrayReduce('countMap', arrayMap(x -> map(${bin}, toUInt8(1)), ${inRange}))`;
  const one = `map(toUInt32(0), toUInt64(length(${inRange})))`;
  const counted = `arrayMap((w) -> arrayMap((s) -> ${many}, [${start}])[1], [${width}])[1]`;
  return `arrayMap((lo, hi) -> arrayMap(n -> if(n = 1, ${one}, ${counted}), [if(${isOne}, 1, ${wanted})])[1], [${low}], [${high}])[1]`;
}

type Row = readonly [number, number, ...unknown[]];

/** Decodes the rows of `selectMetrics`. A metric without values decodes to undefined. */
export function decodeMetrics(
  answer: Buffer,
  specs: readonly MetricSpec[],
): Attempt<readonly MetricBucket[]> {
  const rows = jsonRows<Row>(answer);
  const result = rows.map(([index, , ...columns]) => ({
    index,
    metrics: specs.map((spec, position) => decodeMetric(spec, columns[position])),
  }));
  return { result, isOutdated: rows.some(([, outdated]) => outdated === 1) };
}

function decodeMetric({ type }: MetricSpec, column: unknown): MetricSummary | undefined {
  switch (type) {
    case 'numeric/continuous':
      return decodeContinuous(column as ContinuousColumn);
    case 'numeric/discrete':
      return nonEmpty({ type, values: countsOf(column, toDouble) });
    case 'categorical/single':
    case 'categorical/multiple':
      return nonEmpty({ type, values: countsOf(column, (text) => text) });
    case 'binary': {
      const [trueCount, falseCount] = column as readonly [number, number];
      return trueCount + falseCount === 0 ? undefined : { type, trueCount, falseCount };
    }
    case 'string':
    case 'json': {
      const count = column as number;
      return count === 0 ? undefined : { type, count };
    }
  }
}

type ContinuousColumn = readonly [number, number, number, number, readonly number[], object];

function decodeContinuous([count, min, max, sum, percentiles, bins]: ContinuousColumn):
  | MetricSummary
  | undefined {
  if (count === 0) {
    return undefined;
  }
  const counts = Object.entries(bins).map(([bin, n]): [number, number] => [Number(bin), Number(n)]);
  const binCounts = new Map(counts.filter(([, n]) => n > 0));
  return { type: 'numeric/continuous', count, min, max, sum, percentiles, binCounts };
}

function nonEmpty<Summary extends { readonly values: readonly unknown[] }>(
  summary: Summary,
): Summary | undefined {
  return summary.values.length === 0 ? undefined : summary;
}

function countsOf<Value>(
  column: unknown,
  toValue: (key: string) => Value,
): readonly ValueCount<Value>[] {
  return Object.entries(column as object).map(([key, count]) => ({
    value: toValue(key),
    count: Number(count),
  }));
}

function toDouble(bits: string): number {
  return new Float64Array(BigUint64Array.of(BigInt(bits)).buffer)[0] ?? 0;
}
