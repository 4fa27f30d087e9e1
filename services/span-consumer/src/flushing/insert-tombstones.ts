import { AppError } from '@spanhouse/service-runtime';
import { deletedTraceOf } from '@spanhouse/span-log/subscription';
import { toLogOffset } from '@spanhouse/span-row';
import { deduplicationToken } from '../blocks/deduplication-token.js';
import type { SpanBatchBlock } from '../blocks/span-batch.js';
import type { FlushContext } from './flush-context.js';
import { repeatWrite } from './insert-block.js';

/**
 * Writes the deletions of a block as tombstones, with the retries of `insertBlock`. Throws if ClickHouse refuses them.
 */
export async function insertTombstones(
  block: SpanBatchBlock,
  context: FlushContext,
): Promise<void> {
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
