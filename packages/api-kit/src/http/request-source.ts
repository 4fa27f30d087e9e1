import type { HttpProblem } from '../problems/http-problem.js';
import type { HttpRequest, HttpResponse } from './route.js';

/** What a request says about where it comes from, over HTTP or gRPC. */
export interface RequestSource {
  readonly method: string;
  /** The host that the client asked for, with its port; undefined if the client named none. */
  readonly host: string | undefined;
  /** Headers by their names in lower case. */
  readonly headers: Readonly<Record<string, unknown>>;
}

/** Returns the 403 of a request that comes from another site; undefined for any other request. */
export type RefuseForeign = (source: RequestSource) => HttpProblem | undefined;

/** Sets the headers that a page of another origin needs. `answered` means that the request was a preflight. */
export type HandleCors = (req: HttpRequest, res: HttpResponse) => 'answered' | 'unanswered';

/** The host of an absolute URL in the request line counts in place of `Host` (RFC 9112, 3.2.2). */
export function sourceOf({ method, url, headers }: HttpRequest): RequestSource {
  const isAbsolute = !url.startsWith('/') && URL.canParse(url);
  return { method, headers, host: isAbsolute ? new URL(url).host : headers.host };
}
