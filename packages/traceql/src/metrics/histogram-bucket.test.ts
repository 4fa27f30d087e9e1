import { histogramBucket } from './histogram-bucket.js';

describe('histogramBucket', () => {
  it.each([
    [-5, 1],
    [0, 1],
    [1, 1],
    [1.5, 2],
    [2, 2],
    [3, 4],
    [4, 4],
    [500_000_000, 536_870_912],
    [536_870_912, 536_870_912],
    [536_870_913, 1_073_741_824],
    [2 ** 52 + 1, 2 ** 53],
    [0.001, 1],
  ])('of %d ends at %d', (value, bound) => {
    expect(histogramBucket(value)).toBe(bound);
  });
});
