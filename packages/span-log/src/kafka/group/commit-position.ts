import type { EachBatchPayload } from 'kafkajs';
import { reasonOf } from '../../messages/reason-of.js';
import type { CommitOutcome, CommittedPosition } from '../../span-subscription.js';
import { kafkaErrorType } from '../client/kafka-error.js';

/** The commit function that kafkajs passes to `eachBatch`. Unlike `consumer.commitOffsets`, it never retries. */
export type CommitOffsets = EachBatchPayload['commitOffsetsIfNecessary'];

/** The errors that the group returns for requests of an earlier generation. */
const lostTypes = [
  'ILLEGAL_GENERATION',
  'UNKNOWN_MEMBER_ID',
  'REBALANCE_IN_PROGRESS',
  'FENCED_INSTANCE_ID',
];

/** Commits a position in the current generation. The commit fails if a rebalance happens first. */
export async function commitPosition(
  commitOffsets: CommitOffsets,
  topic: string,
  { partition, offset, metadata }: CommittedPosition,
): Promise<CommitOutcome> {
  const committed = { partition, offset: String(offset), metadata };
  try {
    await commitOffsets({ topics: [{ topic, partitions: [committed] }] });
    return { status: 'committed' };
  } catch (error) {
    return lostTypes.includes(kafkaErrorType(error) ?? '')
      ? { status: 'lost' }
      : { status: 'retryable', reason: reasonOf(error) };
  }
}
