import { numberAt, type TimedTree } from './timed-tree.js';

/**
 * Returns the time that each span spent itself, in ns: its duration without the time in which one of its
 * children ran. What children do before or after their parent does not count. Takes linear time.
 */
export function selfTimes({ parent, start, duration }: TimedTree): Float64Array {
  const self = duration.map((ns) => Math.max(0, ns));
  /** The time up to which the children before have covered each span. */
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
