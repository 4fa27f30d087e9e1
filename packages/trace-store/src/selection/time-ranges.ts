/** A range of times in ns since the Unix epoch. Both ends are inclusive. */
export interface TimeRange {
  readonly from: bigint;
  readonly to: bigint;
}

export function later(left: bigint, right: bigint): bigint {
  return left > right ? left : right;
}

export function earlier(left: bigint, right: bigint): bigint {
  return left < right ? left : right;
}

/** Maximum number of ranges in one condition of a statement. */
const MAX_RANGES = 64;

/** Covers ranges with at most `maxRanges` ordered ranges. The smallest gaps between the ranges are closed. */
export function coverRanges(
  ranges: readonly TimeRange[],
  maxRanges = MAX_RANGES,
): readonly TimeRange[] {
  const ordered = ranges.toSorted((left, right) => (left.from < right.from ? -1 : 1));
  const joined = join(ordered, 0n);
  if (joined.length <= maxRanges) {
    return joined;
  }
  const gaps = joined.slice(1).map(({ from }, index) => from - (joined[index]?.to ?? from));
  const widest = gaps.toSorted((left, right) => (left > right ? -1 : 1));
  return join(joined, widest[maxRanges - 1] ?? 0n);
}

/** Joins adjacent ranges that overlap or are at most `gap` apart. */
function join(ordered: readonly TimeRange[], gap: bigint): TimeRange[] {
  const joined: TimeRange[] = [];
  for (const range of ordered) {
    const last = joined.at(-1);
    if (last !== undefined && range.from - last.to <= gap) {
      const isInside = range.to <= last.to;
      joined[joined.length - 1] = isInside ? last : { from: last.from, to: range.to };
    } else {
      joined.push({ from: range.from, to: range.to });
    }
  }
  return joined;
}
