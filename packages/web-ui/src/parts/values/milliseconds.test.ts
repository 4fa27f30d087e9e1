import fc from 'fast-check';
import { isoOf, msOf } from './format-time.js';

describe('msOf', () => {
  it('reads what isoOf writes, to the millisecond', () => {
    fc.assert(
      fc.property(fc.integer({ min: -2e12, max: 9e12 }), (ms) => {
        expect(msOf(isoOf(ms))).toBe(ms);
      }),
    );
  });

  it('does not round up to the next millisecond', () => {
    expect(msOf('2026-05-01T10:00:00.123999999Z') % 1000).toBe(123);
  });
});
