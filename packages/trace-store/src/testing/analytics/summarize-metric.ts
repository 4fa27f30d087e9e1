import { isJsonObject, type JsonValue } from '@spanhouse/span-schema';
import { allPercentiles } from '../../analytics/aggregates/metric-aggregates.js';
import type { MetricSpec, MetricSummary, ValueCount } from '../../trace-analytics.js';
import { sum } from './trace-entries.js';

/** Summarizes the values that have the metric's type. Returns undefined if there are no such values. */
export function summarizeMetric(
  spec: MetricSpec,
  found: readonly (JsonValue | undefined)[],
): MetricSummary | undefined {
  const { type } = spec;
  const values = valuesOfType(spec, found);
  if (values.length === 0) {
    return undefined;
  }
  switch (type) {
    case 'numeric/continuous':
      return continuous(spec, values as readonly number[]);
    case 'binary': {
      const trueCount = values.filter((value) => value === true).length;
      return { type, trueCount, falseCount: values.length - trueCount };
    }
    case 'string':
    case 'json':
      return { type, count: values.length };
    case 'numeric/discrete':
      // Adding 0 turns -0 into 0.
      return { type, values: frequencies((values as readonly number[]).map((value) => value + 0)) };
    case 'categorical/single':
    case 'categorical/multiple':
      return { type, values: frequencies(values as readonly string[]) };
  }
}

/** Returns the values that have the metric's type. Each string in a list is a separate value. */
function valuesOfType(
  { type }: MetricSpec,
  values: readonly (JsonValue | undefined)[],
): readonly JsonValue[] {
  const isText = (value: JsonValue | undefined) => typeof value === 'string';
  const present = values.filter((value) => value !== undefined);
  switch (type) {
    case 'numeric/continuous':
    case 'numeric/discrete':
      return present
        .filter((value) => typeof value === 'number' || typeof value === 'bigint')
        .map(Number);
    case 'categorical/single':
    case 'string':
      return present.filter(isText);
    case 'categorical/multiple':
      return present.flatMap((value) => (Array.isArray(value) ? value.filter(isText) : []));
    case 'binary':
      return present.filter((value) => typeof value === 'boolean');
    case 'json':
      return present.filter(isJsonObject);
  }
}

function frequencies<Value>(values: readonly Value[]): readonly ValueCount<Value>[] {
  return [...new Set(values)].map((value) => ({
    value,
    count: values.filter((other) => other === value).length,
  }));
}

function continuous(spec: MetricSpec, values: readonly number[]): MetricSummary {
  const sorted = values.toSorted((left, right) => left - right);
  const min = sorted[0] ?? 0;
  const max = sorted.at(-1) ?? 0;
  return {
    type: 'numeric/continuous',
    count: values.length,
    min,
    max,
    sum: sum(values),
    percentiles: allPercentiles.map((share) => interpolate(sorted, share * (values.length - 1))),
    binCounts: binCounts(spec, { min, max, values }),
  };
}

/** Interpolates between the values before and after a position. */
export function interpolate(sorted: readonly number[], position: number): number {
  const below = sorted[Math.floor(position)] ?? 0;
  const above = sorted[Math.ceil(position)] ?? below;
  return below + (position - Math.floor(position)) * (above - below);
}

interface Data {
  readonly min: number;
  readonly max: number;
  readonly values: readonly number[];
}

function binCounts(spec: MetricSpec, data: Data): ReadonlyMap<number, number> {
  const low = spec.vmin ?? data.min;
  const high = spec.vmax ?? data.max;
  const isOne = data.values.length <= 1 || data.min === data.max || low >= high;
  const count = isOne ? 1 : (spec.bins ?? Math.ceil(Math.sqrt(data.values.length)));
  const isCentred = spec.edge === false && count > 1;
  const width = (high - low) / (isCentred ? count - 1 : count);
  const start = isCentred ? low - width / 2 : low;
  const binOf = (value: number) => {
    const above = Array.from({ length: count - 1 }, (_, bin) => start + (bin + 1) * width);
    return above.filter((end) => value >= end).length;
  };
  const inside = data.values.filter((value) => value >= low && value <= high);
  return new Map([...Map.groupBy(inside, binOf)].map(([bin, members]) => [bin, members.length]));
}
