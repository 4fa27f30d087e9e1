import type { TimeRange } from './time-ranges.js';

const BUCKET_NS = 10_000_000_000n;

/** SQL for the bucket of ten seconds that the primary key of `spans` begins with after the project. */
export const bucket = `intDiv(toUnixTimestamp64Nano(start_time), ${BUCKET_NS})`;

/** Returns the first and the last bucket of a range. */
export function bucketsOf({ from, to }: TimeRange): readonly [first: bigint, last: bigint] {
  return [from / BUCKET_NS, to / BUCKET_NS];
}

/** Returns the earliest start in the bucket of a start. Division rounds toward 0, so bucket 0 is the longest. */
export function firstOfBucket(start: bigint): bigint {
  const index = start / BUCKET_NS;
  return index > 0n ? index * BUCKET_NS : (index - 1n) * BUCKET_NS + 1n;
}

/**
 * Returns SQL that orders rows of a project by their start and the given columns. The bucket comes first, so that
 * ClickHouse reads in the order of the table and stops at the limit.
 */
export function byStart(direction: 'ASC' | 'DESC', ...columns: readonly string[]): string {
  return [bucket, 'start_time', ...columns].map((column) => `${column} ${direction}`).join(', ');
}
