import type { MetricsMath, Query } from '@spanhouse/traceql';
import { changeSeries, combineSeries, type Series } from '@spanhouse/traceql/metrics';
import type { OpenStore } from '../front-doors/walk-traces.js';
import { countSpans } from './count-into-series.js';
import type { CountedSpans, SpanCount } from './span-count.js';

/** A query that computes series over time. */
export type MetricsQuery = Extract<Query, { readonly kind: 'metrics' | 'math' }>;

/** Computes the series of a query. Series that result from arithmetic have no exemplars. */
export async function countQuery(
  { query, ...rest }: { readonly query: MetricsQuery } & Pick<SpanCount, 'grid' | 'exemplars'>,
  store: OpenStore,
): Promise<CountedSpans> {
  if (query.kind === 'metrics') {
    const { pipeline, first } = query;
    const { series, picked } = await countSpans({ pipeline, first, ...rest }, store);
    return { series: changeSeries(series, query.series), picked };
  }
  const counted = new Map<MetricsMath, readonly Series[]>();
  for (const metrics of metricsIn(query.math)) {
    const { pipeline, first } = metrics;
    const { series } = await countSpans({ pipeline, first, ...rest, exemplars: 0 }, store);
    counted.set(metrics, changeSeries(series, metrics.series));
  }
  const combined = combineSeries(query.math, (metrics) => counted.get(metrics) ?? []);
  return { series: changeSeries(combined, query.series), picked: [] };
}

function metricsIn(
  math: MetricsMath,
): readonly Extract<MetricsMath, { readonly kind: 'metrics' }>[] {
  switch (math.kind) {
    case 'metrics':
      return [math];
    case 'scalar':
      return [];
    case 'operation':
      return [...metricsIn(math.left), ...metricsIn(math.right)];
  }
}
