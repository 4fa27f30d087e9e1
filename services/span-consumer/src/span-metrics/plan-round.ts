import type { ArrivedBlock } from '@spanhouse/trace-store/writer';

/** The blocks that a round counts. */
export interface RoundPlan {
  /** In order of arrival. */
  readonly blocks: readonly ArrivedBlock[];
  readonly rows: number;
  /** By partition: the positions below which every row is counted after the round. */
  readonly to: readonly bigint[];
  /** The blocks that are left for the next round, in order of arrival. */
  readonly left: readonly ArrivedBlock[];
}

export interface RoundLimits {
  /** By partition: a position above every row of `blocks`. */
  readonly target: readonly bigint[];
  readonly maxRows: number;
  /**
   * Latest arrival of a block of the round, in ns since the Unix epoch. Blocks after a later one in its partition are
   * left too.
   */
  readonly untilNs?: bigint;
}

/**
 * Takes at least one block, and further blocks in order of arrival until they have `maxRows` rows. The blocks of a
 * partition are taken in log order; `blocks` is in log order.
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

/** By partition: the start of the first of some blocks, or `positions` for a partition without any. */
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

/** A block that arrived before an earlier block of its partition is taken with that block. */
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
