import { AppError } from '@spanhouse/service-runtime';
import type { DeadLetter } from '@spanhouse/span-log/dead-letters';
import type { SpanBatchBlock } from '../blocks/span-batch.js';
import type { FlushContext } from './flush-context.js';

/** Writes dead letters and retries while the sink is unavailable. Other faults are thrown. */
export async function putDeadLetters(
  letters: readonly DeadLetter[],
  context: FlushContext,
): Promise<void> {
  await untilDone(() => context.deadLetters.put(letters), context);
  for (const { origin, firstRow, rowCount, stage, reason } of letters) {
    context.observer.deadLettered(stage, rowCount);
    context.logger.error({ origin, firstRow, rowCount, stage, reason }, 'spans dead-lettered');
  }
}

/** Settles the dead letters that the messages of a stored block sent again, like `putDeadLetters`. */
export async function settleRetries(
  { messages }: Pick<SpanBatchBlock, 'messages'>,
  context: FlushContext,
): Promise<void> {
  const retries = messages.flatMap(({ partition, offset, headers: { retryOf: letterId } }) =>
    letterId === undefined ? [] : [{ letterId, origin: { partition, offset } }],
  );
  if (retries.length === 0) {
    return;
  }
  await untilDone(() => context.deadLetters.settle(retries), context);
  context.observer.settled(retries.length);
  context.logger.info({ retries: retries.length }, 'dead letters settled');
}

async function untilDone(change: () => Promise<void>, context: FlushContext): Promise<void> {
  const backoff = context.createBackoff();
  while (!(await isDone(change, context))) {
    await context.clock.sleep(backoff.nextDelayMs(), context.signal);
  }
}

/** Tries a change of the dead letters once; false after a retryable failure. */
async function isDone(change: () => Promise<void>, context: FlushContext): Promise<boolean> {
  context.signal.throwIfAborted();
  try {
    await change();
    context.signal.throwIfAborted();
    return true;
  } catch (error) {
    context.signal.throwIfAborted();
    if (!(error instanceof AppError && error.retryable)) {
      throw error;
    }
    context.observer.retried('dead_letter', error.code);
    context.logger.warn({ err: error }, 'dead letters delayed');
    return false;
  }
}
