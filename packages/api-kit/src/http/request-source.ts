import type { HttpProblem } from '../problems/http-problem.js';
import type { HttpMiddleware, HttpRequest } from './route.js';

/** The parts of an HTTP or gRPC request that show where it comes from. */
export interface RequestSource {
  readonly method: string;
  /** The requested host with its port, or undefined if the client named no host. */
  readonly host: string | undefined;
  /** The headers, keyed by name in lower case. */
  readonly headers: Readonly<Record<string, unknown>>;
}

/** Returns a 403 for a request from another site, or undefined for all other requests. */
export type RefuseForeign = (source: RequestSource) => HttpProblem | undefined;

/** Creates the middleware that throws a 403 for requests from other sites. */
export function refuseForeignRequests(refuseForeign: RefuseForeign): HttpMiddleware {
  return (req, _res, next) => next(refuseForeign(sourceOf(req)));
}

/** Returns the source of a request. An absolute URL in the request line overrides `Host` (RFC 9112, 3.2.2). */
export function sourceOf(req: HttpRequest): RequestSource {
  const { method, headers } = req;
  const { originalUrl = req.url } = req;
  const isAbsolute = !originalUrl.startsWith('/') && URL.canParse(originalUrl);
  return { method, headers, host: isAbsolute ? new URL(originalUrl).host : headers.host };
}
