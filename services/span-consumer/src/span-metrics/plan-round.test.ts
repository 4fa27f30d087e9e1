import type { ArrivedBlock } from '@spanhouse/trace-store/writer';
import fc from 'fast-check';
import { planRound } from './plan-round.js';

function block(partition: number, offset: bigint, rows: number): ArrivedBlock {
  return { partition, offset, rows, receivedNs: offset, lastReceivedNs: offset };
}

describe('planRound', () => {
  it('takes the earliest blocks of all partitions, and takes an oversized block alone', () => {
    const blocks = [block(0, 1n, 50), block(0, 4n, 1), block(1, 2n, 5), block(1, 5n, 5)];

    const target = [9n, 9n];
    expect(planRound(blocks, { target, maxRows: 10 })).toMatchObject({ rows: 50, to: [4n, 2n] });
    expect(planRound(blocks.slice(1), { target, maxRows: 6 })).toMatchObject({
      rows: 6,
      to: [9n, 5n],
      left: [block(1, 5n, 5)],
    });
  });

  it('takes no block that arrived too late, and no block after it', () => {
    const late = { ...block(0, 1n, 1), lastReceivedNs: 8n };
    const blocks = [late, block(0, 2n, 1), block(1, 0n, 1)];

    expect(planRound(blocks, { target: [9n, 9n], maxRows: 10, untilNs: 7n })).toMatchObject({
      blocks: [block(1, 0n, 1)],
      to: [1n, 9n],
    });
    expect(planRound([late], { target: [9n], maxRows: 10, untilNs: 7n })).toMatchObject({
      rows: 0,
      to: [1n],
    });
  });

  it('takes the blocks of a partition in log order, and eventually takes all of them', () => {
    const anyBlocks = fc.array(
      fc.tuple(fc.nat(2), fc.integer({ min: 1, max: 9 }), fc.bigInt({ min: 0n, max: 5n })),
      { maxLength: 12 },
    );
    fc.assert(
      fc.property(anyBlocks, fc.integer({ min: 1, max: 20 }), (parts, maxRows) => {
        const blocks = parts
          .map(([partition, rows, at], index) => ({
            ...block(partition, BigInt(index), rows),
            receivedNs: at,
            lastReceivedNs: at,
          }))
          .toSorted((left, right) => left.partition - right.partition);
        const target = [100n, 100n, 100n];
        let left = blocks;
        for (let rounds = 0; rounds <= blocks.length; rounds += 1) {
          const { rows, to, left: next } = planRound(left, { target, maxRows });
          const taken = left.filter(({ partition, offset }) => offset < (to[partition] ?? 0n));
          expect(rows).toBe(taken.reduce((sum, each) => sum + each.rows, 0));
          expect(rows <= maxRows || taken.length === 1).toBe(true);
          left = left.filter((each) => !taken.includes(each));
          expect(next.toSorted(inLogOrder)).toEqual(left);
        }
        expect(left).toEqual([]);
      }),
    );
  });
});

function inLogOrder(left: ArrivedBlock, right: ArrivedBlock): number {
  return left.partition - right.partition || Number(left.offset - right.offset);
}
