import { writeMoment } from './write-moment.js';

const buckets = {
  from: Date.parse('2026-05-01T22:00:00Z'),
  to: Date.parse('2026-05-02T04:00:00Z'),
  intervalMs: 1_800_000,
};

describe('writeMoment', () => {
  it('writes the start of one bucket, and the start and end of several', () => {
    const ranges = [
      [1, 1],
      [0, 2],
      [0, 11],
    ] as const;

    expect(ranges.map((range) => writeMoment(range, buckets, 'utc'))).toEqual([
      '1 May 22:30',
      '1 May 22:00 to 23:30',
      '1 May 22:00 to 2 May 04:00',
    ]);
  });
});
