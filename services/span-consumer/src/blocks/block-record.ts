import { AppError } from '@spanhouse/service-runtime';
import { z } from 'zod';
import type { BisectPlan } from './bisect-plan.js';

/** Identifies a block by the offsets of its messages, `first` to `last` inclusive, and a digest of their frames. */
export interface BlockRange {
  readonly partition: number;
  readonly first: number;
  readonly last: number;
  readonly digest: string;
}

/**
 * The record of a block. It is written to the commit metadata before any row of the block is inserted, so that the next
 * owner of the partition inserts exactly the same block. See docs/adr/070-record-each-block-before-it-is-inserted.md.
 */
export interface BlockRecord extends BlockRange {
  readonly rowSchemaVersion: number;
  /** Total size of the block's frames. This size is reserved in the memory budget before the block is read again. */
  readonly frameBytes: number;
  /** The bisection plan; present after ClickHouse has refused the block as a whole. */
  readonly plan?: BisectPlan;
}

const count = z.int().nonnegative();

const storedRecord = z.strictObject({
  version: z.literal(1),
  first: count,
  last: count,
  digest: z.string().regex(/^[0-9a-f]{32}$/),
  row_schema_version: count,
  frame_bytes: count,
  bounds: z.array(count).min(2).exactOptional(),
  refused: z.string().exactOptional(),
});

type StoredRecord = z.infer<typeof storedRecord>;

/**
 * Encodes a record in fewer than 2,000 bytes. The number of bounds grows only with the logarithm of the row count, and
 * long reasons are cut.
 */
export function encodeBlockRecord(record: BlockRecord): string {
  const stored: StoredRecord = {
    version: 1,
    first: record.first,
    last: record.last,
    digest: record.digest,
    row_schema_version: record.rowSchemaVersion,
    frame_bytes: record.frameBytes,
    ...(record.plan && { bounds: [...record.plan.bounds] }),
    ...(record.plan?.refused !== undefined && { refused: record.plan.refused }),
  };
  return JSON.stringify(stored);
}

/**
 * Parses committed metadata. Returns `undefined` if it is empty. Throws BLOCK_RECORD_UNREADABLE for any other string
 * that is not a record. Guessing the record could store a block twice, so the consumer stops and an operator must
 * decide.
 */
export function parseBlockRecord(partition: number, metadata: string): BlockRecord | undefined {
  if (metadata === '') {
    return undefined;
  }
  const parsed = storedRecord.safeParse(parseJson(metadata));
  if (!parsed.success || !isConsistent(parsed.data)) {
    throw new AppError(
      'BLOCK_RECORD_UNREADABLE',
      `the metadata committed for partition ${partition} is not a block record of this version`,
      { retryable: false },
    );
  }
  return fromStored(partition, parsed.data);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // the caller reports an unreadable record
  }
}

/** Returns whether offsets and bounds are in order, which the schema cannot express. */
function isConsistent({ first, last, bounds = [] }: StoredRecord): boolean {
  const isAscending = bounds.every((bound, i) => i === 0 || bound >= (bounds[i - 1] ?? bound));
  return first <= last && isAscending;
}

function fromStored(partition: number, stored: StoredRecord): BlockRecord {
  const { bounds, refused } = stored;
  return {
    partition,
    first: stored.first,
    last: stored.last,
    digest: stored.digest,
    rowSchemaVersion: stored.row_schema_version,
    frameBytes: stored.frame_bytes,
    ...(bounds && { plan: { bounds, ...(refused !== undefined && { refused }) } }),
  };
}
