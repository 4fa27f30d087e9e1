import type { Route } from '@spanhouse/api-kit';
import { formatTimestamp } from '@spanhouse/span-schema';
import type { MetricBucket, MetricSpec } from '@spanhouse/trace-store/reader';
import { type Read, readRoute } from '../http/read-handler.js';
import type { Answer } from '../http/send-json.js';
import { type AnalyticsServices, measuredAnalytics, selectBuckets } from './analytics-services.js';
import { type BucketRange, showBucket } from './bucket-range.js';
import { type AnalyticsQuery, parseAnalytics } from './parse-analytics.js';
import { withRoot } from './parse-metric-specs.js';
import { shapeMetric } from './shape-metric.js';

/** Measures traces by time, under both paths of this query. */
export function postAnalyticsQuery(services: AnalyticsServices): readonly Route[] {
  const { settings } = services;
  const read: Read<AnalyticsQuery> = {
    kind: 'analytics',
    parse: (req) => parseAnalytics(req, settings.bodyLimitBytes),
    async answer(query, context) {
      const { range, selection } = await selectBuckets(query, services, context);
      const buckets = await measuredAnalytics(services, context).measureTraces(
        selection,
        query.specs,
        context.signal,
      );
      return toAnswer(query, range, buckets);
    },
  };
  return [
    readRoute(services, 'POST /spans/analytics/query', read),
    readRoute(services, 'POST /tracing/analytics/query', read),
  ];
}

function toAnswer(
  query: AnalyticsQuery,
  range: BucketRange,
  buckets: readonly MetricBucket[],
): Answer {
  const shown = buckets
    .map(({ index, metrics }) => ({
      ...showBucket(range, index),
      metrics: shapeMetrics(query.specs, metrics),
    }))
    .filter(({ metrics }) => Object.keys(metrics).length > 0);
  return {
    count: shown.length,
    buckets: shown,
    query: shownQuery(query, range),
    specs: query.specs.map(shownSpec),
  };
}

/** Returns the metrics of a bucket by path, without metrics that have no values. */
function shapeMetrics(
  specs: readonly MetricSpec[],
  metrics: MetricBucket['metrics'],
): Record<string, object> {
  const entries = specs.flatMap((spec, index) => {
    const summary = metrics[index];
    return summary === undefined
      ? []
      : [[withRoot(spec.path), shapeMetric(spec, summary)] as const];
  });
  return Object.fromEntries(entries);
}

/** Returns the query as the answer repeats it, with the range and interval that were used. */
function shownQuery(
  { formatting, windowing: { rate }, filtering }: AnalyticsQuery,
  range: BucketRange,
): object {
  return {
    formatting,
    windowing: {
      newest: formatTimestamp(range.newest),
      oldest: formatTimestamp(range.oldest),
      interval: range.intervalMinutes,
      rate,
    },
    filtering: filtering ?? undefined,
  };
}

function shownSpec({ type, path, edge, ...limits }: MetricSpec): object {
  const isContinuous = type === 'numeric/continuous';
  return { type, path: withRoot(path), ...limits, ...(isContinuous && { edge: edge ?? true }) };
}
