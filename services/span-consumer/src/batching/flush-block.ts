import { type Bisection, bisectBlock } from './bisect-block.js';
import type { BisectPlan } from './bisect-plan.js';
import { type BlockRecord, encodeBlockRecord } from './block-record.js';
import { isBlockReadable } from './block-rows.js';
import { commitPosition } from './commit-position.js';
import { deduplicationToken, storedLogOffset } from './deduplication-token.js';
import type { FlushContext } from './flush-context.js';
import { insertBlock } from './insert-block.js';
import { insertTombstones } from './insert-tombstones.js';
import type { SpanBatchBlock } from './span-batch.js';

export interface FlushJob {
  readonly block: SpanBatchBlock;
  /** The block's record, when it is committed already: by an earlier owner, or with the block before. */
  readonly recorded: BlockRecord | undefined;
  /** An earlier owner recorded it, and may have stored it. */
  readonly isReplay: boolean;
  /** The block that is due when this one is stored: its record then rides on the same commit. */
  readonly takeNext: () => SpanBatchBlock | undefined;
}

export type FlushOutcome =
  | {
      readonly status: 'stored';
      readonly deadLetteredRows: number;
      /** Taken from `takeNext`, and recorded. */
      readonly next: SpanBatchBlock | undefined;
    }
  | { readonly status: 'lost' };

/**
 * Record the range, insert, commit: in this order, so that whoever owns the partition after a
 * crash at any point repeats exactly this block under exactly this token. Does not give up while
 * that can help; throws when the context's signal aborts and on faults a person must look at.
 */
export async function flushBlock(job: FlushJob, context: FlushContext): Promise<FlushOutcome> {
  const { block, isReplay, recorded } = job;
  if (recorded === undefined && !(await record(block, undefined, context))) {
    return { status: 'lost' };
  }
  const stored = block.isDeletes
    ? await storeDeletes(block, context)
    : await storeBlock({ block, isReplay, plan: recorded?.plan }, context);
  if (stored.status === 'lost') return stored;
  const next = job.takeNext();
  const outcome = await commitPosition(
    {
      partition: block.partition,
      offset: block.last + 1,
      metadata: next === undefined ? '' : encodeBlockRecord(recordOf(next)),
    },
    context,
  );
  if (outcome === 'lost') return { status: 'lost' };
  return { status: 'stored', deadLetteredRows: stored.deadLetteredRows, next };
}

export function recordOf(block: SpanBatchBlock): BlockRecord {
  const { partition, first, last, digest, rowSchemaVersion, frameBytes } = block;
  return { partition, first, last, digest, rowSchemaVersion, frameBytes };
}

async function record(
  block: SpanBatchBlock,
  plan: BisectPlan | undefined,
  context: FlushContext,
): Promise<boolean> {
  const metadata = encodeBlockRecord({ ...recordOf(block), ...(plan && { plan }) });
  const { partition, first: offset } = block;
  return (await commitPosition({ partition, offset, metadata }, context)) === 'committed';
}

async function storeBlock(
  { block, isReplay, plan }: Pick<Bisection, 'block' | 'isReplay' | 'plan'>,
  context: FlushContext,
): ReturnType<typeof bisectBlock> {
  let reason = '';
  if (plan === undefined) {
    const outcome = await insertWhole(block, isReplay, context);
    context.observer.storeAnswered();
    if (outcome.status === 'written') return { status: 'stored', deadLetteredRows: 0 };
    reason = `${outcome.code}: ${outcome.reason}`;
    const { partition, first, last } = block;
    context.logger.warn({ partition, first, last, reason }, 'block refused, looking for the rows');
  }
  if (!(await context.unpacking.acquire(1, context.signal))) context.signal.throwIfAborted();
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

async function storeDeletes(block: SpanBatchBlock, context: FlushContext) {
  await insertTombstones(block, context);
  context.observer.storeAnswered();
  return { status: 'stored', deadLetteredRows: 0 } as const;
}

function insertWhole(block: SpanBatchBlock, isReplay: boolean, context: FlushContext) {
  const log = context.subscription;
  const written = {
    frames: block.messages.map(({ frame }) => frame),
    rowSchemaVersion: block.rowSchemaVersion,
    logPartition: block.partition,
    logOffset: storedLogOffset(log, block.first),
    rowsAtOffset: block.rowCount,
    deduplicationToken: deduplicationToken(log, block),
  };
  const isReadable = () => isBlockReadable(block, context.frameRows);
  return insertBlock({ block: written, isReplay, isReadable }, context);
}
