import type { BasePaths } from './base-paths.js';
import type { HttpMiddleware } from './route.js';

/** Matches characters that Express or its URL parser interprets differently from this API. */
const needsEscapes = /[^\x21-\x7e]|[%#\\]/;

/**
 * Creates the middleware that rewrites a request's URL to match declared routes. `originalUrl` keeps the URL as it was
 * sent.
 *
 * - An absolute URL, which clients send to proxies, is reduced to its path and query.
 * - Leading `/api` segments and a trailing slash are removed.
 * - Repeated slashes below the base path of another product's API are joined.
 * - Escapes are normalized. Therefore `/spans/%71uery` matches the route `/spans/query`, and an undecodable `%` or a
 *   `#` reaches the handler unchanged.
 */
export function normalizeUrl(bases: BasePaths): HttpMiddleware {
  return (req, _res, next) => {
    const url = req.url.startsWith('/') ? req.url : toRelativeUrl(req.url);
    const queryStart = url.indexOf('?');
    const path = queryStart === -1 ? url : url.slice(0, queryStart);
    const query = queryStart === -1 ? '' : url.slice(queryStart);
    req.url = escapePath(stripSlash(bases.join(stripApi(path)))) + query;
    next();
  };
}

/**
 * Returns the path and query of a URL. For `*` and for invalid URLs, which Express would reject or misread, returns a
 * path that no route has.
 */
function toRelativeUrl(url: string): string {
  if (!URL.canParse(url)) {
    return `/${url}`;
  }
  const { pathname, search } = new URL(url);
  return pathname + search;
}

function stripApi(path: string): string {
  let stripped = path;
  while (stripped.startsWith('/api/')) {
    stripped = stripped.slice('/api'.length);
  }
  return stripped === '/api' || stripped === '' ? '/' : stripped;
}

function stripSlash(path: string): string {
  return path.endsWith('/') && path !== '/' ? path.slice(0, -1) : path;
}

function escapePath(path: string): string {
  if (!needsEscapes.test(path)) {
    return path;
  }
  return path
    .split('/')
    .map((segment) => encodeURIComponent(decoded(segment)))
    .join('/');
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch (error) {
    if (error instanceof URIError) {
      return segment;
    }
    throw error;
  }
}
