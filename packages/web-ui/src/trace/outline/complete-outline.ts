import { selfTimes } from '@spanhouse/trace-insight/self-time';
import { markFailures } from './failure-marks.js';
import { type Outline, STATUS_ERROR } from './outline.js';
import { wholeTree } from './row-tree.js';

type Computed = 'failed' | 'length' | 'marks' | 'rows' | 'self';

/** Adds the members of an outline that follow from the others. */
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
