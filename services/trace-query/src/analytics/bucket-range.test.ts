import { toBucketRange } from './bucket-range.js';

const MINUTE_NS = 60_000_000_000n;
const DAY = 1440;
const now = BigInt(Date.parse('2026-05-01T10:00:00Z')) * 1_000_000n;
const midnight = BigInt(Date.parse('2026-05-02T00:00:00Z')) * 1_000_000n;

function range(minutes: number, interval?: number) {
  return toBucketRange(
    { oldest: midnight - BigInt(minutes) * MINUTE_NS, newest: midnight, interval },
    now,
  );
}

describe('toBucketRange', () => {
  it('ends at the next UTC midnight; at midnight, at that of the next day', () => {
    const open = { oldest: undefined, newest: undefined, interval: undefined };

    expect(toBucketRange(open, now).newest).toBe(midnight);
    expect(toBucketRange(open, midnight).newest).toBe(midnight + 1440n * MINUTE_NS);
  });

  it('begins 30 days before its end when oldest is absent or not before it', () => {
    const begin = midnight - 43_200n * MINUTE_NS;
    const from = (oldest: bigint | undefined) =>
      toBucketRange({ oldest, newest: midnight, interval: undefined }, now).oldest;

    expect([from(undefined), from(midnight), from(midnight + 1n)]).toEqual([begin, begin, begin]);
    expect(from(midnight - 1n)).toBe(midnight - 1n);
  });

  it('is one bucket of whole minutes, rounded up, without an interval', () => {
    const oldest = midnight - 90n * MINUTE_NS - 1n;

    expect(toBucketRange({ oldest, newest: midnight, interval: undefined }, now)).toMatchObject({
      intervalMinutes: 91,
      bucketCount: 1,
    });
    expect(range(43_200)).toMatchObject({ intervalMinutes: 43_200, bucketCount: 1 });
  });

  it('takes no interval that is longer than 64-bit nanoseconds', () => {
    expect(range(60, 1e308)).toMatchObject({ intervalMinutes: 150_000_000, bucketCount: 1 });
    expect(range(60, 1e308).bucketNs).toBeLessThan(2n ** 63n);
  });

  it('takes the interval up to 1024 buckets, and then the first common one that stays below', () => {
    expect(range(1024, 1)).toMatchObject({ intervalMinutes: 1, bucketCount: 1024 });
    expect(range(1025, 1)).toMatchObject({ intervalMinutes: 5, bucketCount: 205 });
    expect(range(1025 * 7, 7)).toMatchObject({ intervalMinutes: 15, bucketCount: 479 });
    expect(range(DAY * 365, 60)).toMatchObject({ intervalMinutes: 720, bucketCount: 730 });
    expect(range(DAY * 365 * 100, 1)).toMatchObject({ bucketCount: expect.any(Number) });
    expect(range(DAY * 365 * 100, 1).bucketCount).toBeLessThanOrEqual(1024);
  });

  it('counts a last bucket that is cut short', () => {
    expect(range(130, 60)).toMatchObject({ intervalMinutes: 60, bucketCount: 3 });
  });
});
