import { randomBytes } from 'node:crypto';
import { systemClock as clock, createHealth, loadConfig } from '@spanhouse/service-runtime';
import { createSilentLogger, describeWithBackend } from '@spanhouse/service-runtime/testing';
import { kafkaConfigFields } from '@spanhouse/span-log/kafka-config';
import { createKafkaDeadLetterSink } from '@spanhouse/span-log/kafka-dead-letters';
import { createKafkaCommittedOffsets } from '@spanhouse/span-log/kafka-offsets';
import { createKafkaSpanPublisher } from '@spanhouse/span-log/kafka-publisher';
import { createKafkaSpanSubscription } from '@spanhouse/span-log/kafka-subscription';
import { ensureTopics } from '@spanhouse/span-log/kafka-topics';
import type { SpanPublisher } from '@spanhouse/span-log/publisher';
import { createDeadLetterCounter } from '@spanhouse/trace-store/reader';
import { createTestDatabase, type TestDatabase } from '@spanhouse/trace-store/testing';
import {
  createDeadLetterIndex,
  createSpanWriter,
  createTombstoneRemover,
} from '@spanhouse/trace-store/writer';
import { Registry } from 'prom-client';
import { createSpanConsumer, type SpanConsumer } from '../../src/app.js';
import { POISON, recordOf, testBatching, testRemoval, traceId } from './embedded-pipeline.js';

const PARTITIONS = 3;
const VISIBLE_TIMEOUT_MS = 20_000;
const logger = createSilentLogger();

function kafkaConfig(brokers: string) {
  const name = randomBytes(6).toString('hex');
  return loadConfig(kafkaConfigFields, {
    KAFKA_BROKERS: brokers,
    KAFKA_TOPIC: `span-consumer-test.${name}`,
    KAFKA_GROUP_ID: `span-consumer-test-${name}`,
    KAFKA_PARTITIONS: String(PARTITIONS),
    KAFKA_FETCH_MAX_WAIT_MS: '50',
    KAFKA_SESSION_TIMEOUT_MS: '6000',
  });
}

/** One message per span; resolves with the place behind the last one of each partition. */
async function publishAll(
  publisher: SpanPublisher,
  ids: readonly string[],
): Promise<ReadonlyMap<number, number>> {
  const ends = new Map<number, number>();
  for (const [i, id] of ids.entries()) {
    const outcome = await publisher.publish([recordOf(i % PARTITIONS, [id])]);
    if (outcome.status !== 'published') throw new Error(outcome.reason);
    for (const { partition, offset } of outcome.positions) ends.set(partition, offset + 1);
  }
  return ends;
}

describeWithBackend('span-consumer in a Kafka group', 'KAFKA_BROKERS', (brokers) =>
  describeWithBackend('on ClickHouse', 'CLICKHOUSE_URL', (url) => {
    const kafka = { config: kafkaConfig(brokers), clock, logger };
    const closers: (() => Promise<void>)[] = [];
    let database: TestDatabase;

    const closedAfter = <T extends { close(): Promise<void> }>(resource: T): T => {
      closers.push(() => resource.close());
      return resource;
    };

    beforeAll(async () => {
      database = await createTestDatabase(url);
      await ensureTopics({ ...kafka, generationForNewLog: () => Promise.resolve(1) });
    });
    afterAll(async () => {
      for (const close of closers.toReversed()) await close();
      await database.drop();
    });

    async function startConsumer(): Promise<SpanConsumer> {
      const writer = closedAfter(createSpanWriter(database.config, { logger }));
      const deadLetterIndex = closedAfter(createDeadLetterIndex(database.config, { logger }));
      const remover = closedAfter(createTombstoneRemover(database.config, { logger }));
      const deadLetters = closedAfter(await createKafkaDeadLetterSink(kafka));
      const subscription = await createKafkaSpanSubscription(kafka);
      const consumer = createSpanConsumer({
        ...{ subscription, writer, remover, deadLetters, deadLetterIndex, clock, logger },
        ...{ batching: testBatching, removal: testRemoval },
        health: createHealth({ dependencies: ['clickhouse', 'span_log'] }),
        registry: new Registry(),
      });
      await consumer.start();
      return consumer;
    }

    it('stores every span once while consumers come and go', async () => {
      const publisher = closedAfter(await createKafkaSpanPublisher(kafka));
      const offsets = closedAfter(await createKafkaCommittedOffsets(kafka));
      const ids = Array.from({ length: 150 }, (_, i) => traceId(i));

      const first = await startConsumer();
      const before = await publishAll(publisher, ids.slice(0, 30));
      const joining = startConsumer();
      const during = await publishAll(publisher, ids.slice(30, 90));
      const second = await joining;
      const leaving = first.close();
      const after = await publishAll(publisher, ids.slice(90));
      await leaving;
      const isVisible = await offsets.waitFor(new Map([...before, ...during, ...after]), {
        timeoutMs: VISIBLE_TIMEOUT_MS,
        signal: AbortSignal.timeout(VISIBLE_TIMEOUT_MS),
      });
      await second.close();

      expect(isVisible).toBe(true);
      const rows = await database.select<{ id: string; stored: number }>(
        'SELECT lower(hex(trace_id)) AS id, toUInt32(sum(row_count)) AS stored FROM trace_index GROUP BY id ORDER BY id',
      );
      expect(rows).toEqual(ids.map((id) => ({ id, stored: 1 })));
    });

    it('tells receipts what it put aside before it commits', async () => {
      const publisher = closedAfter(await createKafkaSpanPublisher(kafka));
      const offsets = closedAfter(await createKafkaCommittedOffsets(kafka));
      const counter = closedAfter(createDeadLetterCounter(database.config, { logger, clock }));
      const consumer = await startConsumer();
      const signal = AbortSignal.timeout(VISIBLE_TIMEOUT_MS);

      const outcome = await publisher.publish([recordOf(1, [traceId(900), POISON, POISON])]);
      if (outcome.status !== 'published') throw new Error(outcome.reason);
      const ends = outcome.positions.map(
        ({ partition, offset }) => [partition, offset + 1] as const,
      );
      await offsets.waitFor(new Map(ends), { timeoutMs: VISIBLE_TIMEOUT_MS, signal });
      const { logId } = offsets;
      const dead = await counter.countRows({ logId, places: outcome.positions }, signal);
      await consumer.close();

      expect(dead).toBe(2);
    });
  }),
);
