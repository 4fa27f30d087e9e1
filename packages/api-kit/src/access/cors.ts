import type { HttpMiddleware, HttpRequest, HttpResponse } from '../http/route.js';

/** The setting of the origins whose pages may use the API from a browser. */
export interface CorsConfig {
  /** Origins as browsers send them. `*` means every origin; if the setting is absent, no origin is allowed. */
  readonly CORS_ALLOWED_ORIGINS?: readonly string[] | undefined;
}

/**
 * Matches paths that pages may not use: administration, operation and the tools of models. It also matches an escape in
 * the first segment, because no path for pages needs one.
 */
const forbidden = /^\/(?:admin\/|(?:metrics|livez|readyz|mcp)\/?$|[^/]*%)/;
const methods = 'GET, POST, PUT, PATCH, DELETE';
/** Number of seconds for which a browser keeps the answer to a preflight. No browser keeps it longer. */
const MAX_AGE_SECONDS = 86_400;

/**
 * Creates the middleware that allows pages of the configured origins to read answers, and that answers their preflights
 * (Fetch standard, https://fetch.spec.whatwg.org/#http-cors-protocol). It does not allow cookies and credentials of the
 * browser, because a page sends its own key.
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

/** Answers a preflight. Senders add their own headers, so every header that the page asks for is allowed. */
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
