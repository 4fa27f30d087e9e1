import type { SelfTracer } from '@spanhouse/service-runtime';
import { isSelfTracingExport } from '@spanhouse/service-runtime';
import type { HttpRequest, HttpResponse, Route } from './route.js';

/** A request whose route is found, so that its span can have the name of the route. */
export interface TracedRequest {
  readonly req: HttpRequest;
  readonly res: HttpResponse;
  readonly route: Route;
}

/** Makes one span for each request, from its headers to the last byte of its answer, named after the route. */
export function traceRequest(
  tracer: SelfTracer,
  { req, res, route }: TracedRequest,
  run: () => void,
): void {
  if (route.tracing === 'none' || isSelfTracingExport(req)) {
    run();
    return;
  }
  const { traceparent } = req.headers;
  const isJoined = route.tracing === 'joins' && typeof traceparent === 'string';
  const operation = {
    name: `${req.method} ${route.path}`,
    kind: 'server' as const,
    facts: { 'http.request.method': req.method, 'http.route': route.path },
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
    run();
  });
}
