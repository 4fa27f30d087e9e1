import type { HttpMiddleware, HttpRequest, HttpResponse } from '../http/route.js';

/** The list of origins whose pages may use the API in a browser. */
export interface CorsConfig {
  /** Origins as browsers send them. `*` means every origin. If the setting is absent, no origin is allowed. */
  readonly CORS_ALLOWED_ORIGINS?: readonly string[] | undefined;
}

/**
 * Matches paths that web pages must not use: administration, metrics, health and MCP. Also matches every path with an
 * escape in the first segment, because the escape could hide one of these paths. Web pages need no escapes there.
 */
const forbidden = /^\/(?:admin\/|(?:metrics|livez|readyz|mcp)\/?$|[^/]*%)/;
const methods = 'GET, POST, PUT, PATCH, DELETE';
/** Number of seconds for which a browser may cache the response to a preflight. No browser caches it for longer. */
const MAX_AGE_SECONDS = 86_400;

/**
 * Creates the middleware that responds to preflights and allows pages of the configured origins to read responses
 * (Fetch standard, https://fetch.spec.whatwg.org/#http-cors-protocol). Credentials that the browser adds, such as
 * cookies, are not allowed; each page sends its own key. Returns undefined if no origin is allowed.
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

/** Responds to a preflight. Allows every header that the page requests, because senders use custom headers. */
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
