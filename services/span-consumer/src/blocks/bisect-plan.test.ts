import fc from 'fast-check';
import { advance, type BisectPlan, narrow, nextPart, wholeBlock } from './bisect-plan.js';

interface Walk {
  readonly inserted: readonly number[];
  readonly refused: readonly number[];
  readonly longestPlan: number;
}

/** Executes a plan with a store that refuses some rows. */
function walk(rowCount: number, isRefused: (row: number) => boolean): Walk {
  const inserted: number[] = [];
  const refused: number[] = [];
  let longestPlan = 0;
  let plan: BisectPlan = wholeBlock(rowCount);
  for (let part = nextPart(plan); part !== undefined; part = nextPart(plan)) {
    longestPlan = Math.max(longestPlan, plan.bounds.length);
    const { from, to } = part;
    const rows = Array.from({ length: to - from }, (_, i) => from + i);
    if (plan.refused !== undefined) {
      refused.push(from);
      plan = advance(plan);
    } else if (rows.some(isRefused)) {
      plan = narrow(plan, 'refused');
    } else {
      inserted.push(...rows);
      plan = advance(plan);
    }
  }
  return { inserted, refused, longestPlan };
}

describe('BisectPlan', () => {
  it('isolates exactly the refused rows and handles each row once and in order', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 300 }), fc.array(fc.nat(299)), (rowCount, poison) => {
        const bad = new Set(poison.filter((row) => row < rowCount));

        const { inserted, refused } = walk(rowCount, (row) => bad.has(row));

        const all = Array.from({ length: rowCount }, (_, row) => row);
        expect(refused).toEqual(all.filter((row) => bad.has(row)));
        expect(inserted).toEqual(all.filter((row) => !bad.has(row)));
      }),
    );
  });

  it('stays short enough for a record even if every row of a large block is refused', () => {
    const { refused, longestPlan } = walk(100_000, () => true);

    expect(refused).toHaveLength(100_000);
    expect(longestPlan).toBeLessThanOrEqual(20);
  });

  it('keeps the reason of a refused row, shortened', () => {
    expect(narrow({ bounds: [4, 5, 9] }, 'x'.repeat(5000))).toEqual({
      bounds: [4, 5, 9],
      refused: 'x'.repeat(400),
    });
  });
});
