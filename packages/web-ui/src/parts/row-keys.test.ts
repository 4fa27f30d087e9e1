import fc from 'fast-check';
import { moveKeys, type RowKeys } from './row-keys.js';

const none: RowKeys = { first: 0, keys: [], next: 0 };

const anyRange = fc
  .record({ first: fc.nat(60), count: fc.nat(20) })
  .map(({ first, count }) => ({ first, end: first + count }));
const anyMoves = fc.array(
  fc.record({ range: anyRange, kept: fc.option(fc.nat(80), { nil: undefined }) }),
);

function keyOf({ first, keys }: RowKeys, row: number | undefined): number | undefined {
  return row === undefined ? undefined : keys[row - first];
}

describe('moveKeys', () => {
  it('gives each row of a range a key of its own', () => {
    fc.assert(
      fc.property(anyMoves, (moves) => {
        let keys = none;
        for (const { range, kept } of moves) {
          keys = moveKeys(keys, range, kept);

          expect(keys.keys).toHaveLength(range.end - range.first);
          expect(new Set(keys.keys).size).toBe(keys.keys.length);
        }
      }),
    );
  });

  it('keeps the key of the row that may have the focus, and gives it to no other row', () => {
    fc.assert(
      fc.property(anyRange, anyRange, fc.nat(80), (from, to, kept) => {
        const before = moveKeys(none, from, undefined);
        const after = moveKeys(before, to, kept);
        const key = keyOf(before, kept);
        const holder = key === undefined ? -1 : after.keys.indexOf(key);
        const isInBoth = kept >= from.first && kept < from.end && kept >= to.first && kept < to.end;

        expect(holder < 0 ? undefined : to.first + holder).toBe(isInBoth ? kept : undefined);
      }),
    );
  });

  it('leaves most rows their keys where a list moves by a few rows', () => {
    const before = moveKeys(none, { first: 0, end: 10 }, undefined);

    expect(moveKeys(before, { first: 3, end: 13 }, undefined).keys).toEqual([
      3, 4, 5, 6, 7, 8, 9, 10, 11, 12,
    ]);
  });

  it('makes no element where a list moves by most of its rows', () => {
    const before = moveKeys(none, { first: 0, end: 10 }, undefined);

    expect(moveKeys(before, { first: 8, end: 18 }, undefined)).toEqual({ ...before, first: 8 });
  });
});
