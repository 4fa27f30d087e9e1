import { Gauge, Histogram, type Registry } from 'prom-client';

interface AnsweredRequest {
  readonly method: string;
  /** The template of the route, never the path. */
  readonly route: string;
  readonly status: number;
  readonly seconds: number;
}

/** Whatever is opened is answered once. */
export interface HttpMetrics {
  opened(): void;
  answered(request: AnsweredRequest): void;
}

const DURATION = 'http_request_duration_seconds';
const IN_FLIGHT = 'http_requests_in_flight';
/** Those of our routes and of browsers; Node's parser knows thirty more. */
const METHODS = new Set(['GET', 'HEAD', 'OPTIONS', 'POST', 'PUT', 'PATCH', 'DELETE']);
const BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

/** Every answered request is counted once, unknown paths included (`route="unknown"`). */
export function createHttpMetrics(registry: Registry): HttpMetrics {
  const registers = [registry];
  const duration =
    (registry.getSingleMetric(DURATION) as Histogram | undefined) ??
    new Histogram({
      name: DURATION,
      help: 'Time from the first header to the last byte of the answer',
      labelNames: ['method', 'route', 'status'],
      buckets: BUCKETS,
      registers,
    });
  const inFlight =
    (registry.getSingleMetric(IN_FLIGHT) as Gauge | undefined) ??
    new Gauge({ name: IN_FLIGHT, help: 'Requests that have no answer yet', registers });
  return {
    opened: () => inFlight.inc(),
    answered({ method, route, status, seconds }) {
      inFlight.dec();
      duration.observe({ method: METHODS.has(method) ? method : 'other', route, status }, seconds);
    },
  };
}
