import { failureMarks, markFailures } from './failure-marks.js';

const { none, origin, propagated } = failureMarks;

function marksOf(spans: readonly (readonly [parent: number, start: number, isFailed: boolean])[]) {
  return [
    ...markFailures({
      parent: Int32Array.from(spans, ([parent]) => parent),
      start: Float64Array.from(spans, ([, start]) => start),
      status: Uint8Array.from(spans, ([, , isFailed]) => (isFailed ? 2 : 0)),
    }),
  ];
}

describe('markFailures', () => {
  it('marks the first failed leaf, and the failed spans above it', () => {
    const marks = marksOf([
      [-1, 0, true],
      [0, 1, false],
      [1, 5, true],
      [0, 2, true],
      [3, 3, true],
    ]);

    expect(marks).toEqual([propagated, none, none, propagated, origin]);
  });

  it('marks one origin below each root', () => {
    const marks = marksOf([
      [-1, 0, true],
      [-1, 1, false],
      [1, 2, true],
    ]);

    expect(marks).toEqual([origin, none, origin]);
  });

  it('marks nothing where nothing failed', () => {
    expect(marksOf([[-1, 0, false]])).toEqual([none]);
  });
});
