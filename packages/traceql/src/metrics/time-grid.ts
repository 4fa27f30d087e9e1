/**
 * The points of metrics in time. Each point counts the spans of the step before it. Times are nanoseconds since the
 * Unix epoch.
 */
export interface TimeGrid {
  /** Start of the first step, exclusive. */
  readonly from: bigint;
  readonly stepNs: bigint;
  readonly points: number;
}

/** Returns the grid of all steps that a range touches. Points are multiples of the step. */
export function gridOfRange(
  { start, end }: { readonly start: bigint; readonly end: bigint },
  stepNs: bigint,
): TimeGrid {
  const first = -divideUp(-start, stepNs);
  const last = divideUp(end, stepNs);
  return { from: (first - 1n) * stepNs, stepNs, points: Number(last - first) + 1 };
}

/** Returns the grid of an instant. It has one step, which covers the range. */
export function gridOfInstant({
  start,
  end,
}: {
  readonly start: bigint;
  readonly end: bigint;
}): TimeGrid {
  return { from: start, stepNs: end - start, points: 1 };
}

/** Returns the index of the point that counts a time; undefined if the time is outside the grid. */
export function pointOf({ from, stepNs, points }: TimeGrid, time: bigint): number | undefined {
  if (time <= from) {
    return undefined;
  }
  const point = Number((time - from - 1n) / stepNs);
  return point < points ? point : undefined;
}

/** Returns the time of a point. */
export function timeOf({ from, stepNs }: TimeGrid, point: number): bigint {
  return from + BigInt(point + 1) * stepNs;
}

/** Returns the time of the last point, which is the latest time that is counted. */
export function endOf(grid: TimeGrid): bigint {
  return timeOf(grid, grid.points - 1);
}

/** Divides by a positive number and rounds up. */
function divideUp(dividend: bigint, divisor: bigint): bigint {
  const quotient = dividend / divisor;
  return dividend % divisor > 0n ? quotient + 1n : quotient;
}
