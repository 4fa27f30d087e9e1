import { AppError } from '@spanhouse/service-runtime';
import type { SpanBlock, WriteOutcome } from '@spanhouse/trace-store/writer';
import type { FlushContext } from './flush-context.js';

export type InsertOutcome = Extract<WriteOutcome, { status: 'written' | 'refused' }>;

type Failure = Extract<WriteOutcome, { status: 'retryable' | 'unknown' }>;

export interface InsertJob {
  readonly block: SpanBlock;
  /** An earlier owner of the partition may have inserted it. */
  readonly isReplay: boolean;
  readonly isReadable: () => Promise<boolean>;
}

/**
 * Writes one block, the same bytes under the same token at every attempt, until ClickHouse has
 * decided. Failures nobody knows are repeated for `unknownErrorGraceMs`; after that this throws,
 * and the consumer stops rather than drop anything. `isReadable` is asked at the first of them:
 * ClickHouse has many ways to say that a frame is broken.
 */
export function insertBlock(
  { block, isReplay, isReadable }: InsertJob,
  context: FlushContext,
): Promise<InsertOutcome> {
  const { logPartition: partition, deduplicationToken } = block;
  const { writer, signal } = context;
  const attempt = (isRepeated: boolean) =>
    isReplay || isRepeated ? writer.writeAgain(block, signal) : writer.write(block, signal);
  return repeatWrite({ partition, block: deduplicationToken, attempt, isReadable }, context);
}

export interface RepeatedWrite {
  readonly partition: number;
  /** What logs call it. */
  readonly block: string;
  readonly attempt: (isRepeated: boolean) => Promise<WriteOutcome>;
  readonly isReadable: () => Promise<boolean>;
}

/** The same for whatever is written. */
export async function repeatWrite(
  write: RepeatedWrite,
  context: FlushContext,
): Promise<InsertOutcome> {
  const backoff = context.createBackoff();
  let unknownSinceMs: number | undefined;
  for (let isRepeated = false; ; isRepeated = true) {
    context.signal.throwIfAborted();
    const outcome = await write.attempt(isRepeated);
    context.signal.throwIfAborted();
    if (isDecided(outcome)) return outcome;
    const isFirstUnknown = outcome.status === 'unknown' && unknownSinceMs === undefined;
    if (isFirstUnknown && !(await write.isReadable())) return { ...outcome, status: 'refused' };
    unknownSinceMs = unknownSince(outcome, unknownSinceMs, context);
    await pause(write, outcome, { context, delayMs: backoff.nextDelayMs() });
  }
}

function isDecided(outcome: WriteOutcome): outcome is InsertOutcome {
  return outcome.status === 'written' || outcome.status === 'refused';
}

function unknownSince(
  { status, code, reason }: Failure,
  sinceMs: number | undefined,
  { clock, unknownErrorGraceMs }: FlushContext,
): number | undefined {
  const nowMs = clock.nowMs();
  if (status === 'retryable') return undefined;
  if (sinceMs === undefined || nowMs - sinceMs < unknownErrorGraceMs) return sinceMs ?? nowMs;
  throw new AppError(
    'INSERT_FAILED',
    `ClickHouse keeps failing in a way this version does not know: ${code}: ${reason}`,
  );
}

async function pause(
  { partition, block }: RepeatedWrite,
  failure: Failure,
  { context, delayMs }: { context: FlushContext; delayMs: number },
): Promise<void> {
  context.observer.retried('insert', failure.code);
  const { code, reason, status } = failure;
  context.logger.warn({ partition, block, code, reason, status, delayMs }, 'insert delayed');
  await context.clock.sleep(delayMs, context.signal);
}
