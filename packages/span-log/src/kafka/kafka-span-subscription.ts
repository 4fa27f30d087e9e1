import type { Consumer } from 'kafkajs';
import type { LogReport } from '../log-report.js';
import type { SpanSubscription } from '../span-subscription.js';
import {
  createKafkaClient,
  type KafkaOptions,
  memberRetryOptions,
  roundRobinWithJoin,
} from './client/kafka-client.js';
import { GroupMember } from './group/group-member.js';
import type { StoredPositions } from './group/group-offsets.js';
import { keepAdmin, readIdentity } from './kafka-topics.js';

export type { StoredPositions } from './group/group-offsets.js';

export interface KafkaSubscriptionOptions extends KafkaOptions {
  /** Called when the group has no committed offset in a partition. */
  readonly storedPositions: StoredPositions;
  readonly report: Pick<LogReport, 'offsetsExpired'>;
}

/**
 * Number of heartbeats per session. A member learns of a rebalance at its next heartbeat, which comes within a second
 * if the session timeout has its default.
 */
const HEARTBEATS_PER_SESSION = 30;

/**
 * Prepares a member of the consumer group KAFKA_GROUP_ID. The member joins when `start` is called. Rejects with a
 * retryable AppError while Kafka is unavailable or the topics do not exist.
 */
export function createKafkaSpanSubscription(
  options: KafkaSubscriptionOptions,
): Promise<SpanSubscription> {
  const { config, logger } = options;
  return keepAdmin(options, async (admin) => {
    const identity = await readIdentity(admin, options);
    const createConsumer = (mayJoin: () => boolean): Consumer =>
      createKafkaClient(config, logger).consumer({
        groupId: config.KAFKA_GROUP_ID,
        partitionAssigners: [roundRobinWithJoin(mayJoin)],
        sessionTimeout: config.KAFKA_SESSION_TIMEOUT_MS,
        heartbeatInterval: Math.floor(config.KAFKA_SESSION_TIMEOUT_MS / HEARTBEATS_PER_SESSION),
        maxWaitTimeInMs: config.KAFKA_FETCH_MAX_WAIT_MS,
        maxBytes: config.KAFKA_FETCH_MAX_BYTES,
        maxBytesPerPartition: config.KAFKA_FETCH_PARTITION_MAX_BYTES,
        allowAutoTopicCreation: false,
        retry: memberRetryOptions,
      });
    return new GroupMember({ ...options, admin, identity, createConsumer });
  });
}
