import { AppError } from '@spanhouse/service-runtime';
import { deletedTraceOf } from '@spanhouse/span-log/subscription';
import { deduplicationToken, storedLogOffset } from './deduplication-token.js';
import type { FlushContext } from './flush-context.js';
import { repeatWrite } from './insert-block.js';
import type { SpanBatchBlock } from './span-batch.js';

/** Writes the deletions of a block, as insertBlock writes rows: until ClickHouse has taken them. */
export async function insertTombstones(
  block: SpanBatchBlock,
  context: FlushContext,
): Promise<void> {
  const log = context.subscription;
  const tombstones = block.messages.flatMap((message) => {
    const traceId = deletedTraceOf(message);
    const { projectId } = message.headers;
    const logOffset = storedLogOffset(log, message.offset);
    return traceId === undefined ? [] : [{ projectId, traceId, logOffset }];
  });
  const written = { logPartition: block.partition, tombstones };
  const outcome = await repeatWrite(
    {
      partition: block.partition,
      block: deduplicationToken(log, block),
      attempt: () => context.writer.writeTombstones(written, context.signal),
      isReadable: () => Promise.resolve(true),
    },
    context,
  );
  if (outcome.status === 'refused') {
    const { code, reason } = outcome;
    throw new AppError('INSERT_FAILED', `ClickHouse refuses a deletion: ${code}: ${reason}`);
  }
}
