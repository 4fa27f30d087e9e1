import { HttpProblem } from '@spanhouse/api-kit';
import { hasJaegerService } from '@spanhouse/span-dialects/jaeger';
import { allOf, compareCodePoints, equalsAny, formatTimestamp } from '@spanhouse/span-schema';
import type { AggregateMeasure, AggregateRow } from '@spanhouse/trace-store/reader';
import { within } from '../../front-doors/stored-times.js';
import { type OpenStore, selectWindow } from '../../front-doors/walk-traces.js';
import { parseStoredJson } from '../../span-json/parse-stored-json.js';

export type MonitoredMetric = 'latencies' | 'calls' | 'errors';

/** The metric to measure, and the points in time at which it is measured. */
export interface Monitor {
  readonly metric: MonitoredMetric;
  readonly services: readonly string[];
  /** Quantile for latencies, from 0 to 1. */
  readonly level: number;
  /** Time of the last point, in ms since the Unix epoch. */
  readonly endMs: number;
  readonly stepMs: number;
  /** Number of points per series. */
  readonly points: number;
  /** Length of the period that ends at each point. The point covers the spans that start in this period. */
  readonly rateMs: number;
  /** Kinds of the spans to measure, in their stored spelling. */
  readonly kinds: readonly string[];
  readonly byOperation: boolean;
}

const MAX_OPERATIONS = 10_000;
const MAX_POINTS = 1_000_000;
const NS_PER_MS = 1_000_000n;
const names = { latencies: 'latencies', calls: 'call_rate', errors: 'error_rate' };

/** Measures each service's spans in the period that ends at each point. Returns the result in Jaeger's format. */
export async function measureServices(monitor: Monitor, store: OpenStore) {
  const { metric, byOperation } = monitor;
  const metrics: ReturnType<typeof seriesOf> = [];
  let points = 0;
  for (const service of monitor.services) {
    const rows = await readService(service, monitor, store);
    points += rows.size * monitor.points;
    if (points > MAX_POINTS) {
      throw tooManyPoints();
    }
    metrics.push(...seriesOf(service, rows, monitor));
  }
  return {
    name: `service_${byOperation ? 'operation_' : ''}${names[metric]}`,
    type: 'GAUGE',
    help: `${describe(monitor)}, grouped by service${byOperation ? ' & operation' : ''}`,
    metrics,
  };
}

function describe({ metric, level }: Monitor): string {
  switch (metric) {
    case 'latencies':
      return `${level.toFixed(2)}th quantile latency`;
    case 'calls':
      return 'calls/sec';
    case 'errors':
      return 'error rate, computed as a fraction of errors/sec over calls/sec';
  }
}

/**
 * Reads the rows of a service. If operations are requested, the rows are keyed by operation, serialized as JSON.
 * Otherwise, all rows have the same key.
 */
async function readService(
  service: string,
  monitor: Monitor,
  store: OpenStore,
): Promise<ReadonlyMap<string, readonly AggregateRow[]>> {
  const { kinds, byOperation } = monitor;
  const { time, newest } = rangeOf(monitor);
  const filter = allOf([hasJaegerService(service), equalsAny('span_kind', kinds)]);
  const window = { oldest: time.oldest, newest };
  const { limit, ...selection } = selectWindow(window, store, { filter, limit: MAX_OPERATIONS });
  const { rows, others } = await store.analytics.aggregateSpans(
    {
      selection,
      focus: 'span',
      time,
      value: undefined,
      groupBy: byOperation ? [{ field: 'span_name' }] : [],
      measures: measuresOf(monitor),
      limit,
      facets: [],
    },
    store.signal,
  );
  if (others.groups > 0) {
    throw tooManyPoints();
  }
  return byOperation
    ? Map.groupBy(rows, ({ group: [name = '""'] }) => name)
    : new Map([['""', rows]]);
}

function seriesOf(
  service: string,
  operations: ReadonlyMap<string, readonly AggregateRow[]>,
  monitor: Monitor,
) {
  const label = { name: 'service_name', value: service };
  return [...operations]
    .map(([json, rows]) => ({ operation: parseStoredJson<string>(json), rows }))
    .sort((left, right) => compareCodePoints(left.operation, right.operation))
    .map(({ operation, rows }) => ({
      labels: monitor.byOperation ? [label, { name: 'operation', value: operation }] : [label],
      metricPoints: pointsOf(rows, monitor),
    }))
    .filter(({ metricPoints }) => metricPoints.length > 0);
}

function tooManyPoints(): HttpProblem {
  return new HttpProblem(422, { detail: `The operations have more than ${MAX_POINTS} points.` });
}

/**
 * Returns the time range that the points cover together. Each point covers the spans that start after `point - rate`,
 * up to and including the point.
 */
function rangeOf({ endMs, stepMs, points, rateMs }: Monitor) {
  const [end, step, rate] = [endMs, stepMs, rateMs].map((ms) => BigInt(ms) * NS_PER_MS) as [
    bigint,
    bigint,
    bigint,
  ];
  const oldest = end - BigInt(points - 1) * step - rate + 1n;
  return {
    time: { oldest: within(oldest), bucketNs: step, overlap: { lastsNs: rate, buckets: points } },
    newest: within(end + 1n),
  };
}

function measuresOf({ metric, level }: Monitor): readonly AggregateMeasure[] {
  switch (metric) {
    case 'latencies':
      return [{ kind: 'latency', level }];
    case 'calls':
      return [{ kind: 'count' }];
    case 'errors':
      return [{ kind: 'count' }, { kind: 'failed' }];
  }
}

/** Converts rows to points. A point without spans has the call rate 0, and no value for other metrics. */
function pointsOf(rows: readonly AggregateRow[], monitor: Monitor) {
  const { metric, points, endMs, stepMs, rateMs } = monitor;
  const byPoint = new Map(rows.map(({ bucket, measured }) => [bucket, measured]));
  return Array.from({ length: points }, (_, index) => index).flatMap((index) => {
    const [first, failed] = byPoint.get(index) ?? (metric === 'calls' ? [0] : []);
    if (first === undefined || first === null) {
      return [];
    }
    const value = {
      latencies: first,
      calls: first / (rateMs / 1000),
      errors: (failed ?? 0) / first,
    };
    const timeMs = endMs - (points - 1 - index) * stepMs;
    return [
      {
        gaugeValue: { doubleValue: value[metric] },
        timestamp: formatTimestamp(BigInt(timeMs) * NS_PER_MS),
      },
    ];
  });
}
