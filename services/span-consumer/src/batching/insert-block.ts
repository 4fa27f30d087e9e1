import { AppError } from '@spanhouse/service-runtime';
import type { SpanBlock, WriteOutcome } from '@spanhouse/trace-store/writer';
import type { FlushContext } from './flush-context.js';

export type InsertOutcome = Extract<WriteOutcome, { status: 'written' | 'refused' }>;

type Failure = Extract<WriteOutcome, { status: 'retryable' | 'unknown' }>;

/**
 * Writes one block, the same bytes under the same token at every attempt, until ClickHouse has
 * decided. Failures nobody knows are repeated for `unknownErrorGraceMs`; after that this throws,
 * and the consumer stops rather than drop anything. `isReadable` is asked at the first of them:
 * ClickHouse has many ways to say that a frame is broken.
 */
export async function insertBlock(
  block: SpanBlock,
  context: FlushContext,
  isReadable: () => Promise<boolean>,
): Promise<InsertOutcome> {
  const backoff = context.createBackoff();
  let unknownSinceMs: number | undefined;
  for (;;) {
    context.signal.throwIfAborted();
    const outcome = await context.writer.write(block, context.signal);
    context.signal.throwIfAborted();
    if (isDecided(outcome)) return outcome;
    const isFirstUnknown = outcome.status === 'unknown' && unknownSinceMs === undefined;
    if (isFirstUnknown && !(await isReadable())) return { ...outcome, status: 'refused' };
    unknownSinceMs = unknownSince(outcome, unknownSinceMs, context);
    await pause(block, outcome, { context, delayMs: backoff.nextDelayMs() });
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
  block: SpanBlock,
  failure: Failure,
  { context, delayMs }: { context: FlushContext; delayMs: number },
): Promise<void> {
  context.observer.retried('insert', failure.code);
  const { logPartition: partition, deduplicationToken } = block;
  const { code, reason, status } = failure;
  context.logger.warn(
    { partition, deduplicationToken, code, reason, status, delayMs },
    'insert delayed',
  );
  await context.clock.sleep(delayMs, context.signal);
}
