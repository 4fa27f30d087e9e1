import type { HandleCors } from '../http/request-source.js';
import type { HttpRequest, HttpResponse } from '../http/route.js';
import { routingPath } from '../http/route-table.js';

/** The setting of the pages that may use the API from a browser. */
export interface CorsConfig {
  /** Origins as browsers send them; `*` = every origin; absent = none. */
  readonly CORS_ALLOWED_ORIGINS?: readonly string[] | undefined;
}

/**
 * Paths that are not for pages: administration, operation and the tools of models. The router decodes `/%61dmin`, and no path for pages needs
 * an escape in its first segment.
 */
const forbidden = /^\/(?:admin\/|(?:metrics|livez|readyz|mcp)\/?$|[^/]*%)/;
const methods = 'GET, POST, PUT, PATCH, DELETE';
/** The longest time that any browser keeps the answer to a preflight. */
const MAX_AGE_SECONDS = 86_400;

/**
 * Creates the step that lets pages of the allowed origins read answers, and that answers their preflights (Fetch
 * standard, https://fetch.spec.whatwg.org/#http-cors-protocol). Cookies and
 * credentials of the browser's own are never asked for: a page sends its key itself.
 *
 * Returns undefined if no origin is allowed.
 */
export function createCors({ CORS_ALLOWED_ORIGINS = [] }: CorsConfig): HandleCors | undefined {
  if (CORS_ALLOWED_ORIGINS.length === 0) {
    return undefined;
  }
  const allowed = new Set(CORS_ALLOWED_ORIGINS);
  const isForAll = allowed.has('*');
  const isAllowed = (origin: string | undefined) =>
    origin !== undefined && (isForAll || allowed.has(origin));
  return (req, res) => {
    if (forbidden.test(routingPath(req.url))) {
      return 'unanswered';
    }
    const { origin } = req.headers;
    if (!isForAll) {
      res.vary('origin');
    }
    if (!isAllowed(origin)) {
      return 'unanswered';
    }
    res.setHeader('access-control-allow-origin', isForAll ? '*' : String(origin));
    return isPreflight(req) ? answerPreflight(req, res) : 'unanswered';
  };
}

function isPreflight({ method, headers }: HttpRequest): boolean {
  return method === 'OPTIONS' && headers['access-control-request-method'] !== undefined;
}

/** Senders add headers of their own, so each one that the page asks for is allowed. */
function answerPreflight(req: HttpRequest, res: HttpResponse): 'answered' {
  const headers = req.headers['access-control-request-headers'];
  res.vary('access-control-request-headers');
  res.setHeader('access-control-allow-methods', methods);
  if (headers !== undefined) {
    res.setHeader('access-control-allow-headers', headers);
  }
  res.setHeader('access-control-max-age', MAX_AGE_SECONDS);
  res.status(204).end();
  return 'answered';
}
