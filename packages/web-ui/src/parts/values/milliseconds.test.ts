import fc from 'fast-check';
import { toIso, toMs } from './format-time.js';

describe('toMs', () => {
  it('reads what toIso writes, to the millisecond', () => {
    fc.assert(
      fc.property(fc.integer({ min: -2e12, max: 9e12 }), (ms) => {
        expect(toMs(toIso(ms))).toBe(ms);
      }),
    );
  });

  it('does not round up to the next millisecond', () => {
    expect(toMs('2026-05-01T10:00:00.123999999Z') % 1000).toBe(123);
  });
});
