import type { Route } from './route.js';

/** The base paths of the foreign APIs that a service speaks. */
export interface BasePaths {
  /** Joins repeated slashes of a path below a base path: clients append `/api/…` to an address that ends in `/`. */
  join(path: string): string;
  /** Returns how failures below a base path are written, also those of unknown paths; undefined elsewhere. */
  writerOf(path: string): Route['writeProblem'];
}

/** Collects the base paths of routes; the first route of each writes the failures below it. */
export function createBasePaths(routes: readonly Route[]): BasePaths {
  const writers = new Map<string, Route['writeProblem']>();
  for (const { base, writeProblem } of routes) {
    if (base !== undefined && !writers.has(base)) {
      writers.set(base, writeProblem);
    }
  }
  const baseOf = (segments: readonly string[]) => `/${segments[0] ?? ''}`;
  return {
    join(path) {
      if (writers.size === 0) {
        return path;
      }
      const segments = segmentsOf(path);
      return writers.has(baseOf(segments)) ? `/${segments.join('/')}` : path;
    },
    writerOf: (path) => writers.get(baseOf(segmentsOf(path))),
  };
}

function segmentsOf(path: string): readonly string[] {
  return path.split('/').filter((segment) => segment !== '');
}
