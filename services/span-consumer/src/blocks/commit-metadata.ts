import { AppError } from '@spanhouse/service-runtime';
import type { LedgerEntry } from '@spanhouse/trace-store/writer';
import { type BlockRecord, encodeBlockRecord, parseBlockRecord } from './block-record.js';
import { type EntriesSource, packEntries, unpackEntries } from './entries-text.js';

/** The ledger entries of a block, in the form that a commit carries. */
export interface CarriedBlock {
  readonly entries: readonly LedgerEntry[];
  /** The entries as one line of text; undefined if no commit has room for them. */
  readonly line: string | undefined;
}

/** The content of a commit's metadata. */
export interface CommitMetadata {
  /** The block that begins at the offset, if it may have been inserted. */
  readonly record: BlockRecord | undefined;
  /** The blocks before the offset whose entries may be missing in the ledger (docs/adr/155). */
  readonly carried: readonly CarriedBlock[];
}

/** Size reserved for the record of a block that was not refused. */
const MAX_RECORD_BYTES = 400;
/** Minimum size of a packed entry. If the entries cannot fit even at this size, they are not packed at all. */
const LEAST_BYTES_OF_ENTRY = 4;
/** A character that occurs neither in records nor in packed entries. */
const separator = '\n';

/** Packs the entries of a block for commit metadata of at most `maxBytes`. */
export function toCarried(entries: readonly LedgerEntry[], maxBytes: number): CarriedBlock {
  const isTooLarge = entries.length * LEAST_BYTES_OF_ENTRY > maxBytes;
  return { entries, line: isTooLarge ? undefined : packEntries(entries) };
}

/** Returns whether metadata of at most `maxBytes` has room for the blocks and for one more record. */
export function isCarriable(carried: readonly CarriedBlock[], maxBytes: number): boolean {
  const bytes = carried.reduce(
    (sum, { line }) => sum + (line?.length ?? Number.POSITIVE_INFINITY) + separator.length,
    MAX_RECORD_BYTES,
  );
  return bytes <= maxBytes;
}

/**
 * Encodes a record, followed by a line for each carried block. Without carried blocks, the text has the format of
 * earlier versions.
 */
export function encodeCommitMetadata({ record, carried }: CommitMetadata): string {
  const first = record === undefined ? '' : encodeBlockRecord(record);
  return [first, ...carried.map(({ line }) => line)].join(separator);
}

/** Parses committed metadata. Throws BLOCK_RECORD_UNREADABLE for a text of another program or version. */
export function parseCommitMetadata(metadata: string, source: EntriesSource): CommitMetadata {
  const [first = '', ...lines] = metadata.split(separator);
  const record = parseBlockRecord(source.partition, first);
  const carried = lines.map((line) => {
    const entries = unpackEntries(line, source);
    if (entries === undefined) {
      throw new AppError(
        'BLOCK_RECORD_UNREADABLE',
        `the metadata committed for partition ${source.partition} has entries that this version cannot read`,
        { retryable: false },
      );
    }
    return { entries, line };
  });
  return { record, carried };
}
