import { Histogram, type Registry } from 'prom-client';

interface AnsweredRequest {
  readonly method: string;
  /** The template of the route, never the path. */
  readonly route: string;
  readonly status: number;
  readonly seconds: number;
}

export interface HttpMetrics {
  observe(request: AnsweredRequest): void;
}

const NAME = 'http_request_duration_seconds';
const BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

/** Every answered request is counted once, unknown paths included (`route="unknown"`). */
export function createHttpMetrics(registry: Registry): HttpMetrics {
  const histogram =
    (registry.getSingleMetric(NAME) as Histogram | undefined) ??
    new Histogram({
      name: NAME,
      help: 'Time from the first header to the last byte of the answer',
      labelNames: ['method', 'route', 'status'],
      buckets: BUCKETS,
      registers: [registry],
    });
  return {
    observe({ method, route, status, seconds }) {
      histogram.observe({ method, route, status }, seconds);
    },
  };
}
