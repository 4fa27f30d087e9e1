import { failurePosition, nextFailure } from './next-failure.js';

describe('nextFailure', () => {
  it('goes to the next failed span, and from the last one to the first', () => {
    const outline = { status: Uint8Array.of(0, 2, 1, 2) };

    expect([0, 1, 3].map((after) => nextFailure(outline, after))).toEqual([1, 3, 1]);
  });

  it('finds nothing where nothing failed', () => {
    expect(nextFailure({ status: Uint8Array.of(0, 1) }, 0)).toBeUndefined();
  });
});

describe('failurePosition', () => {
  const status = Uint8Array.from([0, 2, 1, 2]);

  it('names the position of the selected span among the failed ones', () => {
    expect([1, 3, 0].map((selected) => failurePosition({ status }, selected))).toEqual([
      'Error 1 of 2',
      'Error 2 of 2',
      'Next of 2 errors',
    ]);
  });
});
