import { type HttpRequest, type Route, toValidationDetails } from '@spanhouse/api-kit';
import {
  formatTimestamp,
  type JsonValue,
  type LocatedValue,
  type ValidationDetail,
  type WindowMember,
} from '@spanhouse/span-schema';
import { metricSpecsSchema } from '@spanhouse/span-schema/api';
import type { MetricBucket, MetricSpec } from '@spanhouse/trace-store/reader';
import type { z } from 'zod';
import { type Read, type ReadServices, readRoute } from '../http/read-handler.js';
import type { Answer } from '../http/send-json.js';
import type { ListQuery } from '../paging/list-request.js';
import { type Formatting, readFlatMembers, readJson } from '../requests/flat-members.js';
import { toListQuery } from '../requests/parse-query-body.js';
import { selectBuckets } from './analytics-services.js';
import { type BucketRange, showBucket } from './bucket-range.js';
import { shapeMetric } from './shape-metric.js';

/** Creates the routes that return trace metrics by time. The query is available under two paths. */
export function postAnalyticsQuery(services: ReadServices): readonly Route[] {
  const read: Read<AnalyticsQuery> = {
    kind: 'analytics',
    parse: parseAnalytics,
    async answer(query, context) {
      const { range, selection } = await selectBuckets(query, services.clock.nowNs(), context);
      const buckets = await context.analytics.measureTraces(selection, query.specs, context.signal);
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

/** Returns a bucket's metrics, keyed by path. Metrics without values are left out. */
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

/** Returns the query that the answer echoes, with the effective range and interval. */
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

interface AnalyticsQuery extends ListQuery {
  readonly formatting: Formatting;
  /** The filter as the client sent it. The answer echoes it. */
  readonly filtering: JsonValue | undefined;
  readonly specs: readonly MetricSpec[];
}

const windowKeys: readonly WindowMember[] = ['oldest', 'newest', 'interval', 'rate'];

/**
 * Parses an analytics query from the body and the query string; see docs/api/analytics.md. Throws a 422 that lists
 * every problem, or a 400 if the filter is semantically invalid.
 */
async function parseAnalytics(req: HttpRequest, limitBytes: number): Promise<AnalyticsQuery> {
  const members = await readFlatMembers(req, limitBytes, windowKeys);
  const specs = parseMetricSpecs(members.find('specs'), members.issues);
  return {
    ...toListQuery(members.filtering, members.windowing, members.issues),
    formatting: members.formatting,
    filtering: members.filter,
    specs,
  };
}

const root = 'attributes.';
const metrics = 'ag.metrics.';
const defaultSpecs: readonly MetricSpec[] = [
  { type: 'numeric/continuous', path: `${metrics}duration.cumulative` },
  { type: 'numeric/continuous', path: `${metrics}errors.cumulative` },
  { type: 'numeric/continuous', path: `${metrics}costs.cumulative.total` },
  { type: 'numeric/continuous', path: `${metrics}tokens.cumulative.total` },
  { type: 'categorical/single', path: 'ag.type.trace' },
  { type: 'categorical/single', path: 'ag.type.span' },
];

/**
 * Returns one spec for each requested path, or the default specs if the request has none. Adds problems to `issues`.
 */
function parseMetricSpecs(
  found: LocatedValue | undefined,
  issues: ValidationDetail[],
): readonly MetricSpec[] {
  const json = readJson(found);
  if (json.status === 'malformed') {
    issues.push(...json.issues);
    return [];
  }
  if (json.value === undefined) {
    return defaultSpecs;
  }
  const parsed = metricSpecsSchema.safeParse(json.value);
  if (!parsed.success) {
    issues.push(...toValidationDetails(parsed.error, json.value, json.loc));
    return [];
  }
  return parsed.data.length === 0 ? defaultSpecs : toSpecs(parsed.data);
}

/**
 * Returns one spec for each path. If several specs have the same path, uses the last of them that requests anything.
 */
function toSpecs(asked: z.output<typeof metricSpecsSchema>): readonly MetricSpec[] {
  const specs = new Map<string, MetricSpec>();
  for (const { type, path: shownPath, bins, vmin, vmax, edge } of asked) {
    if (type === 'none' || type === '*') {
      continue;
    }
    const path = withoutRoot(shownPath);
    specs.set(path, {
      type,
      path,
      bins: bins ?? undefined,
      vmin: vmin ?? undefined,
      vmax: vmax ?? undefined,
      edge: edge ?? undefined,
    });
  }
  return [...specs.values()];
}

function withoutRoot(path: string): string {
  return path.startsWith(root) ? path.slice(root.length) : path;
}

/** Adds the prefix that every path has in answers. */
function withRoot(path: string): string {
  return root + path;
}
