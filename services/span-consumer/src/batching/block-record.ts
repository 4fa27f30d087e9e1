import { AppError } from '@spanhouse/service-runtime';
import { z } from 'zod';
import type { BisectPlan } from './bisect-plan.js';

/** Names the messages of a block, `first` to `last` inclusive, and their bytes. */
export interface BlockRange {
  readonly partition: number;
  readonly first: number;
  readonly last: number;
  readonly digest: string;
}

/**
 * What is written as commit metadata before anything of a block is inserted, so that whoever
 * owns the partition next repeats exactly this block.
 */
export interface BlockRecord extends BlockRange {
  readonly rowSchemaVersion: number;
  /** Bytes of the frames, to be reserved before the block is read again. */
  readonly frameBytes: number;
  /** Present from the moment ClickHouse has refused the block as a whole. */
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

/** Stays below 2,000 bytes: bounds grow with the logarithm of the rows, reasons are cut. */
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
 * `undefined` when nothing was recorded. Anything else that is not a record throws: guessing
 * could store a block twice, so the consumer stops and a person looks.
 */
export function parseBlockRecord(partition: number, metadata: string): BlockRecord | undefined {
  if (metadata === '') return undefined;
  const parsed = storedRecord.safeParse(parseJson(metadata));
  if (!parsed.success || !isConsistent(parsed.data)) {
    throw new AppError(
      'BLOCK_RECORD_UNREADABLE',
      `the metadata committed for partition ${partition} is no block record of this version`,
      { retryable: false },
    );
  }
  return fromStored(partition, parsed.data);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // reported by the caller as an unreadable record
  }
}

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
