import type { CanonicalSpan } from '@spanhouse/span-schema';
import type { BucketSelection, BucketSums, SumBucket } from '../../trace-analytics.js';
import { selectRows } from '../select-rows.js';
import { bucketOf, entriesOf, type MeasuredRow, sum } from './trace-entries.js';

/** Sums the totals of the selected traces by bucket. */
export function sumTraces(
  rows: readonly MeasuredRow[],
  selection: BucketSelection,
): readonly SumBucket[] {
  return sumsOf(
    entriesOf(rows, selection).map(({ bucket, root, totals }) => ({
      bucket,
      span: root,
      costs: totals.costs['total'],
      tokens: totals.tokens['total'],
    })),
  );
}

/** Sums the incremental numbers of the selected spans by bucket. */
export function sumSpans(
  rows: readonly MeasuredRow[],
  selection: BucketSelection,
): readonly SumBucket[] {
  return sumsOf(
    selectRows(rows, { ...selection, order: 'descending' }).map(({ source }) => ({
      bucket: bucketOf(source, selection),
      span: source,
      costs: source.metrics.costs.incremental?.['total'] as number | undefined,
      tokens: source.metrics.tokens.incremental?.['total'] as number | undefined,
    })),
  );
}

interface Summand {
  readonly bucket: number;
  readonly span: CanonicalSpan;
  readonly costs: number | undefined;
  readonly tokens: number | undefined;
}

function sumsOf(summands: readonly Summand[]): readonly SumBucket[] {
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

function bucketSums(summands: readonly Summand[]): BucketSums {
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
