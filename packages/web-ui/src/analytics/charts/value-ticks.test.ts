import fc from 'fast-check';
import { valueTicks } from './value-ticks.js';

describe('valueTicks', () => {
  it('names round values up to at least the highest one', () => {
    expect(valueTicks(4)).toEqual([0, 1, 2, 3, 4]);
    expect(valueTicks(37)).toEqual([0, 10, 20, 30, 40]);
    expect(valueTicks(900)).toEqual([0, 500, 1000]);
  });

  it('names whole minutes and hours of long durations', () => {
    expect(valueTicks(100_000, true)).toEqual([0, 30_000, 60_000, 90_000, 120_000]);
  });

  it('has an axis where everything is 0', () => {
    expect(valueTicks(0)).toEqual([0, 1]);
  });

  it('returns two to five values, the last at least the highest and at most twice as high', () => {
    const highest = fc.double({ min: 1e-6, max: 1e12, noNaN: true });
    fc.assert(
      fc.property(highest, fc.boolean(), (most, areDurations) => {
        const ticks = valueTicks(most, areDurations);
        const top = ticks.at(-1) ?? 0;

        expect(ticks.length).toBeGreaterThanOrEqual(2);
        expect(ticks.length).toBeLessThanOrEqual(5);
        expect(top).toBeGreaterThanOrEqual(most * (1 - 1e-9));
        expect(top).toBeLessThanOrEqual(most * 2);
      }),
    );
  });
});
