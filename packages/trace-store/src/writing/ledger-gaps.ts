import type { LedgerGap } from '../message-ledger.js';

/** A message before which an offset or a number is missing. */
interface GapRow {
  readonly partition: number;
  readonly place: bigint;
  readonly receivedAt: bigint;
  /** The message before it in the partition, and of its writer; 0 if there is none. */
  readonly previous: bigint;
  readonly writerPrevious: bigint;
  readonly number: bigint;
  readonly writerNumber: bigint;
  readonly writer: string;
}

/**
 * Turns the rows of `selectGaps` into gaps. Messages whose offsets are missing have missing numbers, too; they are
 * counted once.
 */
export function toGaps(rows: readonly (readonly string[])[]): readonly LedgerGap[] {
  const gaps: LedgerGap[] = [];
  const holes: { readonly partition: number; readonly place: bigint; readonly missing: bigint }[] =
    [];
  for (const row of rows.map(toGapRow)) {
    const { partition, place, receivedAt, previous, writer } = row;
    const offsets = previous > 0n ? place - previous - 1n : 0n;
    const found = { logPartition: partition, logOffset: place, receivedAt };
    if (offsets > 0n) {
      holes.push({ partition, place, missing: offsets });
      gaps.push({ ...found, missing: Number(offsets), writer: undefined });
    }
    const explained = holes
      .filter((hole) => hole.partition === partition && hole.place > row.writerPrevious)
      .reduce((sum, { missing }) => sum + missing, 0n);
    const numbers = row.writerNumber > 0n ? row.number - row.writerNumber - 1n : 0n;
    if (numbers > explained) {
      gaps.push({ ...found, missing: Number(numbers - explained), writer });
    }
  }
  return gaps;
}

function toGapRow([partition, ...row]: readonly string[]): GapRow {
  const [place, receivedAt, previous, writerPrevious, number, writerNumber] = row
    .slice(0, -1)
    .map(BigInt);
  return {
    partition: Number(partition),
    place: place ?? 0n,
    receivedAt: receivedAt ?? 0n,
    previous: previous ?? 0n,
    writerPrevious: writerPrevious ?? 0n,
    number: number ?? 0n,
    writerNumber: writerNumber ?? 0n,
    writer: row.at(-1) ?? '',
  };
}
