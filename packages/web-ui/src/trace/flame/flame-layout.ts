import { sortByStart } from '@spanhouse/trace-insight/sort-by-start';
import { groupPositions, numberAt } from '@spanhouse/trace-insight/timed-tree';
import { type Outline, shapeOf } from '../outline/outline.js';

/** Positions of the boxes in a flame graph. Boxes are ordered by lane and then by start. */
export interface FlameLayout {
  /** Index of the span that a box shows. */
  readonly span: Int32Array;
  /**
   * Start and length of each box in ns. In a layout by time, starts are relative to the start of the trace. In a layout
   * by self time, they are relative to the left edge.
   */
  readonly start: Float64Array;
  readonly length: Float64Array;
  /** Index of the first box in each lane. An additional last entry contains the number of boxes. */
  readonly laneStart: Int32Array;
  /** Index of the longest box in each block of 64 consecutive boxes. */
  readonly longest: Int32Array;
  /** End of the layout in ns. */
  readonly end: number;
}

/** Number of boxes that each entry of `longest` covers. */
export const BLOCK = 64;

/**
 * Maximum number of lanes per level. If more spans run concurrently, the remaining ones overlap in the last lane of the
 * level.
 */
const MAX_LANES_PER_LEVEL = 64;

type TimedOutline = Pick<Outline, 'count' | 'parent' | 'start' | 'duration'>;

/**
 * Lays out spans by time. Each span is one level below its parent. Overlapping siblings are in separate lanes of the
 * same level.
 */
export function layoutByTime(outline: TimedOutline): FlameLayout {
  const { count, start, duration } = outline;
  const { level } = shapeOf(outline);
  const { order } = byGroup(level, start);
  const lane = new Int32Array(count);
  let firstLane = 0;
  let laneEnds: number[] = [];
  let current = 0;
  for (const span of order) {
    if (numberAt(level, span) !== current) {
      firstLane += laneEnds.length;
      laneEnds = [];
      current = numberAt(level, span);
    }
    const free = freeLane(laneEnds, numberAt(start, span));
    laneEnds[free] = Math.max(
      laneEnds[free] ?? 0,
      numberAt(start, span) + numberAt(duration, span),
    );
    lane[span] = firstLane + free;
  }
  return boxesOf(lane, start, duration);
}

function freeLane(laneEnds: readonly number[], start: number): number {
  let free = 0;
  while (free < laneEnds.length && (laneEnds[free] ?? 0) > start) {
    free += 1;
  }
  return Math.min(free, MAX_LANES_PER_LEVEL - 1);
}

/** Sorts boxes by lane and start. The inputs are indexed by span. */
export function boxesOf(lane: Int32Array, start: Float64Array, length: Float64Array): FlameLayout {
  const { order: span, first: laneStart } = byGroup(lane, start);
  const lengths = new Float64Array(span.length);
  const starts = new Float64Array(span.length);
  let end = 0;
  for (let box = 0; box < span.length; box++) {
    const position = numberAt(span, box);
    starts[box] = numberAt(start, position);
    lengths[box] = numberAt(length, position);
    end = Math.max(end, numberAt(starts, box) + numberAt(lengths, box));
  }
  return { span, start: starts, length: lengths, laneStart, longest: longestOf(lengths), end };
}

/** Returns the positions sorted by group and start, and the first index of each group. Group numbers begin at 0. */
function byGroup(group: Int32Array, start: Float64Array) {
  const groups = group.reduce((most, each) => Math.max(most, each + 1), 0);
  const { first, positions: order } = groupPositions(group, groups);
  for (let each = 0; each < groups; each++) {
    sortByStart(order.subarray(numberAt(first, each), numberAt(first, each + 1)), start);
  }
  return { order, first };
}

/** Returns the index of the longest box in each block of boxes. */
function longestOf(length: Float64Array): Int32Array {
  const longest = new Int32Array(Math.ceil(length.length / BLOCK));
  for (let block = 0; block < longest.length; block++) {
    const first = block * BLOCK;
    let best = first;
    for (let box = first + 1; box < Math.min(length.length, first + BLOCK); box++) {
      best = numberAt(length, box) > numberAt(length, best) ? box : best;
    }
    longest[block] = best;
  }
  return longest;
}
