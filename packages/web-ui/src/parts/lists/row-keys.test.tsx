import fc from 'fast-check';
import { moveKeys, type RowKeys } from './row-grid.js';
import { rowsWith } from './row-layout.js';

const none: RowKeys = { rows: [], keys: [], next: 0 };

const anyRange = fc
  .record({ first: fc.nat(60), count: fc.nat(20) })
  .map(({ first, count }) => ({ first, end: first + count }));
const anyMoves = fc.array(
  fc.record({ range: anyRange, kept: fc.option(fc.nat(80), { nil: undefined }) }),
);

function keyOf({ rows, keys }: RowKeys, row: number): number | undefined {
  return keys[rows.indexOf(row)];
}

describe('moveKeys', () => {
  it('gives each row of a range, and the kept one, a key of its own', () => {
    fc.assert(
      fc.property(anyMoves, (moves) => {
        let keys = none;
        for (const { range, kept } of moves) {
          keys = moveKeys(keys, range, kept);

          expect(keys.rows).toEqual(rowsWith(range, kept ?? -1));
          expect(keys.keys).toHaveLength(keys.rows.length);
          expect(new Set(keys.keys).size).toBe(keys.keys.length);
        }
      }),
    );
  });

  it('keeps the element of the row that may have the focus, between the same elements', () => {
    fc.assert(
      fc.property(anyRange, fc.array(anyRange), fc.nat(80), (from, ranges, kept) => {
        let before = moveKeys(none, from, kept);
        const key = keyOf(before, kept);
        for (const range of ranges) {
          const after = moveKeys(before, range, kept);

          expect(keyOf(after, kept)).toBe(key);
          const order = after.keys
            .map((one) => before.keys.indexOf(one))
            .filter((index) => index >= 0);
          expect(order).toEqual(order.toSorted((one, other) => one - other));
          before = after;
        }
      }),
    );
  });

  describe('where a list moves', () => {
    const before = moveKeys(none, { first: 0, end: 10 }, undefined);

    it('leaves most rows their keys if it moves by a few rows', () => {
      expect(moveKeys(before, { first: 3, end: 13 }, undefined).keys).toEqual([
        3, 4, 5, 6, 7, 8, 9, 10, 11, 12,
      ]);
    });

    it('makes no element if it moves by most of its rows', () => {
      expect(moveKeys(before, { first: 8, end: 18 }, undefined).keys).toEqual(before.keys);
    });

    it('makes no element if it moves by most of its rows, all below the kept one', () => {
      const withKept = moveKeys(none, { first: 50, end: 60 }, 3);

      expect(moveKeys(withKept, { first: 80, end: 90 }, 3).keys).toEqual(withKept.keys);
    });
  });
});
