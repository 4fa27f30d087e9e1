import { Gauge, Histogram, type Registry } from 'prom-client';
import type { HttpMiddleware } from './route.js';
import { routeOf } from './route-table.js';

interface AnsweredRequest {
  readonly method: string;
  /** The template of the route, never the path. */
  readonly route: string;
  readonly status: number;
  readonly seconds: number;
}

/** The methods of our routes and of browsers; the parser of Node accepts thirty more. */
const methods = new Set(['GET', 'HEAD', 'OPTIONS', 'POST', 'PUT', 'PATCH', 'DELETE']);
const buckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

/** Creates the metrics of HTTP. Every request is counted once; unknown paths have `route="unknown"`. */
export function createHttpMetrics(registry: Registry) {
  const registers = [registry];
  const duration = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from the headers of a request to the last byte of its answer',
    labelNames: ['method', 'route', 'status'],
    buckets,
    registers,
  });
  const inFlight = new Gauge({
    name: 'http_requests_in_flight',
    help: 'Requests that are not answered yet',
    registers,
  });
  return {
    /** Counts a request as in flight until `answered` is called for it. The caller MUST call `answered` once. */
    opened: () => inFlight.inc(),
    /** Records the duration and the status; 499 means a client that closed the connection early. */
    answered({ method, route, status, seconds }: AnsweredRequest): void {
      inFlight.dec();
      duration.observe({ method: methods.has(method) ? method : 'other', route, status }, seconds);
    },
  };
}

/** The status that nginx logs if the client closes the connection before the answer. */
const CLIENT_CLOSED_REQUEST = 499;

/** Counts each request once, when its response is closed, by the template of its route. */
export function measureRequest(metrics: ReturnType<typeof createHttpMetrics>): HttpMiddleware {
  return ({ method }, res, next) => {
    const started = performance.now();
    metrics.opened();
    res.once('close', () => {
      const status = res.writableFinished ? res.statusCode : CLIENT_CLOSED_REQUEST;
      const seconds = (performance.now() - started) / 1000;
      metrics.answered({ method, route: routeOf(res)?.path ?? 'unknown', status, seconds });
    });
    next();
  };
}
