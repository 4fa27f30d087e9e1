import { toggleFold, unfoldTo } from './folded-rows.js';

describe('unfoldTo', () => {
  it('unfolds the ancestors of a span and nothing else', () => {
    const parent = Int32Array.from([-1, 0, 1, 0]);

    expect(unfoldTo(new Set([0, 1, 2, 3]), 2, parent)).toEqual(new Set([2, 3]));
  });
});

describe('toggleFold', () => {
  it('folds and unfolds', () => {
    expect([toggleFold(new Set([1]), 2), toggleFold(new Set([1, 2]), 2)]).toEqual([
      new Set([1, 2]),
      new Set([1]),
    ]);
  });
});
