import type { ArrivedBlock } from '@spanhouse/trace-store/writer';

/** The blocks that a round counts. */
export interface RoundPlan {
  /** The blocks in the order of their arrival. */
  readonly blocks: readonly ArrivedBlock[];
  readonly rows: number;
  /** The positions before which every row is counted when the round ends, by partition. */
  readonly to: readonly bigint[];
  /** The blocks that remain for the next round, in the order of their arrival. */
  readonly left: readonly ArrivedBlock[];
}

export interface RoundLimits {
  /** A position above every row of `blocks`, by partition. */
  readonly target: readonly bigint[];
  readonly maxRows: number;
  /**
   * Latest arrival time of a block in the round, in ns since the Unix epoch. If a block arrived later, that block and
   * the following blocks of its partition remain for the next round.
   */
  readonly untilNs?: bigint;
}

/**
 * Takes at least one block. Takes further blocks in the order of their arrival, up to a total of `maxRows` rows.
 * `blocks` MUST be in log order. The blocks of a partition are taken in log order.
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

/**
 * Returns one position for each partition: the start of the partition's first block, or its entry in `positions` if the
 * partition has no block.
 */
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

/**
 * Sorts blocks by arrival. Within a partition, blocks keep their order: if a later block arrived first, it is sorted
 * directly after the earlier block.
 */
function inOrderOfArrival(blocks: readonly ArrivedBlock[]): readonly ArrivedBlock[] {
  const latest = new Map<number, bigint>();
  return blocks
    .map((block) => {
      const before = latest.get(block.partition) ?? 0n;
      const atNs = later(block.receivedNs, before);
      latest.set(block.partition, atNs);
      return { block, atNs };
    })
    .toSorted((left, right) => Number(left.atNs > right.atNs) - Number(left.atNs < right.atNs))
    .map(({ block }) => block);
}

export function earlier(left: bigint, right: bigint): bigint {
  return left < right ? left : right;
}

export function later(left: bigint, right: bigint): bigint {
  return left > right ? left : right;
}
