import fc from 'fast-check';
import type { AggregateAnswer } from '../../api/aggregate.js';
import { parseFilterText } from '../../filter-bar/parse-filter-text.js';
import { writeFilterText } from '../../filter-bar/write-filter-text.js';
import { toIso } from '../../parts/values/format-time.js';
import { countBox, toHeatGrid } from './heat-grid.js';
import { boxOfFilter, filterOfBox } from './heat-selection.js';

const fromMs = Date.parse('2026-05-01T00:00:00Z');
const HOUR = 3_600_000;
const range = { from: fromMs, to: fromMs + 4 * HOUR };

/** An answer with one span of 1 to 10 ms in the second hour, and two spans of 100 to 1,000 ms in the last hour. */
const answer: AggregateAnswer = {
  accuracy: 'exact',
  interval_ms: HOUR,
  total: {},
  value: { min: 1, max: 1000, outside: 5 },
  rows: [
    { time: toIso(fromMs + HOUR), value: [1, 10], count: 1, failed: 1 },
    { time: toIso(fromMs + 3 * HOUR), value: [100.00000001, 1000], count: 2, failed: 0 },
  ],
};

function gridOf(given: AggregateAnswer) {
  const grid = toHeatGrid(given, range, 3);
  if (grid === undefined) {
    throw new Error('The answer has no spans.');
  }
  return grid;
}

describe('toHeatGrid', () => {
  it('puts each count into the cell of its time and duration', () => {
    const grid = gridOf(answer);

    expect([grid.columns, grid.rows, grid.highest, grid.outside]).toEqual([4, 3, 2, 5]);
    expect(grid.counts).toEqual([0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 2]);
    expect(grid.failed.indexOf(1)).toBe(3);
    expect(grid.edges.map((edge) => Math.round(edge))).toEqual([1, 10, 100, 1000]);
    expect(countBox(grid, { columns: [0, 3], rows: [0, 2] })).toEqual({ count: 3, failed: 1 });
  });

  it('has one row when all durations are equal, and no grid without spans', () => {
    const equal = { ...answer, value: { min: 7, max: 7, outside: 0 } };

    expect(gridOf(equal).rows).toBe(1);
    expect(toHeatGrid({ ...answer, rows: [] }, range, 3)).toBeUndefined();
  });
});

describe('a box', () => {
  it('is found again in the text of its filter', () => {
    const grid = gridOf(answer);
    const pair = (limit: number) =>
      fc
        .tuple(fc.nat(limit), fc.nat(limit))
        .map(([one, other]) => (one < other ? ([one, other] as const) : ([other, one] as const)));
    fc.assert(
      fc.property(pair(3), pair(2), (columns, rows) => {
        const box = { columns, rows };
        const text = writeFilterText(filterOfBox(grid, box));

        expect(boxOfFilter(grid, parseFilterText(text))).toEqual(box);
      }),
    );
  });

  it('is not found in another filter', () => {
    expect(boxOfFilter(gridOf(answer), parseFilterText('status:error'))).toBeUndefined();
    expect(boxOfFilter(gridOf(answer), undefined)).toBeUndefined();
  });
});
