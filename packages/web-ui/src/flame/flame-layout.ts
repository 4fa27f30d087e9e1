import { sortByStart } from '@spanhouse/trace-insight/sort-by-start';
import type { Outline } from '../outline/outline.js';
import { shapeOf } from '../outline/tree-shape.js';

/** Where the boxes of a flame graph lie. Boxes are ordered by lane, then start. */
export interface FlameLayout {
  /** The span that each box stands for. */
  readonly span: Int32Array;
  /** Where a box begins, and its length: ns, from the start of the trace or of all self times. */
  readonly start: Float64Array;
  readonly length: Float64Array;
  /** The first box of each lane, and the number of boxes at the end. */
  readonly laneStart: Int32Array;
  /** The longest box of each block of 64 boxes. */
  readonly longest: Int32Array;
  /** Where all boxes end. */
  readonly end: number;
}

/** The boxes of a block, of which `longest` knows the longest. */
export const BLOCK = 64;

/** Levels with more spans at one time draw the others over each other in their last lane. */
const MAX_LANES_PER_LEVEL = 64;

type TimedOutline = Pick<Outline, 'count' | 'parent' | 'start' | 'duration'>;

/** Lays spans out by time: a level below the other, siblings that overlap in lanes of their level. */
export function layoutByTime(outline: TimedOutline): FlameLayout {
  const { count, start, duration } = outline;
  const { level } = shapeOf(outline);
  const levels = level.reduce((most, each) => Math.max(most, each + 1), 0);
  const { order } = byGroup({ group: level, groups: levels, start });
  const lane = new Int32Array(count);
  let firstLane = 0;
  let laneEnds: number[] = [];
  let current = 0;
  for (const span of order) {
    if (at(level, span) !== current) {
      firstLane += laneEnds.length;
      laneEnds = [];
      current = at(level, span);
    }
    const free = freeLane(laneEnds, at(start, span));
    laneEnds[free] = Math.max(laneEnds[free] ?? 0, at(start, span) + at(duration, span));
    lane[span] = firstLane + free;
  }
  return boxesOf({ lane, start, length: duration, lanes: firstLane + laneEnds.length });
}

function freeLane(laneEnds: readonly number[], start: number): number {
  const free = laneEnds.findIndex((end) => end <= start);
  return free >= 0 ? free : Math.min(laneEnds.length, MAX_LANES_PER_LEVEL - 1);
}

interface PlacedBoxes {
  readonly lane: Int32Array;
  readonly start: Float64Array;
  readonly length: Float64Array;
  readonly lanes: number;
}

/** Orders boxes by lane and start. The box at a position stands for the span at that position. */
export function boxesOf({ lane, start, length, lanes }: PlacedBoxes): FlameLayout {
  const { order: span, first: laneStart } = byGroup({ group: lane, groups: lanes, start });
  const pick = (values: Float64Array) =>
    Float64Array.from(span, (position) => at(values, position));
  const end = start.reduce((latest, from, box) => Math.max(latest, from + at(length, box)), 0);
  const lengths = pick(length);
  return { span, start: pick(start), length: lengths, laneStart, longest: longestOf(lengths), end };
}

interface Grouped {
  /** The group of each position, from 0. */
  readonly group: Int32Array;
  readonly groups: number;
  readonly start: Float64Array;
}

/** Returns the positions by group, then start, and where each group begins. */
function byGroup({ group, groups, start }: Grouped) {
  const first = new Int32Array(groups + 1);
  for (const each of group) {
    first[each + 1] = at(first, each + 1) + 1;
  }
  for (let each = 1; each <= groups; each++) {
    first[each] = at(first, each) + at(first, each - 1);
  }
  const next = first.slice();
  const order = new Int32Array(group.length);
  for (let position = 0; position < group.length; position++) {
    const each = at(group, position);
    order[at(next, each)] = position;
    next[each] = at(next, each) + 1;
  }
  for (let each = 0; each < groups; each++) {
    sortByStart(order.subarray(at(first, each), at(first, each + 1)), start);
  }
  return { order, first };
}

/** Returns the longest box of each block. */
function longestOf(length: Float64Array): Int32Array {
  const longest = new Int32Array(Math.ceil(length.length / BLOCK));
  for (let block = 0; block < longest.length; block++) {
    const first = block * BLOCK;
    let best = first;
    for (let box = first + 1; box < Math.min(length.length, first + BLOCK); box++) {
      best = at(length, box) > at(length, best) ? box : best;
    }
    longest[block] = best;
  }
  return longest;
}

function at(values: Int32Array | Float64Array, position: number): number {
  return values[position] ?? 0;
}
