import type { BasePaths } from './base-paths.js';
import type { HttpMiddleware } from './route.js';

/** Characters that Express or its parser of URLs would read differently from the rules of this API. */
const needsEscapes = /[^\x21-\x7e]|[%#\\]/;

/**
 * Rewrites the URL of a request to the form in which routes are declared. `originalUrl` keeps the URL as it was sent.
 *
 * An absolute URL, as it is sent to proxies, is reduced to its path and query. Leading `/api` segments and a trailing
 * slash are stripped, and repeated slashes below the base path of a foreign API are joined. Escapes are written in
 * one form, so that `/spans/%71uery` is a literal path and an undecodable `%` or a `#` reaches the handler unchanged.
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

/** An invalid URL, and `*`, become a path that no route has: Express would fail on them or read them leniently. */
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
