import type { CanonicalSpan } from '@spanhouse/span-schema';
import type { SumBucket } from '@spanhouse/trace-store/reader';
import { sum } from './analytics-model.js';

export interface Summand {
  readonly bucket: number;
  readonly span: CanonicalSpan;
  readonly costs: number | undefined;
  readonly tokens: number | undefined;
}

export function sumsOf(summands: readonly Summand[]): readonly SumBucket[] {
  const indexes = [...new Set(summands.map(({ bucket }) => bucket))];
  return indexes
    .toSorted((left, right) => left - right)
    .map((index) => {
      const inside = summands.filter(({ bucket }) => bucket === index);
      const failed = inside.filter(({ span }) =>
        span.events?.some(({ name }) => name === 'exception'),
      );
      return { index, total: bucketSums(inside), errors: bucketSums(failed) };
    });
}

function bucketSums(summands: readonly Summand[]) {
  const durations = summands.map(({ span }) => span.metrics.duration.cumulative);
  return {
    count: summands.length,
    duration: sumOf(durations),
    costs: sumOf(summands.map(({ costs }) => costs)),
    tokens: sumOf(summands.map(({ tokens }) => tokens)),
  };
}

function sumOf(values: readonly (number | undefined)[]): number | undefined {
  const known = values.filter((value) => value !== undefined);
  return known.length === 0 ? undefined : sum(known);
}
