import { AppError, type Clock, createBackoff, type Logger } from '@spanhouse/service-runtime';
import type { Admin, ITopicConfig } from 'kafkajs';
import type { KafkaConfig } from '../kafka-config.js';
import {
  createLogId,
  deadLetterTopicOf,
  identityAmong,
  identityTopicOf,
  type LogIdentity,
  maxGeneration,
} from '../topics.js';
import { createKafkaClient } from './kafka-client.js';
import { kafkaErrorType, toLogUnavailable } from './kafka-error.js';

export interface EnsureTopicsOptions {
  readonly config: KafkaConfig;
  /** Asked when the log is new: a number larger than that of every log the store has rows of. */
  readonly generationForNewLog: () => Promise<number>;
  readonly clock: Clock;
  readonly logger: Logger;
}

/**
 * Makes the topics that are missing, and a new identity when the topic of the spans is one of them.
 * Running it again changes nothing. Two runs at the same time agree on one identity only after both
 * have ended: the caller holds a lock. Rejects with a retryable AppError while Kafka is away.
 */
export const ensureTopics = (options: EnsureTopicsOptions): Promise<LogIdentity> => {
  const { config, logger } = options;
  const topic = config.KAFKA_TOPIC;
  return withAdmin(options, async (admin) => {
    const names = await admin.listTopics();
    const known = identityAmong(names, topic);
    const isMissing = !names.includes(topic);
    let identity = known;
    if (identity === undefined || isMissing) {
      // First the identity: a run that ends between the two makes another one, and no topic is
      // ever older than its identity says.
      const partitionCount = isMissing
        ? config.KAFKA_PARTITIONS
        : await countPartitions(admin, topic);
      identity = { ...(await makeIdentity(known, options)), partitionCount };
      await create(admin, [identityTopic(identity, config)], options);
      logger.info({ topic, ...identity }, 'log identity made');
    }
    const wanted = [spanTopic(config), deadLetterTopic(config)];
    await create(
      admin,
      wanted.filter((candidate) => !names.includes(candidate.topic)),
      options,
    );
    if (!isMissing) await warnOfOtherPartitions(admin, { identity, ...options });
    return identity;
  });
};

/** Rejects with a retryable AppError when the topics are not there, or Kafka is not. */
export const readLogIdentity = (options: {
  readonly config: KafkaConfig;
  readonly logger: Logger;
}): Promise<LogIdentity> =>
  withAdmin(options, (admin) => readIdentity(admin, options.config.KAFKA_TOPIC));

export const readIdentity = async (admin: Admin, topic: string): Promise<LogIdentity> => {
  const names = await admin.listTopics();
  const identity = identityAmong(names, topic);
  if (identity !== undefined && names.includes(topic)) return identity;
  throw new AppError(
    'LOG_NOT_PREPARED',
    `the topic ${topic} does not exist or has no identity: run schema-migrator first`,
    { retryable: true },
  );
};

const withAdmin = async <Result>(
  { config, logger }: { readonly config: KafkaConfig; readonly logger: Logger },
  use: (admin: Admin) => Promise<Result>,
): Promise<Result> => {
  const admin = createKafkaClient(config, logger).admin();
  try {
    await admin.connect();
    return await use(admin);
  } catch (error) {
    throw toLogUnavailable(error, `Kafka at ${config.KAFKA_BROKERS.join(', ')} does not answer`);
  } finally {
    await admin.disconnect();
  }
};

const makeIdentity = async (
  known: LogIdentity | undefined,
  { generationForNewLog }: EnsureTopicsOptions,
): Promise<Omit<LogIdentity, 'partitionCount'>> => {
  const generation = Math.max((known?.generation ?? 0) + 1, await generationForNewLog());
  if (Number.isInteger(generation) && generation <= maxGeneration) {
    return { logId: createLogId(), generation };
  }
  throw new AppError('LOG_UNAVAILABLE', `a log cannot have the generation ${generation}`);
};

const spanTopic = (config: KafkaConfig): ITopicConfig => ({
  topic: config.KAFKA_TOPIC,
  numPartitions: config.KAFKA_PARTITIONS,
  replicationFactor: config.KAFKA_REPLICATION_FACTOR,
  configEntries: [
    { name: 'cleanup.policy', value: 'delete' },
    { name: 'compression.type', value: 'producer' },
    { name: 'max.message.bytes', value: String(config.KAFKA_MAX_MESSAGE_BYTES) },
    { name: 'retention.ms', value: String(config.KAFKA_RETENTION_MS) },
    ...durabilityOf(config),
  ],
});

const deadLetterTopic = (config: KafkaConfig): ITopicConfig => ({
  topic: deadLetterTopicOf(config.KAFKA_TOPIC),
  numPartitions: 1,
  replicationFactor: config.KAFKA_REPLICATION_FACTOR,
  configEntries: [
    { name: 'cleanup.policy', value: 'delete' },
    { name: 'max.message.bytes', value: String(config.KAFKA_MAX_MESSAGE_BYTES) },
    { name: 'retention.ms', value: '-1' }, // an operator looks at them, then deletes them
    ...durabilityOf(config),
  ],
});

const identityTopic = (identity: LogIdentity, config: KafkaConfig): ITopicConfig => ({
  topic: identityTopicOf(config.KAFKA_TOPIC, identity),
  numPartitions: 1,
  replicationFactor: config.KAFKA_REPLICATION_FACTOR,
});

/** With one replica in sync, acks=all would be acknowledged by a single disk. */
const durabilityOf = (config: KafkaConfig): { name: string; value: string }[] =>
  config.KAFKA_REPLICATION_FACTOR >= 3 ? [{ name: 'min.insync.replicas', value: '2' }] : [];

const createAttempts = 6;

/** Right after a broker's start, waiting for the leaders may fail though the topics are made. */
const create = async (
  admin: Admin,
  topics: ITopicConfig[],
  { clock }: EnsureTopicsOptions,
): Promise<void> => {
  const backoff = createBackoff({ initialMs: 100, maxMs: 2000 });
  for (let attempt = 1; topics.length > 0; attempt += 1) {
    try {
      await admin.createTopics({ topics, waitForLeaders: true });
      return;
    } catch (error) {
      const isRepeatable = kafkaErrorType(error) === 'UNKNOWN_TOPIC_OR_PARTITION';
      if (!isRepeatable || attempt === createAttempts) throw error;
    }
    await clock.sleep(backoff.nextDelayMs());
  }
};

export const countPartitions = async (admin: Admin, topic: string): Promise<number> => {
  const { topics } = await admin.fetchTopicMetadata({ topics: [topic] });
  return topics[0]?.partitions.length ?? 0;
};

const warnOfOtherPartitions = async (
  admin: Admin,
  { config, logger, identity }: EnsureTopicsOptions & { readonly identity: LogIdentity },
): Promise<void> => {
  const topic = config.KAFKA_TOPIC;
  const partitions = await countPartitions(admin, topic);
  const { partitionCount: used } = identity;
  if (partitions !== used || config.KAFKA_PARTITIONS !== used) {
    logger.warn(
      { topic, used, partitions, wanted: config.KAFKA_PARTITIONS },
      'the log keeps the partitions it was made with',
    );
  }
};
