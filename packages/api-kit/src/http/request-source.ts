import type { HttpProblem } from '../problems/http-problem.js';
import type { HttpMiddleware, HttpRequest } from './route.js';

/** The parts of an HTTP or gRPC request that show its origin. */
export interface RequestSource {
  readonly method: string;
  /** The requested host with its port, or undefined if the client named no host. */
  readonly host: string | undefined;
  /** The headers by their names in lower case. */
  readonly headers: Readonly<Record<string, unknown>>;
}

/** Returns the 403 for a request from another site, and undefined for any other request. */
export type RefuseForeign = (source: RequestSource) => HttpProblem | undefined;

/** Creates the middleware that throws the 403 for a request from another site. */
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
