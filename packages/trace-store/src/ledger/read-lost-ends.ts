import { generationOf, toLogOffset } from '@spanhouse/span-row';
import { tableRows } from '../connection/answer-rows.js';
import type { RunStatement } from '../connection/run-statement.js';
import type { LedgerGap, LedgerSelection } from '../message-ledger.js';
import { type EarlierEnd, selectEarlierEnds, selectLastEntered } from './ledger-ends.js';

/**
 * Finds messages at the end of earlier logs that have no entry, because the log was created again before they were
 * stored.
 */
export async function readLostEnds(
  run: RunStatement,
  selection: LedgerSelection,
  committed: readonly bigint[],
): Promise<readonly LedgerGap[]> {
  if (!mayHaveEarlierEnds(selection, committed)) {
    return [];
  }
  const rows = tableRows(await run(selectEarlierEnds(selection, committed)));
  const ends = rows.map(toEnd).filter((end) => isWithin(end, selection));
  if (ends.length === 0) {
    return [];
  }
  const entered = tableRows(await run(selectLastEntered(ends))).map(
    ([partition, last = '0']) => [Number(partition), BigInt(last)] as const,
  );
  return ends.flatMap(({ partition, generation, committed: from, end, seenAt }) => {
    const next = entered
      .filter(([of, last]) => of === partition && generationOf(last) === generation)
      .reduce((most, [, last]) => (last >= most ? last + 1n : most), from);
    const missing = Number(end - next);
    const gap = { logPartition: partition, logOffset: end, receivedAt: seenAt, missing };
    return missing > 0 ? [{ ...gap, writer: undefined }] : [];
  });
}

/** A selection of positions includes an earlier log only when it is audited again. */
function mayHaveEarlierEnds(selection: LedgerSelection, committed: readonly bigint[]): boolean {
  return (
    'oldest' in selection ||
    selection.to.some(
      (to, partition) => generationOf(to) < generationOf(committed[partition] ?? 0n),
    )
  );
}

function isWithin({ partition, end }: EarlierEnd, selection: LedgerSelection): boolean {
  if ('oldest' in selection) {
    return true;
  }
  const [from, to] = [selection.from[partition], selection.to[partition]];
  return from !== undefined && to !== undefined && from <= end && end < to;
}

function toEnd([
  partition,
  position = '0',
  committed = '0',
  number = '0',
  seenAt = '0',
]: readonly string[]): EarlierEnd {
  const generation = generationOf(BigInt(position));
  return {
    partition: Number(partition),
    generation,
    committed: BigInt(committed),
    end: toLogOffset(generation, Number(number)),
    seenAt: BigInt(seenAt),
  };
}
