import type { IdleGap } from '@spanhouse/trace-insight/idle-gaps';
import type { Outline } from '../outline/outline.js';

/** Width of a folded gap, as a share of the remaining time. */
const BREAK_SHARE = 0.03;

/** A folded gap and its position in ns on the axis. */
interface AxisBreak extends IdleGap {
  readonly shownFrom: number;
  readonly shownTo: number;
}

/** Maps the time of a trace to positions, with or without its idle gaps. */
export interface TimeAxis {
  /** Length of the axis, in ns. */
  readonly length: number;
  readonly breaks: readonly AxisBreak[];
}

/** Creates an axis for a trace of `length` ns that folds `gaps`, which are in order of time. */
export function timeAxis(length: number, gaps: readonly IdleGap[]): TimeAxis {
  const idle = gaps.reduce((sum, { from, to }) => sum + to - from, 0);
  const size = Math.max(1, (length - idle) * BREAK_SHARE);
  const breaks: AxisBreak[] = [];
  let saved = 0;
  for (const { from, to } of gaps) {
    const shownFrom = from - saved;
    saved += to - from - size;
    breaks.push({ from, to, shownFrom, shownTo: to - saved });
  }
  return { length: length - saved, breaks };
}

/** Returns the position of a time, in ns on the axis. */
export function toAxisNs({ breaks }: TimeAxis, ns: number): number {
  const near = breaks.findLast(({ from }) => ns > from);
  if (near === undefined) {
    return ns;
  }
  const { from, to, shownFrom, shownTo } = near;
  return ns < to
    ? shownFrom + ((ns - from) * (shownTo - shownFrom)) / (to - from)
    : shownTo + ns - to;
}

/** Returns the time at a position on the axis. */
export function fromAxisNs({ breaks }: TimeAxis, place: number): number {
  const near = breaks.findLast(({ shownFrom }) => place > shownFrom);
  if (near === undefined) {
    return place;
  }
  const { from, to, shownFrom, shownTo } = near;
  return place < shownTo
    ? from + ((place - shownFrom) * (to - from)) / (shownTo - shownFrom)
    : to + place - shownTo;
}

/** Positions of the spans of a trace on an axis. */
export type PlacedSpans = Pick<Outline, 'count' | 'parent' | 'start' | 'duration'>;

/** Positions the spans of a trace on an axis. Returns the outline's own arrays if the axis has no break. */
export function placeSpans(outline: PlacedSpans, axis: TimeAxis): PlacedSpans {
  const { count, parent, start, duration } = outline;
  if (axis.breaks.length === 0) {
    return { count, parent, start, duration };
  }
  const from = start.map((ns) => toAxisNs(axis, ns));
  const lengths = duration.map((ns, at) => toAxisNs(axis, (start[at] ?? 0) + ns) - (from[at] ?? 0));
  return { count, parent, start: from, duration: lengths };
}
