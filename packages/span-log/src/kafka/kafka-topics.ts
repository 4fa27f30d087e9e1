import { AppError, createBackoff } from '@spanhouse/service-runtime';
import type { Admin, ITopicConfig } from 'kafkajs';
import type { KafkaConfig } from '../kafka-config.js';
import { LETTER_HEADER_BYTES } from '../messages/dead-letter-headers.js';
import {
  createLogId,
  deadLetterTopicOf,
  identityAmong,
  identityTopicOf,
  type LogIdentity,
  MAX_GENERATION,
} from '../topics.js';
import { createKafkaClient, type KafkaOptions } from './client/kafka-client.js';
import { kafkaErrorType, toKafkaUnavailable } from './client/kafka-error.js';

export interface EnsureTopicsOptions extends KafkaOptions {
  /**
   * Called when a log is created. Resolves with a generation that is higher than the generation of every row in the
   * store.
   */
  readonly generationForNewLog: () => Promise<number>;
}

/**
 * Creates the missing topics, and a new identity if the spans topic is missing. Running it again changes nothing. The
 * caller MUST hold a lock: concurrent runs may create two identities, and different readers may see different
 * identities until both runs have ended. Rejects with a retryable AppError while Kafka is unavailable.
 */
export function ensureTopics(options: EnsureTopicsOptions): Promise<LogIdentity> {
  const { config, logger } = options;
  const topic = config.KAFKA_TOPIC;
  return withAdmin(options, async (admin) => {
    const names = await listTopics(admin, options);
    const known = identityAmong(names, topic);
    const isMissing = !names.includes(topic);
    const replicas = await replicasOfNewTopics(admin, config);
    let identity = known;
    if (identity === undefined || isMissing) {
      // The identity is created first, so no topic is older than its identity. If a run stops between the two steps,
      // the next run creates another identity.
      const partitionCount = isMissing
        ? config.KAFKA_PARTITIONS
        : await countPartitions(admin, topic);
      identity = { ...(await makeIdentity(known, options)), partitionCount };
      await create(admin, [identityTopic(identity, config, replicas)], options);
      logger.info({ topic, ...identity }, 'log identity created');
    }
    const wanted = [spanTopic(config, replicas), deadLetterTopic(config, replicas)];
    await create(
      admin,
      wanted.filter((candidate) => !names.includes(candidate.topic)),
      options,
    );
    if (!isMissing) {
      await warnOfOtherPartitions(admin, { identity, ...options });
    }
    return identity;
  });
}

/**
 * Reads the identity of the log. Rejects with a retryable AppError while Kafka is unavailable or the topics do not
 * exist.
 */
export function readLogIdentity(options: KafkaOptions): Promise<LogIdentity> {
  return withAdmin(options, (admin) => readIdentity(admin, options));
}

/** Reads the identity of the log over the caller's connection. */
export async function readIdentity(
  admin: Admin,
  options: Pick<KafkaOptions, 'config' | 'clock'>,
): Promise<LogIdentity> {
  const topic = options.config.KAFKA_TOPIC;
  const names = await listTopics(admin, options);
  const identity = identityAmong(names, topic);
  if (identity !== undefined && names.includes(topic)) {
    return identity;
  }
  throw new AppError(
    'LOG_NOT_PREPARED',
    `the topic ${topic} does not exist or has no identity: run schema-migrator first`,
    { retryable: true },
  );
}

/** Time after which no further attempt to list the topics begins. */
const LIST_RETRY_MS = 10_000;

/**
 * Lists all topics of the cluster. While one of them elects a leader, kafkajs fails with a TypeError. Such a failure is
 * retried.
 */
async function listTopics(
  admin: Admin,
  { clock }: Pick<KafkaOptions, 'clock'>,
): Promise<readonly string[]> {
  const endMs = clock.monotonicMs() + LIST_RETRY_MS;
  const backoff = createBackoff({ initialMs: 100, maxMs: 2000 });
  for (;;) {
    try {
      return await admin.listTopics();
    } catch (error) {
      if (!(error instanceof TypeError) || clock.monotonicMs() >= endMs) {
        throw error;
      }
    }
    await clock.sleep(backoff.nextDelayMs());
  }
}

/** Connects an admin client for a single call of `use`. */
export function withAdmin<Result>(
  options: Omit<KafkaOptions, 'clock'>,
  use: (admin: Admin) => Promise<Result>,
): Promise<Result> {
  return keepAdmin(options, async (admin) => {
    const result = await use(admin);
    await admin.disconnect();
    return result;
  });
}

/** Connects an admin client and keeps it connected if `use` succeeds. Rejects with a retryable AppError. */
export async function keepAdmin<Result>(
  { config, logger }: Omit<KafkaOptions, 'clock'>,
  use: (admin: Admin) => Promise<Result>,
): Promise<Result> {
  const admin = createKafkaClient(config, logger).admin();
  try {
    await admin.connect();
    return await use(admin);
  } catch (error) {
    await admin.disconnect();
    throw toKafkaUnavailable(error, config);
  }
}

