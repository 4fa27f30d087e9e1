import { selfTimes } from '@spanhouse/trace-insight/self-time';
import { type Outline, STATUS_ERROR } from './outline.js';
import { wholeTree } from './row-tree.js';

type Computed = 'failed' | 'length' | 'marks' | 'rows' | 'self';

/** Computes the members of an outline that are derived from the stored members. */
export function completeOutline(stored: Omit<Outline, Computed>): Outline {
  const { start, duration, status } = stored;
  return {
    ...stored,
    failed: status.filter((code) => code === STATUS_ERROR).length,
    length: start.reduce((latest, from, at) => Math.max(latest, from + (duration[at] ?? 0)), 0),
    marks: markFailures(stored),
    rows: wholeTree(stored),
    self: selfTimes(stored),
  };
}

/** Relations of a span to the first failure below its root. */
export const failureMarks = { none: 0, origin: 1, propagated: 2 } as const;

type FailureTree = Pick<Outline, 'parent' | 'start' | 'status'>;

/**
 * Marks the first failure below each root. The origin of the failure is the earliest failed span that has no failed
 * descendants. The failed ancestors of the origin are marked as propagated.
 */
function markFailures(tree: FailureTree): Uint8Array {
  const { parent, status } = tree;
  const marks = new Uint8Array(parent.length);
  for (const origin of firstFailures(tree)) {
    marks[origin] = failureMarks.origin;
    for (let at = parent[origin] ?? -1; at >= 0; at = parent[at] ?? -1) {
      if (status[at] === STATUS_ERROR) {
        marks[at] = failureMarks.propagated;
      }
    }
  }
  return marks;
}

/** Returns, for each root, the earliest failed span without failed descendants. */
function firstFailures(tree: FailureTree): Iterable<number> {
  const { parent, start, status } = tree;
  const failures = rollUp(
    parent,
    Float64Array.from(status, (code) => Number(code === STATUS_ERROR)),
  );
  const root = Int32Array.from(parent.keys());
  const first = new Map<number, number>();
  for (const [at, above] of parent.entries()) {
    root[at] = root[above] ?? at;
    if (status[at] !== STATUS_ERROR || failures[at] !== 1) {
      continue;
    }
    const known = first.get(root[at]) ?? at;
    first.set(root[at], (start[at] ?? 0) < (start[known] ?? 0) ? at : known);
  }
  return first.values();
}

/** Returns the value of each span plus the values of all of its descendants. */
export function rollUp(parent: Int32Array, own: Float64Array): Float64Array {
  const all = own.slice();
  for (let at = parent.length - 1; at >= 0; at--) {
    const above = parent[at] ?? -1;
    if (above >= 0) {
      all[above] = (all[above] ?? 0) + (all[at] ?? 0);
    }
  }
  return all;
}
