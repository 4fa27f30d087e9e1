import type { Route } from './route.js';

/** The base paths of the other products' APIs that a service provides. */
export type BasePaths = ReturnType<typeof createBasePaths>;

/** Collects the base paths of routes. The first route of each base path writes the failures below it. */
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
     * Joins repeated slashes of a path below a base path. Such slashes occur because clients append `/api/…` to an
     * address that ends in `/`.
     */
    join: (path: string) => (writers.has(findBase(path)) ? path.replaceAll(/\/{2,}/g, '/') : path),
    /**
     * Returns the writer of all failures below a base path, including unknown paths. Returns undefined for other paths.
     */
    findWriter: (path: string) => writers.get(findBase(path)),
  };
}

const firstSegment = /^\/+([^/]+)/;
