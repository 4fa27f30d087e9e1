import { toBucketRange } from './bucket-range.js';

const MINUTE_NS = 60_000_000_000n;
const DAY = 1440;
const NOW = BigInt(Date.parse('2026-05-01T10:00:00Z')) * 1_000_000n;
const MIDNIGHT = BigInt(Date.parse('2026-05-02T00:00:00Z')) * 1_000_000n;
const range = (minutes: number, interval?: number) =>
  toBucketRange(
    { oldest: MIDNIGHT - BigInt(minutes) * MINUTE_NS, newest: MIDNIGHT, interval },
    NOW,
  );

describe('toBucketRange', () => {
  it('ends at the next UTC midnight, and that of the day after when it is midnight', () => {
    const open = { oldest: undefined, newest: undefined, interval: undefined };

    expect(toBucketRange(open, NOW).newest).toBe(MIDNIGHT);
    expect(toBucketRange(open, MIDNIGHT).newest).toBe(MIDNIGHT + 1440n * MINUTE_NS);
  });

  it('begins 30 days before its end when oldest is absent or not before it', () => {
    const begin = MIDNIGHT - 43_200n * MINUTE_NS;
    const from = (oldest: bigint | undefined) =>
      toBucketRange({ oldest, newest: MIDNIGHT, interval: undefined }, NOW).oldest;

    expect([from(undefined), from(MIDNIGHT), from(MIDNIGHT + 1n)]).toEqual([begin, begin, begin]);
    expect(from(MIDNIGHT - 1n)).toBe(MIDNIGHT - 1n);
  });

  it('is one bucket of whole minutes, rounded up, without an interval', () => {
    const oldest = MIDNIGHT - 90n * MINUTE_NS - 1n;

    expect(toBucketRange({ oldest, newest: MIDNIGHT, interval: undefined }, NOW)).toMatchObject({
      intervalMinutes: 91,
      bucketCount: 1,
    });
    expect(range(43_200)).toMatchObject({ intervalMinutes: 43_200, bucketCount: 1 });
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
