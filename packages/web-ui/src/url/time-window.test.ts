import fc from 'fast-check';
import { writeTime } from '../parts/values/format-time.js';
import {
  boundsOf,
  fixedWindow,
  nameTimeWindow,
  readTimeWindow,
  type TimeWindow,
  writeTimeWindow,
} from './time-window.js';

const NOW = 1_700_000_000_123_456_789n;

const anyWindow: fc.Arbitrary<TimeWindow> = fc.oneof(
  fc.constant({ kind: 'all' } as const),
  fc.record({
    kind: fc.constant('last' as const),
    amount: fc.integer({ min: 1, max: 99_999 }),
    unit: fc.constantFrom('m', 'h', 'd'),
  }),
  fc
    .tuple(fc.bigInt({ min: 0n, max: 2n ** 62n }), fc.bigInt({ min: 1n, max: 2n ** 40n }))
    .map(([oldest, length]) => ({ kind: 'between' as const, oldest, newest: oldest + length })),
);

describe('readTimeWindow', () => {
  it('reads what writeTimeWindow writes', () => {
    fc.assert(
      fc.property(anyWindow, (window) => {
        expect(readTimeWindow(writeTimeWindow(window))).toEqual(window);
      }),
    );
  });

  it.each(['', '0h', '24', '24x', '-1h', 'yesterday..today', '100000d'])('refuses %j', (text) => {
    expect(readTimeWindow(text)).toBeUndefined();
  });

  it('refuses bounds in the wrong order', () => {
    expect(readTimeWindow(`${writeTime(2n)}..${writeTime(1n)}`)).toBeUndefined();
  });
});

describe('boundsOf', () => {
  it('moves a relative window with the time', () => {
    expect(boundsOf({ kind: 'last', amount: 15, unit: 'm' }, NOW)).toEqual({
      oldest: writeTime(NOW - 900_000_000_000n),
    });
  });

  it('leaves everything open for all time', () => {
    expect(boundsOf({ kind: 'all' }, NOW)).toEqual({});
  });
});

describe('fixedWindow', () => {
  it('gives a relative window bounds to the nanosecond', () => {
    const fixed = fixedWindow({ kind: 'last', amount: 24, unit: 'h' }, NOW);

    expect(fixed).toEqual({ kind: 'between', oldest: NOW - 86_400_000_000_000n, newest: NOW });
  });
});

describe('nameTimeWindow', () => {
  it('names a relative window', () => {
    expect(nameTimeWindow({ kind: 'last', amount: 24, unit: 'h' })).toBe('Last 24 h');
  });
});
