import type { Clock, Logger } from '@spanhouse/service-runtime';
import type { Consumer } from 'kafkajs';
import type { KafkaConfig } from '../kafka-config.js';
import type { SpanSubscription } from '../span-subscription.js';
import { GroupMember } from './group-member.js';
import { createKafkaClient, memberRetryOptions, roundRobinWithJoin } from './kafka-client.js';
import { toLogUnavailable } from './kafka-error.js';
import { readIdentity } from './kafka-topics.js';

export interface KafkaSubscriptionOptions {
  readonly config: KafkaConfig;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** A rebalance is noticed by the next heartbeat: with the default session after a second at most. */
const heartbeatsPerSession = 30;

/**
 * One member of the consumer group KAFKA_GROUP_ID. Rejects with a retryable AppError while Kafka is
 * away or the topics are not made.
 */
export const createKafkaSpanSubscription = async (
  options: KafkaSubscriptionOptions,
): Promise<SpanSubscription> => {
  const { config, logger } = options;
  const kafka = createKafkaClient(config, logger);
  const admin = kafka.admin();
  try {
    await admin.connect();
    const identity = await readIdentity(admin, config.KAFKA_TOPIC);
    const createConsumer = (mayJoin: () => boolean): Consumer =>
      kafka.consumer({
        groupId: config.KAFKA_GROUP_ID,
        partitionAssigners: [roundRobinWithJoin(mayJoin)],
        sessionTimeout: config.KAFKA_SESSION_TIMEOUT_MS,
        heartbeatInterval: Math.floor(config.KAFKA_SESSION_TIMEOUT_MS / heartbeatsPerSession),
        maxWaitTimeInMs: config.KAFKA_FETCH_MAX_WAIT_MS,
        maxBytes: config.KAFKA_FETCH_MAX_BYTES,
        maxBytesPerPartition: config.KAFKA_FETCH_PARTITION_MAX_BYTES,
        allowAutoTopicCreation: false,
        retry: memberRetryOptions,
      });
    return new GroupMember({ ...options, admin, identity, createConsumer });
  } catch (error) {
    await admin.disconnect();
    throw toLogUnavailable(error, `Kafka at ${config.KAFKA_BROKERS.join(', ')} does not answer`);
  }
};
