import type { JsonValue } from '@spanhouse/span-schema';
import { type MetricSpec, PERCENTILES } from '@spanhouse/trace-store/reader';
import { groupBy, sum } from './analytics-model.js';

/** The summary of the values of a spec's type. */
export function summaryOf(spec: MetricSpec, values: readonly JsonValue[]): unknown {
  const { type } = spec;
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
    default:
      return { type, values: frequencies(values.map((value) => (value === 0 ? 0 : value))) };
  }
}

function frequencies(values: readonly JsonValue[]) {
  return [...new Set(values)].map((value) => ({
    value,
    count: values.filter((other) => other === value).length,
  }));
}

function continuous(spec: MetricSpec, values: readonly number[]) {
  const sorted = values.toSorted((left, right) => left - right);
  const min = sorted[0] ?? 0;
  const max = sorted.at(-1) ?? 0;
  return {
    type: spec.type,
    count: values.length,
    min,
    max,
    sum: sum(values),
    percentiles: PERCENTILES.map((share) => interpolate(sorted, share * (values.length - 1))),
    binCounts: binCounts(spec, { min, max, values }),
  };
}

function interpolate(sorted: readonly number[], position: number): number {
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
  return new Map([...groupBy(inside, binOf)].map(([bin, members]) => [bin, members.length]));
}
