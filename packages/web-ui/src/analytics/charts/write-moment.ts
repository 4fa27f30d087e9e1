import { bucketStart, type TimeBuckets } from '../../parts/chart/paint-chart.js';
import { clockOf, shortDayOf, type TimeZone } from '../../parts/values/format-time.js';

const NS_PER_MS = 1_000_000n;

/**
 * Formats the time of one or more buckets: `1 May 10:30`, or `1 May 10:30 to 12:00`. Buckets last a whole number of
 * minutes.
 */
export function writeMoment(
  [first, last]: readonly [number, number],
  buckets: TimeBuckets,
  zone: TimeZone,
): string {
  const [start, end] = [bucketStart(buckets, first), bucketStart(buckets, last + 1)].map((ms) => {
    const ns = BigInt(ms) * NS_PER_MS;
    return { day: shortDayOf(ns, zone), minutes: clockOf(ns, zone).seconds.slice(0, -3) };
  });
  if (start === undefined || end === undefined || first === last) {
    return `${start?.day} ${start?.minutes}`;
  }
  const endDay = end.day === start.day ? '' : `${end.day} `;
  return `${start.day} ${start.minutes} to ${endDay}${end.minutes}`;
}
