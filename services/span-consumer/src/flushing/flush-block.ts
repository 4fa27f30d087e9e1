import { AppError } from '@spanhouse/service-runtime';
import { type CommittedPosition, deletedTraceOf } from '@spanhouse/span-log/subscription';
import { toLogOffset } from '@spanhouse/span-row';
import type { LedgerEntry } from '@spanhouse/trace-store/writer';
import type { BisectPlan } from '../blocks/bisect-plan.js';
import type { BlockRecord } from '../blocks/block-record.js';
import { foreignLetters, isBlockReadable } from '../blocks/block-rows.js';
import { encodeCommitMetadata } from '../blocks/commit-metadata.js';
import { deduplicationToken } from '../blocks/deduplication-token.js';
import type { SpanBatchBlock } from '../blocks/span-batch.js';
import { type Bisection, bisectBlock } from './bisect-block.js';
import { putDeadLetters, settleRetries } from './change-dead-letters.js';
import { commitPosition } from './commit-position.js';
import type { FlushContext } from './flush-context.js';
import { insertBlock, repeatWrite } from './insert-block.js';
import { retryOperation } from './retry-operation.js';

export interface FlushJob {
  readonly block: SpanBatchBlock;
  /** The block's record, if an earlier owner or the commit of the previous block has already committed it. */
  readonly recorded: BlockRecord | undefined;
  /** True if an earlier owner recorded the block and may have stored it. */
  readonly isReplay: boolean;
  /**
   * Takes the next block if it is due when this block is stored. The commit of this block then contains the next
   * block's record.
   */
  readonly takeNext: () => SpanBatchBlock | undefined;
}

export type FlushOutcome =
  | {
      readonly status: 'stored';
      readonly deadLetteredRows: number;
      /** The block that `takeNext` returned. Its record is committed. */
      readonly next: SpanBatchBlock | undefined;
      /** The committed position after the block. */
      readonly committed: CommittedPosition;
    }
  | { readonly status: 'lost' };

/**
 * Stores one block in four steps:
 * - commits the block's range as a record;
 * - inserts the block and hands its entries to the ledger;
 * - settles the dead letters that the block retried;
 * - commits the offset after the block.
 *
 * After a crash at any point, the next owner of the partition stores exactly the same block under the same token.
 * Failures are retried if a retry can succeed. Throws when the signal aborts and on faults that an operator must
 * resolve.
 */
export async function flushBlock(job: FlushJob, context: FlushContext): Promise<FlushOutcome> {
  const { block, isReplay, recorded } = job;
  if (recorded === undefined && !(await record(block, undefined, context))) {
    return { status: 'lost' };
  }
  const [stored] = await Promise.all([
    storeMessages({ block, isReplay, plan: recorded?.plan }, context),
    enterMessages(block, context),
  ]);
  if (stored.status === 'lost') {
    return stored;
  }
  // If a plan is recorded, an earlier attempt may have refused rows that this attempt does not see.
  if (stored.deadLetteredRows === 0 && recorded?.plan === undefined) {
    await settleRetries(block, context);
  }
  const next = job.takeNext();
  const { partition, last } = block;
  const committed = {
    partition,
    offset: last + 1,
    metadata: metadataOf(partition, next && recordOf(next), context),
  };
  if ((await commitPosition(committed, context)) === 'lost') {
    return { status: 'lost' };
  }
  return { status: 'stored', deadLetteredRows: stored.deadLetteredRows, next, committed };
}

/** Returns the record of a block that has not been refused. */
export function recordOf(block: SpanBatchBlock): BlockRecord {
  const { partition, first, last, digest, rowSchemaVersion, frameBytes } = block;
  return { partition, first, last, digest, rowSchemaVersion, frameBytes };
}

function metadataOf(
  partition: number,
  record: BlockRecord | undefined,
  { carrier }: FlushContext,
): string {
  return encodeCommitMetadata({ record, carried: carrier.carried(partition) });
}

async function record(
  block: SpanBatchBlock,
  plan: BisectPlan | undefined,
  context: FlushContext,
): Promise<boolean> {
  const { partition, first: offset } = block;
  if (plan !== undefined) {
    // A plan may need the metadata space that entries occupy. Therefore all entries, including this block's, go into
    // the ledger first.
    await enterCarried(partition, context);
  }
  const metadata = metadataOf(partition, { ...recordOf(block), ...(plan && { plan }) }, context);
  return (await commitPosition({ partition, offset, metadata }, context)) === 'committed';
}

/** Stores the messages of a block according to their kind. */
function storeMessages(
  storing: Pick<Bisection, 'block' | 'isReplay' | 'plan'>,
  context: FlushContext,
): ReturnType<typeof bisectBlock> {
  const { block } = storing;
  if (block.isDeletes) {
    return storeDeletes(block, context);
  }
  return block.isForeign ? setAside(block, context) : storeBlock(storing, context);
}

/**
 * Inserts a block as a whole, and bisects it if ClickHouse refuses it. If a plan is already recorded, continues that
 * bisection instead.
 */
