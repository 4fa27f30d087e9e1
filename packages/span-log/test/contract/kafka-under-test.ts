import { randomBytes } from 'node:crypto';
import { loadConfig, systemClock } from '@spanhouse/service-runtime';
import { createSilentLogger } from '@spanhouse/service-runtime/testing';
import kafkajs, { type Kafka } from 'kafkajs';
import type { StoredPosition } from '../../src/kafka/group/group-offsets.js';
import { createKafkaCommittedOffsets } from '../../src/kafka/kafka-committed-offsets.js';
import { createKafkaDeadLetterReader } from '../../src/kafka/kafka-dead-letter-reader.js';
import { createKafkaDeadLetterSink } from '../../src/kafka/kafka-dead-letter-sink.js';
import { createKafkaSpanPublisher } from '../../src/kafka/kafka-span-publisher.js';
import { createKafkaSpanSubscription } from '../../src/kafka/kafka-span-subscription.js';
import { ensureTopics } from '../../src/kafka/kafka-topics.js';
import { TOPIC_RESOURCE } from '../../src/kafka/topic-settings.js';
import { type KafkaConfig, kafkaConfigFields } from '../../src/kafka-config.js';
import { deadLetterTopicOf } from '../../src/topics.js';
import { RecordingListener } from './recording-listener.js';
import type { SpanLogUnderTest } from './span-log-under-test.js';

const logger = createSilentLogger();
const report = { offsetsExpired: () => undefined };

/** Returns a configuration with its own topics and group. */
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

function kafkaFor(config: KafkaConfig): Kafka {
  return new kafkajs.Kafka({
    brokers: [...config.KAFKA_BROKERS],
    logLevel: kafkajs.logLevel.NOTHING,
  });
}

/** Returns the environment from which loadConfig reads this configuration. */
export function environmentOf(config: KafkaConfig): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(config)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [name, String(value)]),
  );
}

export async function deleteTopics(
  config: KafkaConfig,
  isMeant: (name: string) => boolean,
): Promise<void> {
  const admin = kafkaFor(config).admin();
  await admin.connect();
  await admin.deleteTopics({ topics: (await admin.listTopics()).filter(isMeant) });
  // A broker lists a deleted topic until it has read the controller's decision.
  while ((await admin.listTopics()).some(isMeant)) {
    await systemClock.sleep(20);
  }
  await admin.disconnect();
}

/** Deletes the messages before `offset`, like the retention time does. */
export async function dropBefore(
  config: KafkaConfig,
  partition: number,
  offset: number,
): Promise<void> {
  const admin = kafkaFor(config).admin();
  await admin.connect();
  await admin.fetchTopicOffsets(config.KAFKA_TOPIC); // deleteTopicRecords needs known leaders
  const partitions = [{ partition, offset: String(offset) }];
  await admin.deleteTopicRecords({ topic: config.KAFKA_TOPIC, partitions });
  await admin.disconnect();
}

export async function addPartitions(config: KafkaConfig, count: number): Promise<void> {
  const admin = kafkaFor(config).admin();
  await admin.connect();
  await admin.createPartitions({ topicPartitions: [{ topic: config.KAFKA_TOPIC, count }] });
  await admin.disconnect();
}

/** Sets the maximum size of a dead letter in the topic; other settings return to their defaults. */
export async function limitLetters(config: KafkaConfig, bytes: number): Promise<void> {
  const admin = kafkaFor(config).admin();
  await admin.connect();
  const name = deadLetterTopicOf(config.KAFKA_TOPIC);
  const configEntries = [{ name: 'max.message.bytes', value: String(bytes) }];
  const resources = [{ type: TOPIC_RESOURCE, name, configEntries }];
  await admin.alterConfigs({ validateOnly: false, resources });
  await admin.disconnect();
}

/** Creates only the topic of the spans, like an operator could. */
export async function makeTopic(config: KafkaConfig, numPartitions: number): Promise<void> {
  const admin = kafkaFor(config).admin();
  await admin.connect();
  await admin.createTopics({ topics: [{ topic: config.KAFKA_TOPIC, numPartitions }] });
  await admin.disconnect();
}

export function deleteTopicsOf(config: KafkaConfig): Promise<void> {
  return deleteTopics(config, (name) => name.startsWith(config.KAFKA_TOPIC));
}
