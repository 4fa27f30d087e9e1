import type { ErrorRequestHandler, IRouter, RequestHandler } from 'express';
import { methodNotAllowed, notFound } from '../problems/http-problem.js';
import type { HttpErrorHandler, HttpMethod, HttpMiddleware, HttpRequest, Route } from './route.js';

/** Returns, in order, the middleware that runs before a route's own middleware. */
export type MiddlewareFor = (route: Route) => readonly HttpMiddleware[];

/**
 * Mounts routes on the Express Router. Literal segments come before parameters, regardless of the order of declaration.
 * URLs MUST already be normalized by `normalizeUrl`. Mirrored routes are also mounted under `/preview`. A request with
 * a mounted path but another method is passed to `next`, so that `refuseUnmatched` can respond. Throws if the same
 * method and path are declared twice.
 */
export function mountRoutes(
  router: IRouter,
  routes: readonly Route[],
  middlewareFor: MiddlewareFor,
): void {
  const paths = groupByPath(routes);
  const ordered = [...paths.keys()].toSorted((a, b) => comparePaths(a, b));
  for (const path of ordered) {
    const mounted = router.route(path.replace(/\/\*$/, '/*rest'));
    const methods = paths.get(path) ?? new Map<HttpMethod, Route>();
    for (const [method, route] of methods) {
      const { middleware = [], handler, onFailure } = route;
      const steps = [enterRoute(route), ...middlewareFor(route), ...middleware, handler];
      mounted[toVerb(method)](
        ...(steps as RequestHandler[]),
        ...(onFailure ? [toErrorMiddleware(onFailure)] : []),
      );
    }
    if (path !== '/') {
      // The root path is for browsers and not part of the API. Therefore, methods other than GET get a 404 without
      // `Allow`.
      mounted.all(collectAllowed([...methods.keys()]) as RequestHandler);
    }
  }
}

/** Returns the route of a request, or undefined if the path or method is unknown. */
export function routeOf(res: { readonly locals: Record<string, unknown> }): Route | undefined {
  return res.locals['route'] as Route | undefined;
}

/** Adapts an error handler to Express, which recognizes an error handler by its four parameters. */
export function toErrorMiddleware(handler: HttpErrorHandler): ErrorRequestHandler {
  // biome-ignore lint/complexity/useMaxParams: Express counts the parameters
  return (error, req, res, next) => handler(error, { req: req as HttpRequest, res }, next);
}

/** Throws a 405 if the path exists with other methods, or a 404 if the path is unknown. */
export const refuseUnmatched: HttpMiddleware = (_req, res) => {
  const allowed = allowedMethods(res);
  throw allowed.size === 0 ? notFound() : methodNotAllowed([...allowed]);
};

type MethodsOfPath = Map<HttpMethod, Route>;

function groupByPath(routes: readonly Route[]): Map<string, MethodsOfPath> {
  const paths = new Map<string, MethodsOfPath>();
  for (const route of routes) {
    for (const path of pathsOf(route)) {
      const methods = paths.get(path) ?? new Map<HttpMethod, Route>();
      if (methods.has(route.method)) {
        throw new Error(`route ${route.method} ${path} is declared twice`);
      }
      paths.set(path, methods.set(route.method, route));
    }
  }
  return paths;
}

function pathsOf({ path, mirrored }: Route): readonly string[] {
  const declared = path.endsWith('/') ? path.slice(0, -1) || '/' : path;
  return mirrored === true ? [declared, `/preview${declared}`] : [declared];
}

/**
 * Compares two paths that may match the same URL. At the first segment where their kinds differ, literals sort before
 * parameters, and parameters before wildcards.
 */
function comparePaths(a: string, b: string): number {
  const kindsOfA = kindsOf(a);
  const kindsOfB = kindsOf(b);
  return kindsOfA < kindsOfB ? -1 : Number(kindsOfA > kindsOfB);
}

/** Returns one letter per path segment, for a literal, a parameter or a wildcard. */
function kindsOf(path: string): string {
  const kind = (segment: string) => (segment === '*' ? 'c' : segment.startsWith(':') ? 'b' : 'a');
  return path.split('/').map(kind).join('');
}

function toVerb(method: HttpMethod) {
  return method.toLowerCase() as Lowercase<HttpMethod>;
}

/**
 * Creates the middleware that records a request's route. If the route ends in a wildcard, the middleware also stores
 * the rest of the path in the parameter `*`.
 */
function enterRoute(route: Route): HttpMiddleware {
  const hasRest = route.path.endsWith('/*');
  return (req, res, next) => {
    res.locals['route'] = route;
    if (hasRest) {
      const { rest, ...params } = req.params as Record<string, string | readonly string[]>;
      req.params = { ...(params as Record<string, string>), '*': [rest].flat().join('/') };
    }
    next();
  };
}

function collectAllowed(methods: readonly HttpMethod[]): HttpMiddleware {
  return (_req, res, next) => {
    const allowed = allowedMethods(res);
    for (const method of methods) {
      allowed.add(method);
    }
    next();
  };
}

function allowedMethods(res: { locals: Record<string, unknown> }): Set<HttpMethod> {
  res.locals['allowed'] ??= new Set();
  return res.locals['allowed'] as Set<HttpMethod>;
}
