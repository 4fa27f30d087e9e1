import { numberAt, type TimedTree } from './timed-tree.js';

/**
 * Returns the self time of each span in nanoseconds: the span's duration minus the time during which at least one child
 * ran. If a child runs outside its parent, that time is not subtracted. Runs in linear time.
 */
export function selfTimes({ parent, start, duration }: TimedTree): Float64Array {
  const self = duration.map((ns) => Math.max(0, ns));
  /** For each span, the time up to which the children processed so far cover the span. */
  const coveredTo = start.slice();
  for (const [at, above] of parent.entries()) {
    if (above >= 0) {
      const from = Math.max(numberAt(start, at), numberAt(coveredTo, above));
      const end = numberAt(start, above) + numberAt(duration, above);
      const to = Math.min(numberAt(start, at) + numberAt(duration, at), end);
      if (to > from) {
        self[above] = numberAt(self, above) - (to - from);
        coveredTo[above] = to;
      }
    }
  }
  return self;
}
