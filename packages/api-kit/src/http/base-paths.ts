import type { Route } from './route.js';

/** The base paths of the foreign APIs that a service speaks. */
export type BasePaths = ReturnType<typeof createBasePaths>;

/** Collects the base paths of routes; the first route of each writes the failures below it. */
export function createBasePaths(routes: readonly Route[]) {
  const writers = new Map<string, Route['writeProblem']>();
  for (const { base, writeProblem } of routes) {
    if (base !== undefined && !writers.has(base)) {
      writers.set(base, writeProblem);
    }
  }
  const findBase = (path: string) => `/${firstSegment.exec(path)?.[1] ?? ''}`;
  return {
    /** Joins repeated slashes of a path below a base path: clients append `/api/…` to an address that ends in `/`. */
    join: (path: string) => (writers.has(findBase(path)) ? path.replaceAll(/\/{2,}/g, '/') : path),
    /** Returns the writer of failures below a base path, including those of unknown paths; undefined elsewhere. */
    findWriter: (path: string) => writers.get(findBase(path)),
  };
}

const firstSegment = /^\/+([^/]+)/;
