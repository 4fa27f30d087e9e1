import { bucketAt, bucketCount, bucketStart, highest } from './paint-chart.js';

const buckets = { from: 1000, to: 1950, intervalMs: 100 };

describe('the buckets of a range', () => {
  it('cover the whole range, the last one only its rest', () => {
    expect(bucketCount(buckets)).toBe(10);
    expect([1000, 1099, 1100, 1949].map((time) => bucketAt(buckets, time))).toEqual([0, 0, 1, 9]);
    expect([bucketStart(buckets, 9), bucketStart(buckets, 10)]).toEqual([1900, 1950]);
  });

  it('hold no time outside it', () => {
    expect([999, 2000].map((time) => bucketAt(buckets, time))).toEqual([-1, -1]);
  });
});

describe('highest', () => {
  const series = [
    { name: 'a', colour: '--a', values: [1, null, 5] },
    { name: 'b', colour: '--b', values: [6, 2, 1] },
  ];

  it('adds bars up, and compares lines', () => {
    expect([highest(series, 'bars'), highest(series, 'lines')]).toEqual([7, 6]);
  });

  it('is 0 without values', () => {
    expect(highest([], 'bars')).toBe(0);
  });
});
