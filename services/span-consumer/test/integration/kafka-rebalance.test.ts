import { systemClock as clock } from '@spanhouse/service-runtime';
import {
  createSilentLogger,
  describeWithBackend,
  timeLimits,
} from '@spanhouse/service-runtime/testing';
import type { SpanPublisher } from '@spanhouse/span-log/publisher';
import { createDeadLetterCounter } from '@spanhouse/trace-store/reader';
import { poison, recordOf, traceId } from './embedded-pipeline.js';
import { type KafkaPipeline, openKafkaPipeline, PARTITIONS } from './kafka-pipeline.js';

const logger = createSilentLogger();

/** Publishes one message per span. Resolves with the offset after the last message of each partition. */
async function publishAll(
  publisher: SpanPublisher,
  ids: readonly string[],
): Promise<ReadonlyMap<number, number>> {
  const ends = new Map<number, number>();
  for (const [i, id] of ids.entries()) {
    const outcome = await publisher.publish([recordOf(i % PARTITIONS, [id])]);
    if (outcome.status !== 'published') {
      throw new Error(outcome.reason);
    }
    for (const { partition, offset } of outcome.positions) {
      ends.set(partition, offset + 1);
    }
  }
  return ends;
}

describeWithBackend('span-consumer in a Kafka group', 'KAFKA_BROKERS', (brokers) =>
  describeWithBackend('on ClickHouse', 'CLICKHOUSE_URL', (url) => {
    let pipeline: KafkaPipeline;

    beforeAll(async () => {
      pipeline = await openKafkaPipeline(brokers, url);
    });
    afterAll(() => pipeline.close());

    it('stores every span once while consumers come and go', async () => {
      const { publisher, database } = pipeline;
      const ids = Array.from({ length: 150 }, (_, i) => traceId(i));

      const first = await pipeline.startConsumer();
      const before = await publishAll(publisher, ids.slice(0, 30));
      const joining = pipeline.startConsumer();
      const during = await publishAll(publisher, ids.slice(30, 90));
      const second = await joining;
      const leaving = first.close();
      const after = await publishAll(publisher, ids.slice(90));
      await leaving;
      const isVisible = await pipeline.isVisible(new Map([...before, ...during, ...after]));
      await second.close();

      expect(isVisible).toBe(true);
      const rows = await database.select<{ id: string; stored: number }>(
        'SELECT lower(hex(trace_id)) AS id, toUInt32(sum(row_count)) AS stored FROM trace_index GROUP BY id ORDER BY id',
      );
      expect(rows).toEqual(ids.map((id) => ({ id, stored: 1 })));
    });

    it('indexes its dead letters for receipts before it commits', async () => {
      const { publisher, offsets, database } = pipeline;
      const counter = pipeline.closedAfter(
        createDeadLetterCounter(database.config, { logger, clock }),
      );
      const consumer = await pipeline.startConsumer();
      const signal = AbortSignal.timeout(timeLimits.effect);

      const outcome = await publisher.publish([recordOf(1, [traceId(900), poison, poison])]);
      if (outcome.status !== 'published') {
        throw new Error(outcome.reason);
      }
      const ends = outcome.positions.map(
        ({ partition, offset }) => [partition, offset + 1] as const,
      );
      await pipeline.isVisible(new Map(ends));
      const { logId } = offsets;
      const dead = await counter.countRows({ logId, positions: outcome.positions }, signal);
      await consumer.close();

      expect(dead).toBe(2);
    });
  }),
);
