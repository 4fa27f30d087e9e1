import type { ArrivedBlock } from '@spanhouse/trace-store/writer';

/** What a round counts. */
export interface RoundPlan {
  /** In the order of their arrival. */
  readonly blocks: readonly ArrivedBlock[];
  readonly rows: number;
  /** By partition: the positions below which every row is counted after the round. */
  readonly to: readonly bigint[];
  /** The blocks that are left for the next round, in the order of their arrival. */
  readonly left: readonly ArrivedBlock[];
}

export interface RoundLimits {
  /** By partition: every row of `blocks` is below. */
  readonly target: readonly bigint[];
  readonly maxRows: number;
  /** No block is taken that arrived later, nor any that follows it; in ns since the Unix epoch. */
  readonly untilNs?: bigint;
}

/**
 * Takes blocks in the order in which they arrived, until they have `maxRows` rows, and one in any case. The blocks of
 * a partition are taken in their order; `blocks` is in the order of the log.
 */
export function planRound(blocks: readonly ArrivedBlock[], limits: RoundLimits): RoundPlan {
  const { target, maxRows, untilNs } = limits;
  const ordered = inOrderOfArrival(blocks);
  let rows = 0;
  const end = ordered.findIndex((block, index) => {
    rows += block.rows;
    const isLate = untilNs !== undefined && block.lastReceivedNs > untilNs;
    return isLate || (index > 0 && rows > maxRows);
  });
  const taken = end < 0 ? ordered : ordered.slice(0, end);
  const left = end < 0 ? [] : ordered.slice(end);
  return {
    blocks: taken,
    rows: taken.reduce((sum, block) => sum + block.rows, 0),
    to: positionsBefore(left, target),
    left,
  };
}

/** By partition: where the first of some blocks begins, or `positions` where a partition has none. */
export function positionsBefore(
  blocks: readonly ArrivedBlock[],
  positions: readonly bigint[],
): readonly bigint[] {
  const to = [...positions];
  for (const { partition, offset } of blocks) {
    const before = to[partition];
    if (before !== undefined && offset < before) {
      to[partition] = offset;
    }
  }
  return to;
}

/** A block that arrived before an earlier one of its partition comes with it. */
function inOrderOfArrival(blocks: readonly ArrivedBlock[]): readonly ArrivedBlock[] {
  const latest = new Map<number, bigint>();
  return blocks
    .map((block) => {
      const before = latest.get(block.partition) ?? 0n;
      const atNs = block.receivedNs > before ? block.receivedNs : before;
      latest.set(block.partition, atNs);
      return { block, atNs };
    })
    .toSorted((left, right) => Number(left.atNs > right.atNs) - Number(left.atNs < right.atNs))
    .map(({ block }) => block);
}
