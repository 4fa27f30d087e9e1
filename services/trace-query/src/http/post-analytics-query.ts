import type { Route } from '@spanhouse/service-runtime';
import { formatTimestamp, stringifyJson } from '@spanhouse/span-schema';
import type { MetricBucket, MetricSpec } from '@spanhouse/trace-store/reader';
import { type BucketRange, toBucketRange } from '../query/bucket-range.js';
import { shapeMetric } from '../query/shape-metric.js';
import { toBucketSelection } from '../query/to-bucket-selection.js';
import { type AnalyticsQuery, parseAnalytics } from './parse-analytics.js';
import { withRoot } from './parse-metric-specs.js';
import { measuredAnalytics, type QueryServices } from './query-services.js';
import { createReadHandler } from './read-handler.js';

/** The metrics of traces by time, under both of their paths. */
export function postAnalyticsQuery(services: QueryServices): readonly Route[] {
  const { clock, settings } = services;
  const handler = createReadHandler(services, {
    kind: 'analytics',
    parse: (req) => parseAnalytics(req, settings.bodyLimitBytes),
    async answer(query, context) {
      const range = toBucketRange(query.windowing, clock.nowNs());
      const selection = await toBucketSelection({ query, range, context }, services.snapshots);
      const buckets = await measuredAnalytics(services, context).measureTraces(
        selection,
        query.specs,
        context.signal,
      );
      return [writeAnswer(query, range, buckets)];
    },
  });
  return ['/spans/analytics/query', '/tracing/analytics/query'].map((path) => ({
    method: 'POST',
    path,
    mirrored: true,
    handler,
  }));
}

function writeAnswer(
  query: AnalyticsQuery,
  range: BucketRange,
  buckets: readonly MetricBucket[],
): string {
  const shown = buckets
    .map(({ index, metrics }) => ({
      timestamp: formatTimestamp(range.oldest + BigInt(index) * range.bucketNs),
      interval: range.intervalMinutes,
      metrics: shapeMetrics(query.specs, metrics),
    }))
    .filter(({ metrics }) => Object.keys(metrics).length > 0);
  const head = JSON.stringify({ count: shown.length, buckets: shown }).slice(0, -1);
  return `${head},"query":${writeQuery(query, range)},"specs":${JSON.stringify(query.specs.map(shownSpec))}}`;
}

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

function writeQuery({ formatting, windowing, filtering }: AnalyticsQuery, range: BucketRange) {
  const { rate } = windowing;
  const text = JSON.stringify({
    formatting,
    windowing: {
      newest: formatTimestamp(range.newest),
      oldest: formatTimestamp(range.oldest),
      interval: range.intervalMinutes,
      ...(rate !== undefined && { rate }),
    },
  });
  return filtering === undefined || filtering === null
    ? text
    : `${text.slice(0, -1)},"filtering":${stringifyJson(filtering)}}`;
}

function shownSpec({ type, path, edge, ...limits }: MetricSpec): object {
  const isContinuous = type === 'numeric/continuous';
  return { type, path: withRoot(path), ...limits, ...(isContinuous && { edge: edge ?? true }) };
}
