import fc from 'fast-check';
import { anyTimeNs } from '../testing/any-span.js';
import { clampTime, formatTimestamp, parseTimestamp, timestampUnit } from './timestamp.js';

const MAY_FIRST = 1_777_629_600_000_000_000n;

describe('parseTimestamp', () => {
  it.each([
    ['2026-05-01T10:00:00Z', MAY_FIRST],
    ['2026-05-01T10:00:00', MAY_FIRST],
    ['2026-05-01 10:00:00', MAY_FIRST],
    ['2026-05-01t10:00:00z', MAY_FIRST],
    ['2026-05-01T10:00Z', MAY_FIRST],
    ['2026-05-01T12:00:00+02:00', MAY_FIRST],
    ['2026-05-01T12:00:00+0200', MAY_FIRST],
    ['2026-05-01T12:00:00+02', MAY_FIRST],
    ['2026-05-01T04:30:00-05:30', MAY_FIRST],
    ['2026-05-01T10:00:00.5Z', MAY_FIRST + 500_000_000n],
    ['2026-05-01T10:00:00.000000001Z', MAY_FIRST + 1n],
    ['2026-05-01T10:00:00.0000000019Z', MAY_FIRST + 1n],
    ['2026-05-01T10:00:00.123456789+00:00', MAY_FIRST + 123_456_789n],
    ['2026-05-01', MAY_FIRST - 36_000_000_000_000n],
    ['2024-02-29T00:00:00Z', 1_709_164_800_000_000_000n],
    [1_777_629_600, MAY_FIRST],
    [1_777_629_600_250, MAY_FIRST + 250_000_000n],
    [1_777_629_600_000_001, MAY_FIRST + 1000n],
    [1_777_629_600_000_000_001n, MAY_FIRST + 1n],
    [1_670_000_000.5, 1_670_000_000_500_000_000n],
    [1_670_000_000.123457, 1_670_000_000_123_457_000n],
    [0.5, 500_000_000n],
    [-1.5, -1_500_000_000n],
    [1e-7, 100n],
    ['1777629600', MAY_FIRST],
    ['1777629600250', MAY_FIRST + 250_000_000n],
    ['1777629600000000001', MAY_FIRST + 1n],
    ['1670000000.123456789', 1_670_000_000_123_456_789n],
    ['1.7776296e9', MAY_FIRST],
    ['1900-01-01', -2_208_988_800_000_000_000n],
    ['2262-04-11T23:47:16.854775807Z', 2n ** 63n - 1n],
  ])('reads %p', (value, expected) => {
    expect(parseTimestamp(value)).toBe(expected);
  });

  it.each([
    [''],
    ['yesterday'],
    ['2026-13-01T00:00:00Z'],
    ['2026-02-29T00:00:00Z'],
    ['2026-05-32'],
    ['2026-05-01T24:00:00Z'],
    ['2026-05-01T10:60:00Z'],
    ['2026-05-01T10:00:60Z'],
    ['2026-05-01T10:00:00.Z'],
    ['2026-05-01T10:00:00+24:00'],
    ['2026-05-01T10:00:00Z '],
    ['2026-05-01X10:00:00Z'],
    ['20260501'],
    ['1899-12-31T23:59:59.999999999Z'],
    ['1900-01-01T00:00:00+00:01'],
    ['2262-04-11T23:47:16.854775808Z'],
    ['٢٠٢٦-05-01'],
    [177_762_960],
    [17_776_296_001],
    [177_762_960_025],
    ['01777629600'],
    [10n ** 19n],
    [0],
    [Number.MAX_VALUE],
    [9_999_999_999.5],
    [null],
    [true],
    [undefined],
  ])('refuses %p', (value) => {
    expect(parseTimestamp(value)).toBeUndefined();
  });

  it('agrees with Date.parse on milliseconds', () => {
    const anyMs = fc.integer({ min: -2_208_988_800_000, max: 9_223_372_036_854 });

    fc.assert(
      fc.property(anyMs, (ms) => {
        expect(parseTimestamp(new Date(ms).toISOString())).toBe(BigInt(ms) * 1_000_000n);
      }),
    );
  });
});

describe('formatTimestamp', () => {
  it.each([
    [1_670_000_000_000_000_000n, '2022-12-02T16:53:20Z'],
    [1_776_363_498_491_929_000n, '2026-04-16T18:18:18.491929Z'],
    [1_776_363_498_491_929_004n, '2026-04-16T18:18:18.491929004Z'],
    [1_777_629_600_500_000_000n, '2026-05-01T10:00:00.500000Z'],
    [-1n, '1969-12-31T23:59:59.999999999Z'],
    [0n, '1970-01-01T00:00:00Z'],
  ])('prints %p', (timeNs, expected) => {
    expect(formatTimestamp(timeNs)).toBe(expected);
  });

  it('prints a text that parseTimestamp reads back, over the whole range', () => {
    fc.assert(
      fc.property(anyTimeNs(), (timeNs) => {
        expect(parseTimestamp(formatTimestamp(timeNs))).toBe(timeNs);
      }),
    );
  });

  it('prints the date and time that Date prints', () => {
    fc.assert(
      fc.property(anyTimeNs(), (timeNs) => {
        const ms = timeNs / 1_000_000n - (timeNs % 1_000_000n < 0n ? 1n : 0n);

        expect(formatTimestamp(timeNs).slice(0, 19)).toBe(
          new Date(Number(ms)).toISOString().slice(0, 19),
        );
      }),
    );
  });
});

describe('timestampUnit', () => {
  it.each([
    ['2026-05-01T10:00:00Z', 1_000_000_000n],
    ['2026-05-01', 1_000_000_000n],
    ['2026-05-01T10:00:00.250+02:00', 1_000_000n],
    ['2026-05-01 10:00:00,000001', 1000n],
    ['2026-05-01T10:00:00.123456789123Z', 1n],
    [1_777_629_600, 1_000_000_000n],
    [1_777_629_600_250, 1_000_000n],
    ['1777629600250000001', 1n],
    [1_777_629_600.25, 10_000_000n],
  ])('returns the precision with which %j is written', (value, unit) => {
    expect(timestampUnit(value)).toBe(unit);
  });
});

describe('clampTime', () => {
  it('returns the nearest time that is accepted', () => {
    const anyInteger = fc.bigInt({ min: -(2n ** 70n), max: 2n ** 70n });
    fc.assert(
      fc.property(fc.oneof(anyTimeNs(), anyInteger), (timeNs) => {
        const clamped = clampTime(timeNs);
        const isAccepted = (ns: bigint) => parseTimestamp(formatTimestamp(ns)) === ns;

        expect(isAccepted(clamped)).toBe(true);
        expect(clamped === timeNs || !isAccepted(clamped + (timeNs > clamped ? 1n : -1n))).toBe(
          true,
        );
      }),
    );
  });
});