async function storeBlock(
  { block, isReplay, plan }: Pick<Bisection, 'block' | 'isReplay' | 'plan'>,
  context: FlushContext,
): ReturnType<typeof bisectBlock> {
  let reason = '';
  if (plan === undefined) {
    const outcome = await insertWhole(block, isReplay, context);
    context.observer.storeAnswered();
    if (outcome.status === 'written') {
      return { status: 'stored', deadLetteredRows: 0 };
    }
    reason = `${outcome.code}: ${outcome.reason}`;
    const { partition, first, last } = block;
    context.logger.warn(
      { partition, first, last, reason },
      'block refused, searching for the refused rows',
    );
  }
  if (!(await context.unpacking.acquire(1, context.signal))) {
    context.signal.throwIfAborted();
  }
  try {
    const bisection = {
      block,
      plan,
      isReplay: isReplay && plan !== undefined,
      reason,
      record: (next: BisectPlan) => record(block, next, context),
    };
    return await bisectBlock(bisection, context);
  } finally {
    context.unpacking.release(1);
  }
}

/** Stores a block of deletions. ClickHouse never refuses single rows of such a block. */
async function storeDeletes(block: SpanBatchBlock, context: FlushContext) {
  await insertTombstones(block, context);
  context.observer.storeAnswered();
  return { status: 'stored', deadLetteredRows: 0 } as const;
}

/**
 * Turns messages from other programs into dead letters. Waiting for a newer version would be useless, because no
 * version can read them.
 */
async function setAside(block: SpanBatchBlock, context: FlushContext) {
  await putDeadLetters(foreignLetters(block), context);
  return { status: 'stored', deadLetteredRows: 0 } as const;
}

/** Sends the frames of a block unchanged as one insert. */
function insertWhole(block: SpanBatchBlock, isReplay: boolean, context: FlushContext) {
  const log = context.subscription;
  const written = {
    frames: block.messages.map(({ frame }) => frame),
    rowSchemaVersion: block.rowSchemaVersion,
    logPartition: block.partition,
    logOffset: toLogOffset(log.generation, block.first),
    rowsAtOffset: block.rowCount,
    uncompressedBytes: block.uncompressedBytes,
    deduplicationToken: deduplicationToken(log, block),
  };
  const isReadable = () => isBlockReadable(block, context.frameRows);
  return insertBlock({ block: written, isReplay, isReadable }, context);
}

/** Writes the deletions of a block as tombstones. Retries like `insertBlock`. Throws if ClickHouse refuses them. */
async function insertTombstones(block: SpanBatchBlock, context: FlushContext): Promise<void> {
  const log = context.subscription;
  const tombstones = block.messages.flatMap((message) => {
    const traceId = deletedTraceOf(message);
    const { projectId } = message.headers;
    // A tombstone hides the rows that precede it in the log.
    const logOffset = toLogOffset(log.generation, message.offset);
    return traceId === undefined ? [] : [{ projectId, traceId, logOffset }];
  });
  const written = { logPartition: block.partition, tombstones };
  const outcome = await repeatWrite(
    {
      partition: block.partition,
      block: deduplicationToken(log, block),
      attempt: () => context.writer.writeTombstones(written, context.signal),
    },
    context,
  );
  if (outcome.status === 'refused') {
    const { code, reason } = outcome;
    throw new AppError('INSERT_FAILED', `ClickHouse refuses a deletion: ${code}: ${reason}`);
  }
}

/**
 * Hands the ledger entries of a recorded block to the carrier (docs/adr/155). Resolves when the next commit can carry
 * the entries or the ledger has them. The offset after the block MUST NOT be committed earlier, because the embedded
 * log removes the messages after the commit.
 */
async function enterMessages(block: SpanBatchBlock, context: FlushContext): Promise<void> {
  const { carrier, subscription } = context;
  carrier.add(block.partition, toEntries(block, subscription));
  await enterUntil(() => carrier.isCarriable(block.partition), context);
}

/** Enters all carried blocks of a partition into the ledger, so that the next commit has room for other metadata. */
async function enterCarried(partition: number, context: FlushContext): Promise<void> {
  await enterUntil(() => context.carrier.carried(partition).length === 0, context);
}

/**
 * Enters the blocks of all partitions into the ledger until `isDone` returns true. Retries while ClickHouse is
 * unavailable.
 */
async function enterUntil(isDone: () => boolean, context: FlushContext): Promise<void> {
  const enter = async () => {
    while (!isDone()) {
      context.signal.throwIfAborted();
      await context.carrier.enter();
    }
  };
  await retryOperation('ledger', enter, context);
}

function toEntries(
  { messages, partition, first }: SpanBatchBlock,
  { logId, generation }: Pick<FlushContext['subscription'], 'logId' | 'generation'>,
): readonly LedgerEntry[] {
  const blockOffset = toLogOffset(generation, first);
  return messages.map(({ offset, headers }) => ({
    logId,
    logPartition: partition,
    logOffset: toLogOffset(generation, offset),
    blockOffset,
    projectId: headers.projectId,
    receivedAt: headers.receivedAt,
    isRetry: headers.retryOf !== undefined,
    spanCount: headers.spanCount,
    retentionDays: headers.retentionDays,
    origin: headers.origin,
  }));
}
