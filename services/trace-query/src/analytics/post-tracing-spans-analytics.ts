import type { Route } from '@spanhouse/api-kit';
import type { BucketSums, SumBucket } from '@spanhouse/trace-store/reader';
import { type ReadServices, readRoute } from '../http/read-handler.js';
import { type FlatQuery, parseFlatQuery } from '../requests/flat-members.js';
import { selectBuckets } from './analytics-services.js';
import { type BucketRange, showBucket } from './bucket-range.js';

/**
 * Sums durations, costs and tokens by time, in the older analytics format; see docs/api/analytics.md. This is the only
 * route under /tracing that is not also available under /preview.
 */
export function postTracingSpansAnalytics(services: ReadServices): Route {
  return readRoute<FlatQuery>(services, 'POST /tracing/spans/analytics', {
    mirrored: false,
    kind: 'analytics',
    parse: parseFlatQuery,
    async answer(query, context) {
      const { range, selection } = await selectBuckets(query, services.clock.nowNs(), context);
      const buckets = await context.analytics.sumBuckets(selection, query.focus, context.signal);
      return { count: range.bucketCount, buckets: allBuckets(range, buckets) };
    },
  });
}

const nothing: BucketSums = { count: 0, duration: 0, costs: 0, tokens: 0 };

/** Returns all buckets of the range. The values of a bucket without spans are zero. */
function allBuckets(range: BucketRange, filled: readonly SumBucket[]): readonly object[] {
  const byIndex = new Map(filled.map((bucket) => [bucket.index, bucket]));
  return Array.from({ length: range.bucketCount }, (_, index) => ({
    ...showBucket(range, index),
    total: byIndex.get(index)?.total ?? nothing,
    errors: byIndex.get(index)?.errors ?? nothing,
  }));
}
