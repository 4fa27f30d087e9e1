import { formatTimestamp, type Windowing } from '@spanhouse/span-schema';
import { MAX_BUCKETS } from '@spanhouse/span-schema/api';

/**
 * A time range that is divided into buckets. It includes `oldest`, where the first bucket begins, and excludes
 * `newest`. Times are in ns since the Unix epoch.
 */
export interface BucketRange {
  readonly oldest: bigint;
  readonly newest: bigint;
  readonly intervalMinutes: number;
  readonly bucketNs: bigint;
  readonly bucketCount: number;
}

const NS_PER_MINUTE = 60_000_000_000n;
const NS_PER_DAY = 1440n * NS_PER_MINUTE;
const DEFAULT_RANGE_NS = 30n * NS_PER_DAY;
/** Longest interval in minutes, which is 285 years. A longer interval in ns exceeds 64 bits. */
const LONGEST_INTERVAL = 150_000_000;
const HOUR = 60;
const DAY = 24 * HOUR;
/**
 * Bucket lengths in minutes. If the requested length results in too many buckets, the first suitable length in this
 * list is used.
 */
const intervals = [
  1,
  5,
  15,
  30,
  HOUR,
  3 * HOUR,
  6 * HOUR,
  12 * HOUR,
  DAY,
  3 * DAY,
  7 * DAY,
  14 * DAY,
  30 * DAY,
];

/**
 * Fills in the defaults of a range, and chooses a bucket length that results in at most 1024 buckets; see
 * docs/api/analytics.md.
 */
export function toBucketRange(
  windowing: Pick<Windowing, 'oldest' | 'newest' | 'interval'>,
  nowNs: bigint,
): BucketRange {
  const { oldest, newest } = toRange(windowing, nowNs);
  const rangeNs = newest - oldest;
  const intervalMinutes = chooseInterval(windowing.interval, rangeNs);
  const bucketNs = BigInt(intervalMinutes) * NS_PER_MINUTE;
  const bucketCount = Number(divideUp(rangeNs, bucketNs));
  return { oldest, newest, intervalMinutes, bucketNs, bucketCount };
}

/** Fills in the defaults of a range: the end is the next midnight UTC, and the start is 30 days before the end. */
export function toRange(
  windowing: Pick<Partial<Windowing>, 'oldest' | 'newest'>,
  nowNs: bigint,
): Pick<BucketRange, 'oldest' | 'newest'> {
  const newest = windowing.newest ?? (nowNs / NS_PER_DAY + 1n) * NS_PER_DAY;
  const isOrdered = windowing.oldest !== undefined && windowing.oldest < newest;
  const oldest = isOrdered ? (windowing.oldest ?? newest) : newest - DEFAULT_RANGE_NS;
  return { oldest, newest };
}

/** Returns the start of a bucket and the bucket length in minutes, in the format of answers. */
export function showBucket({ oldest, bucketNs, intervalMinutes }: BucketRange, index: number) {
  const timestamp = formatTimestamp(oldest + BigInt(index) * bucketNs);
  return { timestamp, interval: intervalMinutes };
}

/** Chooses a bucket length in minutes. If the request has no length, one bucket covers the whole range. */
function chooseInterval(requested: number | undefined, rangeNs: bigint): number {
  const whole = Number(divideUp(rangeNs, NS_PER_MINUTE));
  if (requested === undefined) {
    return whole;
  }
  const asked = Math.min(requested, LONGEST_INTERVAL);
  const fits = (minutes: number) =>
    divideUp(rangeNs, BigInt(minutes) * NS_PER_MINUTE) <= MAX_BUCKETS;
  // If the range covers centuries, even the longest interval in the list is too short; the last candidate always fits.
  const tried = [asked, ...intervals, Math.ceil(whole / MAX_BUCKETS)];
  return tried.find(fits) ?? whole;
}

/** Divides a non-negative number and rounds the result up. */
export function divideUp(dividend: bigint, divisor: bigint): bigint {
  return (dividend + divisor - 1n) / divisor;
}
