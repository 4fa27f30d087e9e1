import fc from 'fast-check';
import { type RowLayout, rowsIn, rowsWith, topOfRow, topToShow } from './row-layout.js';

const anyLayout = fc
  .record({ count: fc.integer({ min: 1, max: 200 }), height: fc.integer({ min: 20, max: 40 }) })
  .chain((layout) => {
    const index = fc.nat(layout.count - 1);
    const opened = fc.record({ index, height: fc.nat(300) });
    return fc.option(opened, { nil: undefined }).map((each) => ({ ...layout, opened: each }));
  });

const anyView = fc.record({ top: fc.nat(9000), height: fc.integer({ min: 50, max: 1200 }) });

/** Returns the rows that overlap the space between two vertical positions. */
function rowsBetween(layout: RowLayout, from: number, to: number): readonly number[] {
  return Array.from({ length: layout.count }, (_, index) => index).filter(
    (index) => topOfRow(layout, index) <= to && topOfRow(layout, index + 1) > from,
  );
}

describe('rowsIn', () => {
  it('contains every row that a view touches, and otherwise only rows near the view', () => {
    fc.assert(
      fc.property(anyLayout, anyView, fc.nat(9), (layout, view, overscan) => {
        const { first, end } = rowsIn(layout, view, overscan);
        const margin = (overscan + 1) * layout.height + (layout.opened?.height ?? 0);
        const touching = rowsBetween(layout, view.top, view.top + view.height);
        const near = rowsBetween(layout, view.top - margin, view.top + view.height + margin);

        expect(touching.filter((index) => index < first || index >= end)).toEqual([]);
        expect(near.filter((index) => index >= first && index < end)).toHaveLength(end - first);
      }),
    );
  });

  it('is empty for a list without rows', () => {
    expect(rowsIn({ count: 0, height: 28 }, { top: 0, height: 900 }, 8)).toEqual({
      first: 0,
      end: 0,
    });
  });
});

describe('rowsWith', () => {
  it.each([
    [-1, [5, 6, 7]],
    [2, [2, 5, 6, 7]],
    [5, [5, 6, 7]],
    [7, [5, 6, 7]],
    [8, [5, 6, 7, 8]],
  ])('has the rows of a range in order, and row %i', (kept, rows) => {
    expect(rowsWith({ first: 5, end: 8 }, kept)).toEqual(rows);
  });
});

describe('topToShow', () => {
  const layout = { count: 100, height: 28 };

  it.each([
    [0, 0],
    [1, 28],
    [12, 280],
    [30, 588],
    [99, 2520],
  ])('moves a view no further than it takes to show row %i', (index, top) => {
    expect(topToShow(layout, { top: 280, height: 280 }, index)).toBe(top);
  });
});
