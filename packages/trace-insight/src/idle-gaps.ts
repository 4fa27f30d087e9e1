import { sortByStart } from './sort-by-start.js';
import { numberAt } from './timed-tree.js';

/** A stretch of time in which no span of a trace runs, in ns. */
export interface IdleGap {
  readonly from: number;
  readonly to: number;
}

/** Shorter gaps, as a share of the trace, are not worth a break. */
const MIN_SHARE = 0.05;

/** What `idleGaps` reads of a trace. Times are ns from the earliest start. */
export interface SpanTimes {
  readonly start: Float64Array;
  readonly duration: Float64Array;
  /** The latest end. */
  readonly length: number;
}

/** Returns the gaps between spans that are longer than 5 % of the trace, in order of time. */
export function idleGaps({ start, duration, length }: SpanTimes): readonly IdleGap[] {
  const order = sortByStart(Int32Array.from(start.keys()), start);
  const gaps: IdleGap[] = [];
  let end = 0;
  for (const at of order) {
    const from = numberAt(start, at);
    if (from - end > length * MIN_SHARE) {
      gaps.push({ from: end, to: from });
    }
    end = Math.max(end, from + numberAt(duration, at));
  }
  return gaps;
}