/** Builds an identity with a generation above every known generation. */
async function makeIdentity(
  known: LogIdentity | undefined,
  { generationForNewLog }: EnsureTopicsOptions,
): Promise<Omit<LogIdentity, 'partitionCount'>> {
  const generation = Math.max((known?.generation ?? 0) + 1, await generationForNewLog());
  if (Number.isInteger(generation) && generation <= MAX_GENERATION) {
    return { logId: createLogId(), generation };
  }
  throw new AppError('LOG_UNAVAILABLE', `a log cannot have the generation ${generation}`);
}

const DEFAULT_REPLICAS = 3;

/** Returns KAFKA_REPLICATION_FACTOR. The default is three, or the number of brokers if there are fewer than three. */
async function replicasOfNewTopics(admin: Admin, config: KafkaConfig): Promise<number> {
  if (config.KAFKA_REPLICATION_FACTOR > 0) {
    return config.KAFKA_REPLICATION_FACTOR;
  }
  const { brokers } = await admin.describeCluster();
  return Math.min(DEFAULT_REPLICAS, Math.max(1, brokers.length));
}

function spanTopic(config: KafkaConfig, replicas: number): ITopicConfig {
  return {
    topic: config.KAFKA_TOPIC,
    numPartitions: config.KAFKA_PARTITIONS,
    replicationFactor: replicas,
    configEntries: [
      { name: 'cleanup.policy', value: 'delete' },
      { name: 'compression.type', value: 'producer' },
      { name: 'max.message.bytes', value: String(config.KAFKA_MAX_MESSAGE_BYTES) },
      { name: 'retention.ms', value: String(config.KAFKA_RETENTION_MS) },
      ...durabilitySettings(replicas),
    ],
  };
}

function deadLetterTopic(config: KafkaConfig, replicas: number): ITopicConfig {
  return {
    topic: deadLetterTopicOf(config.KAFKA_TOPIC),
    numPartitions: 1,
    replicationFactor: replicas,
    configEntries: [
      { name: 'cleanup.policy', value: 'delete' },
      { name: 'max.message.bytes', value: String(letterBytes(config)) },
      { name: 'retention.ms', value: '-1' }, // kept until an operator deletes them
      ...durabilitySettings(replicas),
    ],
  };
}

/** Returns the size limit of a letter. A letter holds all bytes of a message and additional headers. */
export function letterBytes(config: Pick<KafkaConfig, 'KAFKA_MAX_MESSAGE_BYTES'>): number {
  return config.KAFKA_MAX_MESSAGE_BYTES + LETTER_HEADER_BYTES;
}

function identityTopic(identity: LogIdentity, config: KafkaConfig, replicas: number): ITopicConfig {
  return {
    topic: identityTopicOf(config.KAFKA_TOPIC, identity),
    numPartitions: 1,
    replicationFactor: replicas,
  };
}

/** Returns the settings for which the broker's defaults would not keep acknowledged messages safe. */
function durabilitySettings(replicas: number): { name: string; value: string }[] {
  return [
    // With a minimum of 1, a single in-sync replica could acknowledge a message. With 2 replicas, a minimum of 2 would
    // stop all writes while a broker restarts.
    { name: 'min.insync.replicas', value: replicas >= 3 ? '2' : '1' },
    { name: 'unclean.leader.election.enable', value: 'false' },
    { name: 'retention.bytes', value: '-1' },
    // The retention time is measured from the message's arrival at the broker, so the gateway's clock has no effect.
    { name: 'message.timestamp.type', value: 'LogAppendTime' },
  ];
}

const CREATE_ATTEMPTS = 6;

/**
 * Creates topics with retries. Shortly after a broker has started, the wait for leaders may fail although the topics
 * exist.
 */
async function create(
  admin: Admin,
  topics: ITopicConfig[],
  { clock }: EnsureTopicsOptions,
): Promise<void> {
  const backoff = createBackoff({ initialMs: 100, maxMs: 2000 });
  for (let attempt = 1; topics.length > 0; attempt += 1) {
    try {
      await admin.createTopics({ topics, waitForLeaders: true });
      return;
    } catch (error) {
      const isRepeatable = kafkaErrorType(error) === 'UNKNOWN_TOPIC_OR_PARTITION';
      if (!isRepeatable || attempt === CREATE_ATTEMPTS) {
        throw error;
      }
    }
    await clock.sleep(backoff.nextDelayMs());
  }
}

/** Returns the current number of partitions, or 0 for an unknown topic. */
export async function countPartitions(admin: Admin, topic: string): Promise<number> {
  const { topics } = await admin.fetchTopicMetadata({ topics: [topic] });
  return topics[0]?.partitions.length ?? 0;
}

/** Logs a warning if the topic or the configuration has a different number of partitions than the log. */
async function warnOfOtherPartitions(
  admin: Admin,
  { config, logger, identity }: EnsureTopicsOptions & { readonly identity: LogIdentity },
): Promise<void> {
  const topic = config.KAFKA_TOPIC;
  const partitions = await countPartitions(admin, topic);
  const { partitionCount: used } = identity;
  if (partitions !== used || config.KAFKA_PARTITIONS !== used) {
    logger.warn(
      { topic, used, partitions, wanted: config.KAFKA_PARTITIONS },
      'the log keeps the number of partitions that it was created with',
    );
  }
}
