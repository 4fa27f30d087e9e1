import { randomBytes } from 'node:crypto';
import type { Logger } from '@spanhouse/service-runtime';
import {
  createRecordingLogger,
  createSilentLogger,
  describeWithBackend,
} from '@spanhouse/service-runtime/testing';
import { createKafkaSpanPublisher } from '../../src/kafka/kafka-span-publisher.js';
import { createKafkaSpanSubscription } from '../../src/kafka/kafka-span-subscription.js';
import type { KafkaConfig } from '../../src/kafka-config.js';
import type { LogRecord } from '../../src/span-publisher.js';
import { foreignKind, rowsKind } from '../../src/span-subscription.js';
import { alterTopic } from '../../src/testing/alter-topic.js';
import { spanRecord } from '../../src/testing/any-span-record.js';
import { writeCompressed } from '../../src/testing/other-program.js';
import { partsOf, useManyTopics } from './kafka-under-test.js';
import { publishAll, rowsOf } from './log-steps.js';
import { RecordingListener } from './recording-listener.js';

describeWithBackend('compressed batches in Kafka', 'KAFKA_BROKERS', (brokers) => {
  const { newTopics } = useManyTopics(brokers);

  const publish = async (config: KafkaConfig, records: readonly LogRecord[]): Promise<void> => {
    const publisher = await createKafkaSpanPublisher(partsOf(config));
    await publishAll(publisher, records);
    await publisher.close();
  };

  /** Resolves with a member's messages once it has received `count` of them. Rejects if the member cannot continue. */
  const read = async (
    config: KafkaConfig,
    count: number,
    { committed, logger = createSilentLogger() }: { committed?: number; logger?: Logger } = {},
  ) => {
    const subscription = await createKafkaSpanSubscription({ ...partsOf(config), logger });
    const listener = new RecordingListener();
    await subscription.start(listener);
    try {
      await Promise.race([listener.received(count), subscription.failed]);
      if (committed !== undefined) {
        await subscription.commit({ partition: 0, offset: committed, metadata: '' });
      }
      return listener;
    } finally {
      await subscription.close();
    }
  };

  it.each(['gzip', 'snappy', 'lz4', 'zstd'])(
    'are read if the topic compresses accepted messages with %s',
    async (codec) => {
      const config = await newTopics();
      await alterTopic(config, { 'compression.type': codec });
      const rows = [randomBytes(200), Buffer.alloc(100_000, 'rows '), randomBytes(70_000)];

      await publish(
        config,
        rows.map((bytes) => spanRecord({ rows: bytes })),
      );
      const { all } = await read(config, rows.length);

      expect(await Promise.all(all.map(rowsOf))).toEqual(rows);
      expect(all.map(({ headers }) => headers.kind)).toEqual([rowsKind, rowsKind, rowsKind]);
    },
  );

  it('become one foreign message instead of a loss if they cannot be decoded', async () => {
    const config = await newTopics();
    const tooLarge = Buffer.alloc(config.KAFKA_MAX_MESSAGE_BYTES);
    await publish(config, [spanRecord()]);
    await writeCompressed(config, [tooLarge, tooLarge, tooLarge]);
    await publish(config, [spanRecord()]);

    const { logger, lines } = createRecordingLogger();
    const first = await read(config, 3, { committed: 1, logger });
    const second = await read(config, 2);

    expect(first.lost).toEqual([]);
    expect(first.offsetsOf(0)).toEqual([0, 3, 4]);
    expect(first.all.map(({ headers }) => headers.kind)).toEqual([rowsKind, foreignKind, rowsKind]);
    expect(lines).toContainEqual(
      expect.objectContaining({ msg: 'a batch is undecodable', partition: 0, offset: '3' }),
    );
    expect(second.lost).toEqual([]);
    expect(second.offsetsOf(0)).toEqual([3, 4]);
  });

  it('are decoded a few at a time, even if the whole response would exceed the memory', async () => {
    const config = await newTopics();
    const value = Buffer.alloc(1_900_000);
    for (let count = 0; count < 12; count += 1) {
      await writeCompressed(config, [value]);
    }

    const { calls, lost } = await read(config, 12);

    expect(lost).toEqual([]);
    expect(calls.flatMap(({ messages }) => messages).map(({ offset }) => offset)).toEqual(
      Array.from({ length: 12 }, (_, offset) => offset),
    );
  });
});
