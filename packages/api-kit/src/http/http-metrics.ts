import { createMeter, type Registry } from '@spanhouse/service-runtime';
import type { HttpMiddleware } from './route.js';
import { routeOf } from './route-table.js';

/**
 * The methods that routes and browsers use. Node's parser accepts thirty more, which would be too many label values.
 */
const methods = new Set(['GET', 'HEAD', 'OPTIONS', 'POST', 'PUT', 'PATCH', 'DELETE']);
const buckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

/** The status that nginx logs if a client closes the connection before the response. */
const CLIENT_CLOSED_REQUEST = 499;

/**
 * Creates the HTTP metrics and the middleware that records them. Each request is counted once, when its response is
 * closed. The label `route` is the route's path template, or `unknown` for unknown paths.
 */
export function measureRequests(registry: Registry): HttpMiddleware {
  const { gauge, histogram } = createMeter(registry);
  const duration = histogram(
    'http_request_duration_seconds',
    'Time from the headers of a request to the last byte of its answer',
    { buckets, labels: { method: [], route: [], status: [] } },
  );
  const inFlight = gauge('http_requests_in_flight', 'Requests that are not answered yet');
  return ({ method: sent }, res, next) => {
    const started = performance.now();
    inFlight.inc();
    res.once('close', () => {
      const method = methods.has(sent) ? sent : 'other';
      const route = routeOf(res)?.path ?? 'unknown';
      const status = res.writableFinished ? res.statusCode : CLIENT_CLOSED_REQUEST;
      inFlight.dec();
      duration.observe({ method, route, status }, (performance.now() - started) / 1000);
    });
    next();
  };
}
