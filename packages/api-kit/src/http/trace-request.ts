import type { SelfTracer } from '@spanhouse/service-runtime';
import { isSelfTracingExport } from '@spanhouse/service-runtime';
import type { HttpMiddleware, Route } from './route.js';

/** Makes one span for each request of a route, from here to the last byte of its answer, named after the route. */
export function traceRequest(tracer: SelfTracer, { path, tracing }: Route): HttpMiddleware {
  return (req, res, next) => {
    if (isSelfTracingExport(req)) {
      next();
      return;
    }
    const { traceparent } = req.headers;
    const isJoined = tracing === 'joins' && typeof traceparent === 'string';
    const operation = {
      name: `${req.method} ${path}`,
      kind: 'server' as const,
      facts: { 'http.request.method': req.method, 'http.route': path },
      traceparent: isJoined ? traceparent : undefined,
    };
    tracer.begin(operation, (span) => {
      res.once('close', () => {
        span.tell({ 'http.response.status_code': res.statusCode });
        if (res.statusCode >= 500) {
          span.fail(String(res.statusCode));
        } else if (!res.writableFinished) {
          span.fail('client_gone');
        }
        span.end();
      });
      next();
    });
  };
}
