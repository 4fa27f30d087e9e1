import type { ArrivedBlock } from '@spanhouse/trace-store/writer';
import { earlier, later, positionsBefore, type RoundPlan } from './plan-round.js';

interface KnownLog {
  /** The position at which the plan's blocks begin, by partition. */
  readonly from: readonly bigint[];
  /** The position at which the known blocks end, by partition. */
  readonly positions: readonly bigint[];
  /** All blocks that may contain the other side of a call. */
  readonly blocks: readonly ArrivedBlock[];
}

/**
 * Returns the part of the log that contains every span received at most `waitNs` before or after the spans of the plan.
 */
export function findOtherSides(
  plan: RoundPlan,
  { from, positions, blocks }: KnownLog,
  waitNs: bigint,
): { readonly from: readonly bigint[]; readonly to: readonly bigint[] } {
  const firstNs = plan.blocks.map(({ receivedNs }) => receivedNs).reduce(earlier) - waitNs;
  const lastNs = plan.blocks.map(({ lastReceivedNs }) => lastReceivedNs).reduce(later) + waitNs;
  const isNear = ({ receivedNs, lastReceivedNs }: ArrivedBlock) =>
    lastReceivedNs >= firstNs && receivedNs <= lastNs;
  const near = blocks.filter(isNear);
  const ends = positions.map((end, partition) => {
    const last = near
      .filter((block) => block.partition === partition)
      .map(({ offset }) => offset)
      .reduce(later, -1n);
    const next = blocks.filter((block) => block.partition === partition && block.offset > last);
    return later(plan.to[partition] ?? end, positionsBefore(next, positions)[partition] ?? end);
  });
  return { from: positionsBefore(near, from), to: ends };
}
