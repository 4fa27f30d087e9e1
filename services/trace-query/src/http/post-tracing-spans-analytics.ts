import type { Route } from '@spanhouse/service-runtime';
import { formatTimestamp } from '@spanhouse/span-schema';
import type { BucketSums, SumBucket } from '@spanhouse/trace-store/reader';
import { type BucketRange, toBucketRange } from '../query/bucket-range.js';
import { toBucketSelection } from '../query/to-bucket-selection.js';
import { type FlatQuery, parseFlatQuery } from './parse-flat-query.js';
import { measuredAnalytics, type QueryServices } from './query-services.js';
import { createReadHandler } from './read-handler.js';

/** Sums by time, the older form (API: 9.4). The only route under /tracing without a mirror. */
export function postTracingSpansAnalytics(services: QueryServices): Route {
  const { clock, settings } = services;
  const handler = createReadHandler<FlatQuery>(services, {
    kind: 'analytics',
    parse: (req) => parseFlatQuery(req, settings.bodyLimitBytes),
    async answer(query, context) {
      const range = toBucketRange(query.windowing, clock.nowNs());
      const selection = await toBucketSelection({ query, range, context }, services.snapshots);
      const buckets = await measuredAnalytics(services, context).sumBuckets(
        selection,
        query.focus,
        context.signal,
      );
      return [JSON.stringify({ count: range.bucketCount, buckets: allBuckets(range, buckets) })];
    },
  });
  return { method: 'POST', path: '/tracing/spans/analytics', handler };
}

const NOTHING: BucketSums = { count: 0, duration: 0, costs: 0, tokens: 0 };

function allBuckets(range: BucketRange, filled: readonly SumBucket[]): readonly object[] {
  const byIndex = new Map(filled.map((bucket) => [bucket.index, bucket]));
  return Array.from({ length: range.bucketCount }, (_, index) => ({
    timestamp: formatTimestamp(range.oldest + BigInt(index) * range.bucketNs),
    interval: range.intervalMinutes,
    total: byIndex.get(index)?.total ?? NOTHING,
    errors: byIndex.get(index)?.errors ?? NOTHING,
  }));
}
