import fc from 'fast-check';
import { clockOf, dayOf, readTime, writeTime } from './format-time.js';

describe('readTime and writeTime', () => {
  it('keep every nanosecond from 1900 to 2262', () => {
    const anyTime = fc.bigInt({ min: -2_208_988_800_000_000_000n, max: 2n ** 63n - 1n });
    fc.assert(
      fc.property(anyTime, (ns) => {
        expect(readTime(writeTime(ns))).toBe(ns);
      }),
    );
  });

  it('read a time without a fraction', () => {
    expect(readTime('1970-01-01T00:00:01Z')).toBe(1_000_000_000n);
  });

  it('refuse invalid times', () => {
    expect(() => readTime('yesterday')).toThrow("'yesterday' is no time.");
  });
});

describe('clockOf', () => {
  it('shows the time of day with milliseconds', () => {
    expect(clockOf(readTime('2026-11-22T10:41:06.565999999Z'), 'utc')).toEqual({
      seconds: '10:41:06',
      ms: '.565',
    });
  });
});

describe('dayOf', () => {
  it('shows the day before 1970 as well', () => {
    expect(dayOf(readTime('1969-12-31T23:59:59.999999999Z'), 'utc')).toBe('Wed 31 Dec 1969');
  });
});
