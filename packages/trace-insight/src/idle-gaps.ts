import { sortByStart } from './sort-by-start.js';
import { numberAt } from './timed-tree.js';

/** An interval in nanoseconds during which no span of a trace runs. */
export interface IdleGap {
  readonly from: number;
  readonly to: number;
}

/** Minimum length of a gap, as a share of the trace's length. */
const MIN_SHARE = 0.05;

/** The columns of a trace that `idleGaps` reads. Times are nanoseconds after the earliest start. */
export interface SpanTimes {
  readonly start: Float64Array;
  readonly duration: Float64Array;
  /** The end of the span that ends last. */
  readonly length: number;
}

/**
 * Returns the intervals in which no span runs, in chronological order. Intervals of up to 5 % of the trace are omitted.
 */
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
