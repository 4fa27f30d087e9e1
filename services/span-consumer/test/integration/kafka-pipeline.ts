import { randomBytes } from 'node:crypto';
import { systemClock as clock, createHealth, loadConfig } from '@spanhouse/service-runtime';
import { createSilentLogger, timeLimits } from '@spanhouse/service-runtime/testing';
import { kafkaConfigFields } from '@spanhouse/span-log/kafka-config';
import { createKafkaDeadLetterSink } from '@spanhouse/span-log/kafka-dead-letters';
import { createKafkaCommittedOffsets } from '@spanhouse/span-log/kafka-offsets';
import { createKafkaSpanPublisher } from '@spanhouse/span-log/kafka-publisher';
import { createKafkaSpanSubscription } from '@spanhouse/span-log/kafka-subscription';
import { ensureTopics } from '@spanhouse/span-log/kafka-topics';
import { createLogReport } from '@spanhouse/span-log/log-report';
import { createTestDatabase } from '@spanhouse/trace-store/testing';
import { createStoredPositions } from '@spanhouse/trace-store/writer';
import { Registry } from 'prom-client';
import { createSpanConsumer, type SpanConsumer } from '../../src/app.js';
import { openStore, testBatching, testUpkeep } from './embedded-pipeline.js';

export const PARTITIONS = 3;
const logger = createSilentLogger();

interface GroupedConsumer extends SpanConsumer {
  /** Resolves with the partitions that the consumer owns, according to its metrics. */
  owned(): Promise<readonly number[]>;
}

async function partitionsIn(registry: Registry): Promise<readonly number[]> {
  const lag = await registry.getSingleMetric('spanhouse_consumer_lag_records')?.get();
  return (lag?.values ?? []).map(({ labels }) => Number(labels['partition']));
}

function kafkaConfig(brokers: string, partitions: number) {
  const name = randomBytes(6).toString('hex');
  return loadConfig(kafkaConfigFields, {
    KAFKA_BROKERS: brokers,
    KAFKA_TOPIC: `span-consumer-test.${name}`,
    KAFKA_GROUP_ID: `span-consumer-test-${name}`,
    KAFKA_PARTITIONS: String(partitions),
    KAFKA_FETCH_MAX_WAIT_MS: '50',
    KAFKA_SESSION_TIMEOUT_MS: '6000',
  });
}

/** Creates a topic and a database. Returns functions that start and stop the consumers of the topic. */
export async function openKafkaPipeline(
  brokers: string,
  clickhouseUrl: string,
  partitions = PARTITIONS,
) {
  const kafka = { config: kafkaConfig(brokers, partitions), clock, logger };
  const closers: (() => Promise<void>)[] = [];
  const closedAfter = <T extends { close(): Promise<void> }>(resource: T): T => {
    closers.push(() => resource.close());
    return resource;
  };
  const database = await createTestDatabase(clickhouseUrl);
  await ensureTopics({ ...kafka, generationForNewLog: () => Promise.resolve(1) });
  const openPublisher = async () => closedAfter(await createKafkaSpanPublisher(kafka));
  const publisher = await openPublisher();
  const storedPositions = createStoredPositions(database.config, { logger });
  const offsets = closedAfter(await createKafkaCommittedOffsets({ ...kafka, storedPositions }));

  return {
    config: kafka.config,
    publisher,
    openPublisher,
    offsets,
    database,
    closedAfter,
    async startConsumer(): Promise<GroupedConsumer> {
      const registry = new Registry();
      const { store, close } = openStore(database.config);
      closedAfter({ close });
      const deadLetters = closedAfter(await createKafkaDeadLetterSink(kafka));
      const health = createHealth({ dependencies: ['clickhouse', 'span_log'] });
      const report = createLogReport({ registry, health, logger });
      const subscription = await createKafkaSpanSubscription({ ...kafka, storedPositions, report });
      const consumer = createSpanConsumer({
        subscription,
        ...store,
        deadLetters,
        clock,
        logger,
        batching: testBatching,
        upkeep: testUpkeep,
        health,
        registry,
      });
      await consumer.start();
      return { ...consumer, owned: () => partitionsIn(registry) };
    },
    isVisible: (ends: ReadonlyMap<number, number>) =>
      offsets.waitFor(ends, {
        timeoutMs: timeLimits.effect,
        signal: AbortSignal.timeout(timeLimits.effect),
      }),
    async close(): Promise<void> {
      for (const close of closers.toReversed()) {
        await close();
      }
      await database.drop();
    },
  };
}

export type KafkaPipeline = Awaited<ReturnType<typeof openKafkaPipeline>>;
