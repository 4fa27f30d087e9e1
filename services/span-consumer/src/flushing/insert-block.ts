import { AppError } from '@spanhouse/service-runtime';
import type { SpanBlock, WriteOutcome } from '@spanhouse/trace-store/writer';
import type { FlushContext } from './flush-context.js';

/** The final outcome of a write: ClickHouse has accepted or refused it. */
export type InsertOutcome = Extract<WriteOutcome, { status: 'written' | 'refused' }>;

type Failure = Extract<WriteOutcome, { status: 'retryable' | 'unknown' }>;

export interface InsertJob {
  readonly block: SpanBlock;
  /** True if an earlier owner of the partition may have inserted the block. */
  readonly isReplay: boolean;
  readonly isReadable?: () => Promise<boolean>;
}

/**
 * Writes one block until ClickHouse accepts or refuses it. Each attempt has the same bytes and token. If unknown
 * failures last longer than `unknownErrorGraceMs`, the function throws, and the consumer stops instead of dropping
 * spans. `isReadable` is called at the first unknown failure, because ClickHouse reports damaged frames with many
 * different errors.
 */
export function insertBlock(
  { block, isReplay, ...job }: InsertJob,
  context: FlushContext,
): Promise<InsertOutcome> {
  const { logPartition: partition, deduplicationToken } = block;
  const { writer, signal } = context;
  const attempt = (isRepeated: boolean) =>
    isReplay || isRepeated ? writer.writeAgain(block, signal) : writer.write(block, signal);
  return repeatWrite({ partition, block: deduplicationToken, attempt, ...job }, context);
}

export interface RepeatedWrite {
  readonly partition: number;
  /** Name of the block in logs. */
  readonly block: string;
  readonly attempt: (isRepeated: boolean) => Promise<WriteOutcome>;
  /** Resolves with true if all frames are readable. Without this function, all frames count as readable. */
  readonly isReadable?: () => Promise<boolean>;
}

/** Retries a write according to the rules of `insertBlock`. */
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
    if (isDecided(outcome)) {
      return outcome;
    }
    const isFirstUnknown = outcome.status === 'unknown' && unknownSinceMs === undefined;
    if (isFirstUnknown && (await write.isReadable?.()) === false) {
      return { ...outcome, status: 'refused' };
    }
    unknownSinceMs = unknownSince(outcome, unknownSinceMs, context);
    await pause(write, outcome, { context, delayMs: backoff.nextDelayMs() });
  }
}

function isDecided(outcome: WriteOutcome): outcome is InsertOutcome {
  return outcome.status === 'written' || outcome.status === 'refused';
}

/**
 * Returns the start time of the current series of unknown failures, or undefined after a known failure. Throws if the
 * series lasts too long.
 */
function unknownSince(
  { status, code, reason }: Failure,
  sinceMs: number | undefined,
  { clock, unknownErrorGraceMs }: FlushContext,
): number | undefined {
  const nowMs = clock.monotonicMs();
  if (status === 'retryable') {
    return undefined;
  }
  if (sinceMs === undefined || nowMs - sinceMs < unknownErrorGraceMs) {
    return sinceMs ?? nowMs;
  }
  throw new AppError(
    'INSERT_FAILED',
    `ClickHouse keeps failing with an unknown error: ${code}: ${reason}`,
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
