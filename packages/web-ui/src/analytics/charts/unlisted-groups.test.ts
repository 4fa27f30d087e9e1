import { restOf, restOfSum } from './unlisted-groups.js';

describe('restOfSum', () => {
  it('is the sum minus its parts, and 0 if only rounding differs', () => {
    expect(restOfSum(10, [4, null, 1])).toBe(5);
    expect(restOfSum(0.1 + 0.2, [0.3])).toBe(0);
  });
});

describe('restOf', () => {
  it('subtracts additive measures, and has no percentiles', () => {
    const total = { count: 9, failed: 2, duration: { p95: 4 }, costs: { sum: 1 } };
    const listed = [{ count: 5, failed: 2, duration: { p95: 3 }, costs: { sum: 0.25 } }];

    expect(restOf(total, listed)).toEqual({
      count: 4,
      failed: 0,
      tokens: { sum: 0 },
      costs: { sum: 0.75 },
    });
  });
});
