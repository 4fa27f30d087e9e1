import findMyWay from 'find-my-way';
import type { HttpMethod, Route } from './route.js';

/** The result of a search. `allow` lists the methods of a known path and is never empty. */
export type RouteMatch =
  | { readonly status: 'found'; readonly route: Route; readonly params: Record<string, string> }
  | { readonly status: 'wrong_method'; readonly allow: readonly HttpMethod[] }
  | { readonly status: 'unknown' };

/**
 * Finds the route of a request; a literal segment wins over a parameter, whatever the order of declaration.
 *
 * The routing rules differ from those of Express: `/api` prefixes are stripped, a trailing slash does not matter,
 * `/preview` mirrors most routes, and a known path with another method is a 405 with `Allow`. One table applies
 * them, and every route gets its template for the metrics.
 */
export interface RouteTable {
  /** `path` is what `routingPath` returns for the URL of the request. */
  match(method: string, path: string): RouteMatch;
}

const methods: readonly HttpMethod[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];
/** Longer than any header section that the listener accepts, so that the handler judges every parameter. */
const MAX_PARAMETER_LENGTH = 1_000_000;

/** Builds the table once, at the start of a process. Throws if a method and path are declared twice. */
export function createRouteTable(routes: readonly Route[]): RouteTable {
  const router = findMyWay({ maxParamLength: MAX_PARAMETER_LENGTH });
  const declared = new Set<string>();
  for (const route of routes) {
    for (const path of pathsOf(route)) {
      const name = `${route.method} ${path}`;
      if (declared.has(name)) {
        throw new Error(`route ${name} is declared twice`);
      }
      declared.add(name);
      router.on(route.method, path, () => undefined, route);
    }
  }

  const find = (method: HttpMethod, path: string): RouteMatch | undefined => {
    const found = router.find(method, path === '' ? '/' : path);
    const params = found?.params as Record<string, string> | undefined;
    if (found === null || params === undefined || Object.values(params).includes('')) {
      return undefined;
    }
    return { status: 'found', route: found.store as Route, params };
  };

  /** The methods of the path, those of the most literal route first, as they were declared. */
  const allowedFor = (path: string): HttpMethod[] => {
    if (path === '') {
      return []; // the root shows something to browsers, and is no resource of the API
    }
    const found = methods
      .map((method) => find(method, path))
      .filter((match) => match?.status === 'found')
      .map(({ route }) => route);
    return found.toSorted((a, b) => rank(a) - rank(b)).map(({ method }) => method);
  };
  const rank = (route: Route) => parameterCount(route) * routes.length + routes.indexOf(route);

  return {
    match(method, path) {
      const wanted = method === 'HEAD' ? 'GET' : (method as HttpMethod);
      const escaped = escapeForRouter(path);
      const match = methods.includes(wanted) ? find(wanted, escaped) : undefined;
      if (match !== undefined) {
        return match;
      }
      const allow = allowedFor(escaped);
      return allow.length === 0 ? { status: 'unknown' } : { status: 'wrong_method', allow };
    },
  };
}

/** Returns the path for routing: without the query string, leading `/api` segments and a trailing slash. */
export function routingPath(url: string): string {
  let path = url.startsWith('/') ? url : fromAbsoluteUrl(url);
  const query = path.indexOf('?');
  if (query !== -1) {
    path = path.slice(0, query);
  }
  while (path.startsWith('/api/')) {
    path = path.slice('/api'.length);
  }
  if (path === '/api') {
    return '';
  }
  return path.endsWith('/') ? path.slice(0, -1) : path;
}

/** A request line may hold an absolute URL, as it is sent to proxies: `GET http://host/path`. */
function fromAbsoluteUrl(url: string): string {
  return URL.canParse(url) ? new URL(url).pathname : url;
}

function pathsOf(route: Route): readonly string[] {
  const path = route.path.endsWith('/') ? route.path.slice(0, -1) || '/' : route.path;
  return route.mirrored === true ? [path, `/preview${path}`] : [path];
}

function parameterCount({ path }: Route): number {
  return path.split('/:').length - 1;
}

/**
 * Escapes what the router would read differently: `#`, which it takes for the end of the path, and the percent
 * signs of segments that cannot be decoded. The handler gets both as they were sent.
 */
function escapeForRouter(path: string): string {
  if (!(path.includes('%') || path.includes('#'))) {
    return path;
  }
  return path
    .split('/')
    .map((segment) => (isDecodable(segment) ? segment : segment.replaceAll('%', '%25')))
    .join('/')
    .replaceAll('#', '%23');
}

function isDecodable(segment: string): boolean {
  try {
    decodeURIComponent(segment);
    return true;
  } catch (error) {
    if (error instanceof URIError) {
      return false;
    }
    throw error;
  }
}
