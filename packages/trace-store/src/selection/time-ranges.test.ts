import fc from 'fast-check';
import { coverRanges } from './time-ranges.js';

function anyRange() {
  return fc
    .tuple(fc.bigInt({ min: 0n, max: 1000n }), fc.bigInt({ min: 0n, max: 50n }))
    .map(([from, length]) => ({ from, to: from + length }));
}

describe('coverRanges', () => {
  it('covers every range with a limited number of separate ranges', () => {
    fc.assert(
      fc.property(
        fc.array(anyRange(), { maxLength: 40 }),
        fc.integer({ min: 1, max: 5 }),
        (ranges, most) => {
          const cover = coverRanges(ranges, most);

          expect(cover.length).toBeLessThanOrEqual(most);
          for (const { from, to } of ranges) {
            expect(cover.some((range) => range.from <= from && to <= range.to)).toBe(true);
          }
          for (const [index, { from }] of cover.slice(1).entries()) {
            expect(from).toBeGreaterThan(cover[index]?.to ?? from);
          }
        },
      ),
    );
  });

  it('closes the smallest gaps first', () => {
    const at = (from: bigint) => ({ from, to: from + 1n });

    const cover = coverRanges([at(0n), at(100n), at(103n), at(500n)], 3);

    expect(cover).toEqual([at(0n), { from: 100n, to: 104n }, at(500n)]);
  });

  it('returns no ranges for no ranges', () => {
    expect(coverRanges([])).toEqual([]);
  });
});
