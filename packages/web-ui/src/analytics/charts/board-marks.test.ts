import {
  type BoardMarks,
  endBrush,
  leave,
  moveBy,
  noMarks,
  pointAt,
  toggleBrush,
} from './board-marks.js';

const keys = { last: 9, isExtending: false };
const withShift = { last: 9, isExtending: true };

describe('moveBy', () => {
  it('begins at the end it enters from, and stays inside', () => {
    expect(moveBy(noMarks, 1, keys)).toEqual({ current: 0 });
    expect(moveBy(noMarks, -1, keys)).toEqual({ current: 9 });
    expect(moveBy({ current: 9 }, 1, keys)).toEqual({ current: 9 });
  });

  it('extends a brush with Shift from where the cursor was, in both directions', () => {
    const first = moveBy({ current: 4 }, 1, withShift);
    expect(first.brush).toEqual([4, 5]);

    const back = moveBy(moveBy(first, -1, withShift), -1, withShift);
    expect(back).toEqual({ current: 3, anchor: 4, brush: [3, 4] });
  });

  it('clears a brush that does not follow', () => {
    expect(moveBy({ current: 2, brush: [2, 5] }, 1, keys)).toEqual({ current: 3 });
  });
});

describe('toggleBrush', () => {
  it('begins at the cursor, follows it, and stays when it ends', () => {
    const moved = moveBy(toggleBrush({ current: 2 }), 1, keys);
    expect(moved.brush).toEqual([2, 3]);

    const ended = toggleBrush(moved);
    expect(ended).toEqual({ current: 3, brush: [2, 3] });
    expect(pointAt(ended, 8).brush).toEqual([2, 3]);
  });

  it('begins at the first bucket without a cursor', () => {
    expect(toggleBrush(noMarks).brush).toEqual([0, 0]);
  });
});

describe('a drag', () => {
  const pressed: BoardMarks = { current: 3, anchor: 3 };

  it('leaves a brush from where it began to where it ended', () => {
    expect(endBrush(pointAt(pressed, 1), 1)).toEqual({ current: 1, brush: [1, 3] });
  });

  it('leaves no brush if it did not move', () => {
    expect(endBrush(pressed, 3)).toEqual({ current: 3 });
  });
});

describe('leave', () => {
  it('takes the cursor away and keeps the brush', () => {
    expect(leave({ current: 3, anchor: 1, brush: [1, 3] })).toEqual({ brush: [1, 3] });
    expect(leave({ current: 3 })).toEqual({});
  });
});
