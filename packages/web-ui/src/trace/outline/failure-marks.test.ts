import { anOutline } from '../../testing/an-outline.js';
import { failureMarks } from './complete-outline.js';
import { STATUS_ERROR } from './outline.js';

const { none, origin, propagated } = failureMarks;

function marksOf(spans: readonly (readonly [parent: number, start: number, isFailed: boolean])[]) {
  const rows = spans.map(([parent, start, isFailed]) => ({
    parent,
    start,
    status: isFailed ? STATUS_ERROR : 0,
  }));
  return [...anOutline(rows).marks];
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
