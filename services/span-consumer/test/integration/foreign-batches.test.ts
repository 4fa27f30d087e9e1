import { systemClock as clock } from '@spanhouse/service-runtime';
import { createSilentLogger, describeWithBackend } from '@spanhouse/service-runtime/testing';
import { createKafkaDeadLetterReader } from '@spanhouse/span-log/kafka-dead-letter-reader';
import { alterTopic, readLetters, writeCompressed } from '@spanhouse/span-log/testing';
import { recordOf, traceId } from './embedded-pipeline.js';
import { type KafkaPipeline, openKafkaPipeline } from './kafka-pipeline.js';

const logger = createSilentLogger();

describeWithBackend('a batch that another program compressed', 'KAFKA_BROKERS', (brokers) =>
  describeWithBackend('on ClickHouse', 'CLICKHOUSE_URL', (url) => {
    let pipeline: KafkaPipeline;

    beforeAll(async () => {
      pipeline = await openKafkaPipeline(brokers, url);
    });
    afterAll(() => pipeline.close());

    it('becomes dead letters, even if it cannot be decoded, and later spans are stored', async () => {
      const { config, publisher, database } = pipeline;
      const small = Buffer.from('garbage');
      const undecodable = Buffer.alloc(config.KAFKA_MAX_MESSAGE_BYTES);
      await alterTopic(config, { 'compression.type': 'lz4' });
      await writeCompressed(config, [small]);
      await alterTopic(config, { 'compression.type': 'producer' });
      await writeCompressed(config, [undecodable]);

      const consumer = await pipeline.startConsumer();
      const published = await publisher.publish([recordOf(0, [traceId(1)])]);
      const isVisible = await pipeline.isVisible(new Map([[0, 3]]));
      await consumer.close();

      expect(published.status).toBe('published');
      expect(isVisible).toBe(true);
      const [row] = await database.select(
        'SELECT toUInt32(sum(row_count)) AS stored FROM trace_index',
      );
      expect(row).toEqual({ stored: 1 });
      const reader = createKafkaDeadLetterReader({ config, clock, logger });
      const letters = await readLetters(reader);
      await reader.close();
      expect(letters.map(({ origin }) => origin.offset)).toEqual([1, 0]);
      expect(Buffer.from(letters[1]?.bytes ?? []).toString()).toBe('garbage');
    });
  }),
);
