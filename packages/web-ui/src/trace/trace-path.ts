import { criticalPath, type PathSections } from '@spanhouse/trace-insight/critical-path';
import { groupPositions } from '@spanhouse/trace-insight/timed-tree';
import type { Outline } from './outline/outline.js';

/** The critical path of a trace: its sections, grouped by span. */
export interface TracePath {
  /** Index of the first section of each span. The sections of span `at` end before index `first[at + 1]`. */
  readonly first: Int32Array;
  /** Start of each section in ns, relative to the start of the trace. */
  readonly from: Float64Array;
  readonly to: Float64Array;
  /** Total time of each span on the critical path, in ns. */
  readonly time: Float64Array;
}

/**
 * Number of parts into which the length of a trace is divided. If the gap between two sections of a span is shorter
 * than one part, the sections are drawn as one.
 */
const SHOWN_PARTS = 1000;

/**
 * Computes the critical path. Sections of the same span are joined if the gap between them is too short to be visible.
 */
export function tracePath(
  tree: Pick<Outline, 'parent' | 'start' | 'duration' | 'length'>,
): TracePath {
  return bySpan(criticalPath(tree), { count: tree.parent.length, length: tree.length });
}

/** Groups the sections of a path by span. The sections of each span stay in chronological order. */
export function bySpan(
  path: PathSections,
  { count, length }: { readonly count: number; readonly length: number },
): TracePath {
  const time = new Float64Array(count);
  for (let section = 0; section < path.span.length; section++) {
    const span = path.span[section] ?? 0;
    time[span] = (time[span] ?? 0) + (path.to[section] ?? 0) - (path.from[section] ?? 0);
  }
  return { ...joinClose(path, count, length / SHOWN_PARTS), time };
}

function joinClose(path: PathSections, count: number, minGap: number) {
  const { positions: sorted } = groupPositions(path.span, count);
  const [from, to] = [new Float64Array(sorted.length), new Float64Array(sorted.length)];
  const first = new Int32Array(count + 1);
  let joined = 0;
  let last = -1;
  for (const section of sorted) {
    const span = path.span[section] ?? 0;
    const start = path.from[section] ?? 0;
    if (span !== last || start - (to[joined - 1] ?? 0) >= minGap) {
      first.fill(joined, last + 1, span + 1);
      from[joined] = start;
      joined += 1;
      last = span;
    }
    to[joined - 1] = path.to[section] ?? 0;
  }
  first.fill(joined, last + 1);
  return { first, from: from.slice(0, joined), to: to.slice(0, joined) };
}

/** Returns the sections of a span in chronological order. */
export function sectionsOf({ first, from, to }: TracePath, at: number) {
  const [start = 0, end = 0] = [first[at], first[at + 1]];
  return Array.from({ length: end - start }, (_, index) => ({
    from: from[start + index] ?? 0,
    to: to[start + index] ?? 0,
  }));
}

/** Returns the position of the longest time, and its share of the sum of all times. The share is 0 if the sum is 0. */
export function longestOf(times: Float64Array): { readonly at: number; readonly share: number } {
  let at = 0;
  let sum = 0;
  for (let each = 0; each < times.length; each++) {
    sum += times[each] ?? 0;
    at = (times[each] ?? 0) > (times[at] ?? 0) ? each : at;
  }
  return { at, share: sum === 0 ? 0 : (times[at] ?? 0) / sum };
}
