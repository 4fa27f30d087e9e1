import { randomBytes } from 'node:crypto';
import { loadConfig, systemClock } from '@spanhouse/service-runtime';
import { createSilentLogger, waitUntil } from '@spanhouse/service-runtime/testing';
import type { StoredPosition } from '../../src/kafka/group/group-offsets.js';
import { createKafkaCommittedOffsets } from '../../src/kafka/kafka-committed-offsets.js';
import { createKafkaDeadLetterReader } from '../../src/kafka/kafka-dead-letter-reader.js';
import { createKafkaDeadLetterSink } from '../../src/kafka/kafka-dead-letter-sink.js';
import { createKafkaSpanPublisher } from '../../src/kafka/kafka-span-publisher.js';
import { createKafkaSpanSubscription } from '../../src/kafka/kafka-span-subscription.js';
import { ensureTopics, withAdmin } from '../../src/kafka/kafka-topics.js';
import { type KafkaConfig, kafkaConfigFields } from '../../src/kafka-config.js';
import { RecordingListener } from './recording-listener.js';
import type { SpanLogUnderTest } from './span-log-under-test.js';

const logger = createSilentLogger();
const report = { offsetsExpired: () => undefined };

/** Returns a configuration with its own topics and its own group. */
export function configFor(brokers: string, name = randomBytes(6).toString('hex')): KafkaConfig {
  return {
    ...loadConfig(kafkaConfigFields, {
      KAFKA_BROKERS: brokers,
      KAFKA_TOPIC: `span-log-test.${name}`,
      KAFKA_GROUP_ID: `span-log-test-${name}`,
      KAFKA_PARTITIONS: '3',
      KAFKA_FETCH_MAX_WAIT_MS: '50',
      KAFKA_SESSION_TIMEOUT_MS: '6000',
      KAFKA_MAX_MESSAGE_BYTES: String(2 * 1024 * 1024),
      KAFKA_MAX_IN_FLIGHT_BYTES: String(8 * 1024 * 1024),
    }),
  };
}

export function partsOf(config: KafkaConfig) {
  return { config, logger, clock: systemClock, storedPositions: nothingStored, report };
}

function nothingStored(): Promise<ReadonlyMap<number, StoredPosition>> {
  return Promise.resolve(new Map());
}

export function prepare(config: KafkaConfig, generation = 4) {
  return ensureTopics({
    ...partsOf(config),
    generationForNewLog: () => Promise.resolve(generation),
  });
}

export async function kafkaUnderTest(config: KafkaConfig): Promise<SpanLogUnderTest> {
  const parts = partsOf(config);
  const publisher = await createKafkaSpanPublisher(parts);
  const offsets = await createKafkaCommittedOffsets(parts);
  const deadLetters = await createKafkaDeadLetterSink(parts);
  const reader = createKafkaDeadLetterReader(parts);
  const subscription = await createKafkaSpanSubscription(parts);
  const close = async (): Promise<void> => {
    await Promise.all([subscription.close(), publisher.close(), offsets.close()]);
    await Promise.all([deadLetters.close(), reader.close()]);
  };
  return {
    publisher,
    offsets,
    deadLetters,
    subscription,
    reader,
    rebalance: async (listener) => {
      const before = listener.assignments.length;
      const other = await createKafkaSpanSubscription(parts);
      const otherListener = new RecordingListener();
      await other.start(otherListener);
      await Promise.all([otherListener.assigned(), listener.assigned(before + 1)]);
      await other.close();
      const owned = (): number => listener.assignments.at(-1)?.length ?? 0;
      await listener.until(
        () => listener.assignments.length >= before + 2 && owned() === publisher.partitionCount,
      );
    },
    reopen: async () => {
      await close();
      return kafkaUnderTest(config);
    },
    close,
  };
}

/** Returns the environment variables from which loadConfig creates this configuration. */
export function environmentOf(config: KafkaConfig): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(config)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [name, String(value)]),
  );
}

export function deleteTopics(
  config: KafkaConfig,
  isMeant: (name: string) => boolean,
): Promise<void> {
  return withAdmin(partsOf(config), async (admin) => {
    await admin.deleteTopics({ topics: (await admin.listTopics()).filter(isMeant) });
    // A broker continues to list a deleted topic until it has applied the controller's decision.
    await waitUntil(
      'the topics are deleted',
      async () => !(await admin.listTopics()).some(isMeant),
    );
  });
}

/** Deletes the messages before `offset`, as retention does. */
export function dropBefore(config: KafkaConfig, partition: number, offset: number): Promise<void> {
  const { KAFKA_TOPIC: topic } = config;
  const partitions = [{ partition, offset: String(offset) }];
  return withAdmin(partsOf(config), async (admin) => {
    await admin.fetchTopicOffsets(topic); // deleteTopicRecords needs known leaders
    await admin.deleteTopicRecords({ topic, partitions });
  });
}

/** Returns a configuration whose topics exist while the suite runs. */
export function useTopics(brokers: string, changed: Partial<KafkaConfig> = {}): KafkaConfig {
  const config = { ...configFor(brokers), ...changed };
  beforeAll(() => prepare(config));
  afterAll(() => deleteTopics(config, (name) => name.startsWith(config.KAFKA_TOPIC)));
  return config;
}

/**
 * Returns two functions. Both create a configuration, and the second function also creates the topics of its
 * configuration. All topics are deleted after the suite.
 */
export function useManyTopics(brokers: string, changed: Partial<KafkaConfig> = {}) {
  const made: KafkaConfig[] = [];
  afterAll(() =>
    deleteTopics(configFor(brokers), (name) =>
      made.some(({ KAFKA_TOPIC }) => name.startsWith(KAFKA_TOPIC)),
    ),
  );
  const newConfig = (): KafkaConfig => {
    const config = { ...configFor(brokers), ...changed };
    made.push(config);
    return config;
  };
  const newTopics = async (): Promise<KafkaConfig> => {
    const config = newConfig();
    await prepare(config);
    return config;
  };
  return { newConfig, newTopics };
}
