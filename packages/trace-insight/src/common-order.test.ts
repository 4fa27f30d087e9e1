import fc from 'fast-check';
import { commonOrder } from './common-order.js';

/**
 * Generates sequences with few distinct values, so that values occur repeatedly. Sequences can have up to 80 values, so
 * that some need several 32-bit words.
 */
const anySequence = fc
  .array(fc.nat(4), { maxLength: 80, size: 'max' })
  .map((values) => Int32Array.from(values));

/** Computes the length of a longest common subsequence with the classic table of lengths. */
function longestLength(a: Int32Array, b: Int32Array): number {
  let above = new Array<number>(b.length + 1).fill(0);
  for (const value of a) {
    const row = [0];
    for (const [at, other] of b.entries()) {
      const matched = (above[at] ?? 0) + 1;
      row.push(value === other ? matched : Math.max(above[at + 1] ?? 0, row[at] ?? 0));
    }
    above = row;
  }
  return above[b.length] ?? 0;
}

describe('commonOrder', () => {
  it('finds the maximum number of pairs of equal values in the same order', () => {
    fc.assert(
      fc.property(anySequence, anySequence, (a, b) => {
        expect(commonOrder(a, b)).toHaveLength(longestLength(a, b));
      }),
      { numRuns: 500 },
    );
  });

  it.each([400_000_000, 0])(
    'returns pairs of equal values in ascending order, swapped for swapped sequences (%s cells)',
    (cells) => {
      fc.assert(
        fc.property(anySequence, anySequence, (a, b) => {
          const pairs = commonOrder(a, b, cells);
          for (const [at, [inA, inB]] of pairs.entries()) {
            const [lastA, lastB] = pairs[at - 1] ?? [-1, -1];

            expect(a[inA]).toBe(b[inB]);
            expect(inA).toBeGreaterThan(lastA);
            expect(inB).toBeGreaterThan(lastB);
          }
          expect(commonOrder(b, a, cells).map(([inB, inA]) => [inA, inB])).toEqual(pairs);
        }),
      );
    },
  );

  it('uses the first of equal values', () => {
    expect(commonOrder(Int32Array.of(9, 7, 7, 7, 5), Int32Array.of(8, 7, 7, 5))).toEqual([
      [1, 1],
      [2, 2],
      [4, 3],
    ]);
  });

  it('matches long sequences by occurrence', () => {
    expect(commonOrder(Int32Array.of(1, 2, 3, 4), Int32Array.of(3, 1, 2, 9), 0)).toEqual([
      [0, 1],
      [1, 2],
    ]);
  });
});
