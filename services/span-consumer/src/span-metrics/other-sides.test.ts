import type { ArrivedBlock } from '@spanhouse/trace-store/writer';
import fc from 'fast-check';
import { findOtherSides } from './other-sides.js';
import { planRound } from './plan-round.js';

function block(partition: number, offset: bigint, times: readonly [bigint, bigint]): ArrivedBlock {
  return { partition, offset, rows: 1, receivedNs: times[0], lastReceivedNs: times[1] };
}

describe('findOtherSides', () => {
  it('ends where blocks arrived too early or too late', () => {
    const counted = block(0, 5n, [100n, 110n]);
    const blocks = [
      block(0, 1n, [80n, 89n]),
      block(0, 2n, [85n, 90n]),
      block(1, 1n, [80n, 95n]),
      counted,
      block(0, 6n, [120n, 130n]),
      block(0, 7n, [121n, 130n]),
      block(1, 2n, [150n, 160n]),
    ];
    const plan = planRound(blocks.slice(3), { target: [9n, 9n, 9n], maxRows: 1 });

    const range = findOtherSides(
      plan,
      { from: [5n, 2n, 3n], positions: [9n, 9n, 9n], blocks },
      10n,
    );

    expect(range).toEqual({ from: [2n, 1n, 3n], to: [7n, 2n, 9n] });
  });

  it('contains the blocks themselves and everything that arrived near them', () => {
    const anyBlocks = fc.array(
      fc.tuple(fc.nat(1), fc.bigInt({ min: 0n, max: 50n }), fc.bigInt({ min: 0n, max: 9n })),
      { minLength: 1, maxLength: 12 },
    );
    fc.assert(
      fc.property(
        anyBlocks,
        fc.nat(11),
        fc.bigInt({ min: 0n, max: 20n }),
        (parts, done, waitNs) => {
          const all = parts.map(([partition, at, length], index) =>
            block(partition, BigInt(index), [at, at + length]),
          );
          const positions = [100n, 100n];
          const waiting = all.slice(Math.min(done, all.length - 1));
          const from = [0, 1].map(
            (partition) => waiting.find((each) => each.partition === partition)?.offset ?? 100n,
          );
          const plan = planRound(waiting, { target: positions, maxRows: 3 });

          const range = findOtherSides(plan, { from, positions, blocks: all }, waitNs);

          for (const { partition, offset, receivedNs, lastReceivedNs } of all) {
            const isNear = plan.blocks.some(
              (each) =>
                receivedNs <= each.lastReceivedNs + waitNs &&
                lastReceivedNs >= each.receivedNs - waitNs,
            );
            const isInside =
              offset >= (range.from[partition] ?? 0n) && offset < (range.to[partition] ?? 0n);
            expect(isInside || !isNear).toBe(true);
          }
        },
      ),
    );
  });
});
