import { percentile } from './percentile.js';

describe('percentile', () => {
  it.each([
    [[10, 20], 0.5, 15],
    [[10, 20, 40], 0.75, 30],
    [[10, 20, 40], 1, 40],
    [[7], 0.95, 7],
    [[], 0.5, 0],
  ])('of %j at %d is %d', (values, p, expected) => {
    expect(percentile(Float64Array.from(values), p)).toBe(expected);
  });
});
