import type { DeadLetter } from '@spanhouse/span-log/dead-letters';
import type { SpanBatchBlock } from '../blocks/span-batch.js';
import type { FlushContext } from './flush-context.js';
import { retryOperation } from './retry-operation.js';

/** Writes dead letters. Retries while the sink is unavailable; throws other faults. */
export async function putDeadLetters(
  letters: readonly DeadLetter[],
  context: FlushContext,
): Promise<void> {
  await retryOperation('dead_letter', () => context.deadLetters.put(letters), context);
  for (const { origin, firstRow, rowCount, stage, reason } of letters) {
    context.observer.deadLettered(stage, rowCount);
    context.logger.error({ origin, firstRow, rowCount, stage, reason }, 'spans dead-lettered');
  }
}

/** Settles dead letters after a retry has stored their rows. Retries like `putDeadLetters`. */
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
  await retryOperation('dead_letter', () => context.deadLetters.settle(retries), context);
  context.observer.settled(retries.length);
  context.logger.info({ retries: retries.length }, 'dead letters settled');
}
