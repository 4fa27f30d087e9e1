import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { AppError } from '@spanhouse/service-runtime';
import type { LedgerEntry } from '@spanhouse/trace-store/writer';
import { z } from 'zod';
import { type BlockRecord, encodeBlockRecord, parseBlockRecord } from './block-record.js';

/** The ledger entries of a block, encoded for commit metadata. */
export interface CarriedBlock {
  readonly entries: readonly LedgerEntry[];
  /** The encoded entries; undefined if they are too large for any commit. */
  readonly line: string | undefined;
}

export interface CommitMetadata {
  /** The block that starts at the committed offset, if it may already have been inserted. */
  readonly record: BlockRecord | undefined;
  /** The blocks before the committed offset whose entries may be missing from the ledger (docs/adr/155). */
  readonly carried: readonly CarriedBlock[];
}

/** Size reserved for the record of a block that was not refused. */
const MAX_RECORD_BYTES = 400;
/** Minimum size of a packed entry. If the entries cannot fit even at this size, no attempt is made to pack them. */
const LEAST_BYTES_OF_ENTRY = 4;
/** Separates the record and the packed entries, which never contain this character. */
const separator = '\n';

/** Packs the entries of a block for commit metadata of at most `maxBytes`. */
export function toCarried(entries: readonly LedgerEntry[], maxBytes: number): CarriedBlock {
  const isTooLarge = entries.length * LEAST_BYTES_OF_ENTRY > maxBytes;
  return { entries, line: isTooLarge ? undefined : packEntries(entries) };
}

/** Returns whether the blocks and one more record fit into metadata of at most `maxBytes`. */
export function isCarriable(carried: readonly CarriedBlock[], maxBytes: number): boolean {
  const bytes = carried.reduce(
    (sum, { line }) => sum + (line?.length ?? Number.POSITIVE_INFINITY) + separator.length,
    MAX_RECORD_BYTES,
  );
  return bytes <= maxBytes;
}

/**
 * Encodes a record, followed by a line for each carried block. Without carried blocks, the result has the format of
 * earlier versions.
 */
export function encodeCommitMetadata({ record, carried }: CommitMetadata): string {
  const first = record === undefined ? '' : encodeBlockRecord(record);
  return [first, ...carried.map(({ line }) => line)].join(separator);
}

/** Parses committed metadata. Throws BLOCK_RECORD_UNREADABLE if another program or an unknown version wrote it. */
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

/** The log and the partition of the messages, which the metadata does not contain. */
interface EntriesSource {
  readonly logId: string;
  readonly partition: number;
}

/**
 * Maximum size of unpacked entries, so that metadata from another program cannot fill the memory. Real commits contain
 * far less.
 */
const MAX_UNPACKED_BYTES = 1_048_576;
const UNKNOWN = -1;

/**
 * A column of numbers, each stored as the difference from the previous number. Most columns then repeat a single number
 * and compress well.
 */
const column = z.string().regex(/^-?\d+( -?\d+)*$/);
const names = z.array(z.string());
const storedEntries = z.tuple([
  z.literal(1), // version
  names, // projects
  names, // writers
  column, // offset
  column, // offset of the block
  column, // index of the project
  column, // time of receipt
  column, // 1 for a retry
  column, // number of spans
  column, // days of retention
  column, // index of the writer
  column, // message number
]);

/** Packs the entries of a non-empty block into one line that has a few bytes per entry. */
export function packEntries(entries: readonly LedgerEntry[]): string {
  const projects = [...new Set(entries.map(({ projectId }) => projectId))];
  const writers = [...new Set(entries.flatMap(({ origin }) => origin?.writer ?? []))];
  const stored: z.infer<typeof storedEntries> = [
    1,
    projects,
    writers,
    toColumn(entries.map(({ logOffset }) => logOffset)),
    toColumn(entries.map(({ blockOffset }) => blockOffset)),
    toColumn(entries.map(({ projectId }) => projects.indexOf(projectId))),
    toColumn(entries.map(({ receivedAt }) => receivedAt)),
    toColumn(entries.map(({ isRetry }) => Number(isRetry))),
    toColumn(entries.map(({ spanCount }) => spanCount)),
    toColumn(entries.map(({ retentionDays }) => retentionDays ?? UNKNOWN)),
    toColumn(
      entries.map(({ origin }) =>
        origin === undefined ? UNKNOWN : writers.indexOf(origin.writer),
      ),
    ),
    toColumn(entries.map(({ origin }) => origin?.number ?? 0)),
  ];
  return deflateRawSync(JSON.stringify(stored)).toString('base64');
}

/** Unpacks a line that `packEntries` has written. Returns undefined for any other string. */
export function unpackEntries(
  line: string,
  { logId, partition }: EntriesSource,
): readonly LedgerEntry[] | undefined {
  const parsed = storedEntries.safeParse(inflate(line));
  if (!parsed.success) {
    return undefined;
  }
  const [, projects, writers, ...columns] = parsed.data;
  const [offset = [], ...others] = columns.map(fromColumn);
  return offset.map((logOffset, index) => {
    const row = others.map((values) => values[index] ?? 0n);
    const [blockOffset = 0n, project, receivedAt = 0n, retry, spans, days, writer, number] = row;
    const name = writers[Number(writer)];
    return {
      logId,
      logPartition: partition,
      logOffset,
      blockOffset,
      projectId: projects[Number(project)] ?? '',
      receivedAt,
      isRetry: retry === 1n,
      spanCount: Number(spans),
      retentionDays: days === BigInt(UNKNOWN) ? undefined : Number(days),
      origin: name === undefined ? undefined : { writer: name, number: Number(number) },
    };
  });
}

function toColumn(values: readonly (bigint | number)[]): string {
  let previous = 0n;
  const differences = values.map((value) => {
    const difference = BigInt(value) - previous;
    previous += difference;
    return difference;
  });
  return differences.join(' ');
}

function fromColumn(text: string): readonly bigint[] {
  let value = 0n;
  return text.split(' ').map((difference) => {
    value += BigInt(difference);
    return value;
  });
}

function inflate(line: string): unknown {
  try {
    const bytes = inflateRawSync(Buffer.from(line, 'base64'), {
      maxOutputLength: MAX_UNPACKED_BYTES,
    });
    return JSON.parse(bytes.toString('utf8'));
  } catch {
    return undefined; // the caller reports an unreadable record
  }
}
