/** The points of metrics in time. A point counts the spans of the step that ends at it. Times are in ns since 1970. */
export interface TimeGrid {
  /** Where the first step begins; a span that starts at it does not count. */
  readonly from: bigint;
  readonly stepNs: bigint;
  readonly points: number;
}

/** Returns the whole steps that a range touches: the points are multiples of the step. */
export function gridOfRange(
  { start, end }: { readonly start: bigint; readonly end: bigint },
  stepNs: bigint,
): TimeGrid {
  const first = -divideUp(-start, stepNs);
  const last = divideUp(end, stepNs);
  return { from: (first - 1n) * stepNs, stepNs, points: Number(last - first) + 1 };
}

/** Returns the grid of an instant, whose only step is the range. */
export function gridOfInstant({
  start,
  end,
}: {
  readonly start: bigint;
  readonly end: bigint;
}): TimeGrid {
  return { from: start, stepNs: end - start, points: 1 };
}

/** Returns the point that counts a time; undefined outside the grid. */
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

/** Returns the time of the last point, the latest that counts. */
export function endOf(grid: TimeGrid): bigint {
  return timeOf(grid, grid.points - 1);
}

/** Divides by a positive number and rounds up. */
function divideUp(dividend: bigint, divisor: bigint): bigint {
  const quotient = dividend / divisor;
  return dividend % divisor > 0n ? quotient + 1n : quotient;
}
