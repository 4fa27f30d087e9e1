import type { HttpMiddleware, HttpRequest, HttpResponse } from '../http/route.js';

/** The setting of the pages that may use the API from a browser. */
export interface CorsConfig {
  /** Origins as browsers send them; `*` = every origin; absent = none. */
  readonly CORS_ALLOWED_ORIGINS?: readonly string[] | undefined;
}

/**
 * Paths that are not for pages: administration, operation and the tools of models. No path for pages needs an escape
 * in its first segment.
 */
const forbidden = /^\/(?:admin\/|(?:metrics|livez|readyz|mcp)\/?$|[^/]*%)/;
const methods = 'GET, POST, PUT, PATCH, DELETE';
/** The longest time that any browser keeps the answer to a preflight. */
const MAX_AGE_SECONDS = 86_400;

/**
 * Creates the middleware that allows pages of the configured origins to read answers, and that answers their
 * preflights (Fetch standard, https://fetch.spec.whatwg.org/#http-cors-protocol). It never asks for cookies and
 * credentials of the browser itself: a page sends its key itself.
 *
 * Returns undefined if no origin is allowed.
 */
export function createCors({ CORS_ALLOWED_ORIGINS = [] }: CorsConfig): HttpMiddleware | undefined {
  if (CORS_ALLOWED_ORIGINS.length === 0) {
    return undefined;
  }
  const allowed = new Set(CORS_ALLOWED_ORIGINS);
  const isForAll = allowed.has('*');
  const isAllowed = (origin: string | undefined) =>
    origin !== undefined && (isForAll || allowed.has(origin));
  return (req, res, next) => {
    if (forbidden.test(req.path)) {
      next();
      return;
    }
    const { origin } = req.headers;
    if (!isForAll) {
      res.vary('origin');
    }
    if (!isAllowed(origin)) {
      next();
      return;
    }
    res.setHeader('access-control-allow-origin', isForAll ? '*' : String(origin));
    if (isPreflight(req)) {
      answerPreflight(req, res);
    } else {
      next();
    }
  };
}

function isPreflight({ method, headers }: HttpRequest): boolean {
  return method === 'OPTIONS' && headers['access-control-request-method'] !== undefined;
}

/** Senders add headers of their own, so each one that the page asks for is allowed. */
function answerPreflight(req: HttpRequest, res: HttpResponse): void {
  const headers = req.headers['access-control-request-headers'];
  res.vary('access-control-request-headers');
  res.setHeader('access-control-allow-methods', methods);
  if (headers !== undefined) {
    res.setHeader('access-control-allow-headers', headers);
  }
  res.setHeader('access-control-max-age', MAX_AGE_SECONDS);
  res.status(204).end();
}
