import { restOfSum } from './unlisted-groups.js';

describe('restOfSum', () => {
  it('is the sum minus its parts, and 0 if only rounding differs', () => {
    expect(restOfSum(10, [4, null, 1])).toBe(5);
    expect(restOfSum(0.1 + 0.2, [0.3])).toBe(0);
  });
});
