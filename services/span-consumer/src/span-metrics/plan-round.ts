import type { ArrivedBlock } from '@spanhouse/trace-store/writer';

/** What a round counts. */
export interface RoundPlan {
  readonly rows: number;
  /** By partition: the positions below which every row is counted after the round. */
  readonly to: readonly bigint[];
  /** When the first block arrived that is left for the next round; undefined if none is. */
  readonly nextNs: bigint | undefined;
}

/**
 * Takes blocks in the order in which they arrived, until they have `maxRows` rows, and one in any case. The blocks of
 * a partition are taken in their order; `blocks` is in the order of the log.
 */
export function planRound(
  blocks: readonly ArrivedBlock[],
  target: readonly bigint[],
  maxRows: number,
): RoundPlan {
  const ordered = inOrderOfArrival(blocks);
  let rows = 0;
  const end = ordered.findIndex((block, index) => {
    rows += block.rows;
    return index > 0 && rows > maxRows;
  });
  const left = end < 0 ? [] : ordered.slice(end);
  const to = [...target];
  for (const { partition, offset } of left) {
    const before = to[partition];
    if (before !== undefined && offset < before) {
      to[partition] = offset;
    }
  }
  const taken = left.length === 0 ? ordered : ordered.slice(0, end);
  return {
    rows: taken.reduce((sum, block) => sum + block.rows, 0),
    to,
    nextNs: left[0]?.receivedNs,
  };
}

/** A block that arrived before an earlier one of its partition counts as arrived with it. */
function inOrderOfArrival(blocks: readonly ArrivedBlock[]): readonly ArrivedBlock[] {
  const latest = new Map<number, bigint>();
  return blocks
    .map((block) => {
      const before = latest.get(block.partition) ?? 0n;
      const receivedNs = block.receivedNs > before ? block.receivedNs : before;
      latest.set(block.partition, receivedNs);
      return { ...block, receivedNs };
    })
    .toSorted(
      (left, right) =>
        Number(left.receivedNs > right.receivedNs) - Number(left.receivedNs < right.receivedNs),
    );
}
