import type { HttpProblem } from '../problems/http-problem.js';
import type { HttpMiddleware, HttpRequest } from './route.js';

/** The headers of a request that reveal where it comes from, over HTTP or gRPC. */
export interface RequestSource {
  readonly method: string;
  /** The host that the client asked for, with its port; undefined if the client named none. */
  readonly host: string | undefined;
  /** Headers by their names in lower case. */
  readonly headers: Readonly<Record<string, unknown>>;
}

/** Returns the 403 of a request that comes from another site; undefined for any other request. */
export type RefuseForeign = (source: RequestSource) => HttpProblem | undefined;

/** Throws the 403 of a request that comes from another site. */
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
