import { MAX_TIME_NS, MIN_TIME_NS } from '@spanhouse/span-schema';

/** A time range in ns since the Unix epoch. Both ends are inclusive. */
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

/** Maximum number of ranges in one condition. */
const MAX_RANGES = 64;

/**
 * Returns at most `maxRanges` ranges, in order, that cover the given ranges. If there are too many ranges, those with
 * the smallest gaps between them are joined.
 */
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

const BUCKET_NS = 10_000_000_000n;

/** SQL for the ten-second bucket of a row. In the primary key of `spans`, it follows the project. */
export const bucket = `intDiv(toUnixTimestamp64Nano(start_time), ${BUCKET_NS})`;

/** Returns the first and last buckets that overlap a range. */
export function bucketsOf({ from, to }: TimeRange): readonly [first: bigint, last: bigint] {
  return [from / BUCKET_NS, to / BUCKET_NS];
}

/**
 * Returns the earliest start in the same bucket as the given start. Division rounds toward 0, so bucket 0 is longer
 * than the others.
 */
export function firstOfBucket(start: bigint): bigint {
  const index = start / BUCKET_NS;
  return index > 0n ? index * BUCKET_NS : (index - 1n) * BUCKET_NS + 1n;
}

/**
 * Returns SQL that orders a project's rows by start and then by the given columns. The order begins with the bucket, so
 * that ClickHouse reads in the order of the table and stops at the limit.
 */
export function byStart(direction: 'ASC' | 'DESC', ...columns: readonly string[]): string {
  return [bucket, 'start_time', ...columns].map((column) => `${column} ${direction}`).join(', ');
}

/** SQL for the earliest possible start time of a span. */
export const firstTime = `toDateTime64(${MIN_TIME_NS / 1_000_000_000n}, 9, 'UTC')`;

/**
 * Returns an SQL condition that is true if the earliest time of an index entry exceeds its latest time. The times are
 * then unknown. Version 0.1.0 wrote such entries for blocks with times before and after 1970, and consumers of version
 * 0.1.0 may still write them.
 */
export function isRangeUnknown(entry = ''): string {
  return `${entry}min_start_time > ${entry}max_start_time`;
}

/**
 * Returns SQL for three values: the first and the last start of the spans in grouped entries, in ns since the Unix
 * epoch, and a flag that is set if the times are unknown. `toStartRange` decodes these values.
 */
export function startRange(entry = ''): string {
  return `toUnixTimestamp64Nano(min(${entry}min_start_time)), toUnixTimestamp64Nano(max(${entry}max_start_time)), max(${isRangeUnknown(entry)})`;
}

/** Decodes the values of `startRange` into a range that contains the starts of all spans. */
export function toStartRange([from = 0n, to = 0n, isUnknown = 0n]: readonly bigint[]): TimeRange {
  return isUnknown === 0n ? { from, to } : { from: MIN_TIME_NS, to: MAX_TIME_NS };
}

/** Returns SQL for a lower bound of the start times in grouped entries, in ns since the Unix epoch. */
export function firstStart(entry = ''): string {
  return `min(if(${isRangeUnknown(entry)}, toInt64(${MIN_TIME_NS}), toUnixTimestamp64Nano(${entry}min_start_time)))`;
}

/** Returns SQL for an upper bound of the start times in grouped entries, in ns since the Unix epoch. */
export function lastStart(entry = ''): string {
  return `max(if(${isRangeUnknown(entry)}, toInt64(${MAX_TIME_NS}), toUnixTimestamp64Nano(${entry}max_start_time)))`;
}
