import type { Route } from './route.js';

/** The base paths of other products' APIs that a service provides. */
export type BasePaths = ReturnType<typeof createBasePaths>;

/**
 * Collects the base paths of routes. If a request below a base path fails, the first route with that base path writes
 * the error response.
 */
export function createBasePaths(routes: readonly Route[]) {
  const writers = new Map<string, Route['writeProblem']>();
  for (const { base, writeProblem } of routes) {
    if (base !== undefined && !writers.has(base)) {
      writers.set(base, writeProblem);
    }
  }
  const findBase = (path: string) => `/${firstSegment.exec(path)?.[1] ?? ''}`;
  return {
    /**
     * Replaces repeated slashes in a path below a base path with one slash. Clients produce such paths when they append
     * `/api/…` to an address that ends in `/`.
     */
    join: (path: string) => (writers.has(findBase(path)) ? path.replaceAll(/\/{2,}/g, '/') : path),
    /**
     * Returns the writer for all failures below a base path, including those for unknown paths. Returns undefined for
     * other paths.
     */
    findWriter: (path: string) => writers.get(findBase(path)),
  };
}

const firstSegment = /^\/+([^/]+)/;
