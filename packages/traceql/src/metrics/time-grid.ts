/**
 * Points in time for which metrics are computed. Each point covers the spans that start in the step before it. Times
 * are in nanoseconds since the Unix epoch.
 */
export interface TimeGrid {
  /** Start of the first step, exclusive. */
  readonly from: bigint;
  readonly stepNs: bigint;
  readonly points: number;
}

/** Returns a grid whose steps cover a range. All points are multiples of the step. */
export function gridOfRange(
  { start, end }: { readonly start: bigint; readonly end: bigint },
  stepNs: bigint,
): TimeGrid {
  const first = -divideUp(-start, stepNs);
  const last = divideUp(end, stepNs);
  return { from: (first - 1n) * stepNs, stepNs, points: Number(last - first) + 1 };
}

/** Returns the grid for an instant. Its only step covers the whole range. */
export function gridOfInstant({
  start,
  end,
}: {
  readonly start: bigint;
  readonly end: bigint;
}): TimeGrid {
  return { from: start, stepNs: end - start, points: 1 };
}

/** Returns the index of the point whose step contains a time; undefined if the time is outside the grid. */
export function pointOf({ from, stepNs, points }: TimeGrid, time: bigint): number | undefined {
  if (time <= from) {
    return undefined;
  }
  const point = Number((time - from - 1n) / stepNs);
  return point < points ? point : undefined;
}

export function timeOf({ from, stepNs }: TimeGrid, point: number): bigint {
  return from + BigInt(point + 1) * stepNs;
}

/** Returns the time of the last point. Spans that start later are not counted. */
export function endOf(grid: TimeGrid): bigint {
  return timeOf(grid, grid.points - 1);
}

/** Divides by a positive number and rounds up. */
function divideUp(dividend: bigint, divisor: bigint): bigint {
  const quotient = dividend / divisor;
  return dividend % divisor > 0n ? quotient + 1n : quotient;
}
