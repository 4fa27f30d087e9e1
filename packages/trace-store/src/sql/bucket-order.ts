import type { TimeRange } from './time-ranges.js';

const BUCKET_NS = 10_000_000_000n;
const MAX_TIME_NS = 9_223_372_036_854_775_807n;

/** SQL: the bucket of ten seconds by which the table `spans` is sorted, as its primary key defines it. */
export const bucket = `intDiv(toUnixTimestamp64Nano(start_time), ${BUCKET_NS})`;

/** Returns the first and the last bucket of a range. */
export function bucketsOf({ from, to }: TimeRange): readonly [first: bigint, last: bigint] {
  return [from / BUCKET_NS, to / BUCKET_NS];
}

/** Returns a range that contains the starts of a bucket. A division rounds to 0, whose bucket is the longest. */
export function rangeOfBucket(index: bigint): TimeRange {
  const start = index * BUCKET_NS;
  const to = index < 0n ? start : start + BUCKET_NS - 1n;
  return {
    from: index > 0n ? start : start - BUCKET_NS + 1n,
    to: to < MAX_TIME_NS ? to : MAX_TIME_NS,
  };
}

/**
 * SQL: orders rows of a project by their start and the given columns. The bucket comes first, so that ClickHouse
 * reads in the order of the table and stops at the limit.
 */
export function byStart(direction: 'ASC' | 'DESC', ...columns: readonly string[]): string {
  return [bucket, 'start_time', ...columns].map((column) => `${column} ${direction}`).join(', ');
}
