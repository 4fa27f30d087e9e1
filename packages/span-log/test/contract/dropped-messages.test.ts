import { describeWithBackend, FakeClock } from '@spanhouse/service-runtime/testing';
import type { StoredPosition } from '../../src/kafka/group/group-offsets.js';
import { createKafkaCommittedOffsets } from '../../src/kafka/kafka-committed-offsets.js';
import { createKafkaSpanPublisher } from '../../src/kafka/kafka-span-publisher.js';
import { createKafkaSpanSubscription } from '../../src/kafka/kafka-span-subscription.js';
import type { KafkaConfig } from '../../src/kafka-config.js';
import { spanRecord } from '../../src/testing/any-span-record.js';
import { createGroupOffsets } from '../../src/testing/group-offsets.js';
import { InMemorySpanLog } from '../../src/testing/in-memory-span-log.js';
import { type DroppingLog, describeDroppedMessages } from './dropped-contract.js';
import { dropBefore, partsOf, useManyTopics } from './kafka-under-test.js';
import { publishAll } from './log-steps.js';
import { RecordingListener } from './recording-listener.js';

const LOOK_INTERVAL_MS = 10_000;

function openInMemory(log = new InMemorySpanLog()): Promise<DroppingLog> {
  const subscription = log.subscribe();
  return Promise.resolve({
    publisher: log,
    subscription,
    dropBefore: (partition, offset) => Promise.resolve(log.dropBefore(partition, offset)),
    passTime: () => Promise.resolve(),
    reopen: async () => {
      await subscription.close();
      return openInMemory(log);
    },
    close: () => subscription.close(),
  });
}

describeDroppedMessages('in-memory', openInMemory);

describeWithBackend('dropped messages of Kafka', 'KAFKA_BROKERS', (brokers) => {
  // A single message fills the partition's buffer, so the next message stays unread.
  const { newTopics } = useManyTopics(brokers, { KAFKA_FETCH_PARTITION_MAX_BYTES: 1 });

  const openKafka = async (config: KafkaConfig): Promise<DroppingLog> => {
    const clock = new FakeClock();
    const publisher = await createKafkaSpanPublisher(partsOf(config));
    const subscription = await createKafkaSpanSubscription({ ...partsOf(config), clock });
    const close = async (): Promise<void> => {
      await Promise.all([subscription.close(), publisher.close()]);
    };
    return {
      publisher,
      subscription,
      dropBefore: (partition, offset) => dropBefore(config, partition, offset),
      passTime: () => clock.advance(LOOK_INTERVAL_MS),
      reopen: async () => {
        await close();
        return openKafka(config);
      },
      close,
    };
  };

  describeDroppedMessages('Kafka', async () => openKafka(await newTopics()));

  it('delays commits until a message has arrived if the log dropped all messages', async () => {
    const config = await newTopics();
    const log = await openKafka(config);
    const listener = new RecordingListener();
    await publishAll(log.publisher, [spanRecord(), spanRecord()]);
    await log.dropBefore(0, 2);
    await log.subscription.start(listener);
    await listener.until(() => listener.lost.length === 1);
    const commit = () => log.subscription.commit({ partition: 0, offset: 2, metadata: '' });

    const early = await commit();
    await publishAll(log.publisher, [spanRecord({ partition: 1 })]);
    await listener.received(1);
    const late = await commit();
    await log.close();

    expect([early.status, late.status]).toEqual(['retryable', 'committed']);
  });

  describe('a group without committed offsets', () => {
    const expired = { partition: 0, offset: -1, metadata: '' };

    /** Publishes messages, reads them as a member of a group, deletes the group's offsets, and starts a new member. */
    const startWith = async (
      stored: ReadonlyMap<number, StoredPosition>,
      { published = 4, dropped = 0 }: { published?: number; dropped?: number } = {},
    ) => {
      const config = await newTopics();
      const publisher = await createKafkaSpanPublisher(partsOf(config));
      await publishAll(
        publisher,
        Array.from({ length: published }, () => spanRecord()),
      );
      await publisher.close();
      if (dropped > 0) {
        await dropBefore(config, 0, dropped);
      }
      await createGroupOffsets(config).reset([expired]);
      const storedPositions = () => Promise.resolve(stored);
      const subscription = await createKafkaSpanSubscription({
        ...partsOf(config),
        storedPositions,
      });
      const listener = new RecordingListener();
      await subscription.start(listener);
      return { subscription, listener };
    };

    it('returns the positions of the store, or the last positions that were read, to readers', async () => {
      const config = await newTopics();
      const groupOffsets = createGroupOffsets(config);
      const stored = new Map([[0, { offset: 6 }]]);
      const storedPositions = () => Promise.resolve(stored);
      const parts = { ...partsOf(config), storedPositions };
      await groupOffsets.reset([{ partition: 1, offset: 4, metadata: '' }]);
      const offsets = await createKafkaCommittedOffsets(parts);
      const before = await offsets.read();

      await groupOffsets.reset([{ partition: 1, offset: -1, metadata: '' }]);
      const after = await offsets.read();
      await offsets.close();

      expect(before).toEqual([7, 4, 0]);
      expect(after).toEqual([7, 4, 0]);
    });

    it('continues at the position of the store', async () => {
      const { subscription, listener } = await startWith(
        new Map([[0, { offset: 2, receivedAtMs: Date.now() }]]),
      );
      await listener.received(2);
      await subscription.close();

      expect(listener.assignments[0]).toContainEqual({ partition: 0, offset: 2, metadata: '' });
      expect(listener.offsetsOf(0)).toEqual([2, 3]);
      expect(listener.lost).toEqual([]);
    });

    it('announces the messages dropped after that position', async () => {
      const { subscription, listener } = await startWith(
        new Map([[0, { offset: 1, receivedAtMs: Date.now() }]]),
        { dropped: 3 },
      );
      await listener.received(1);
      await subscription.close();

      expect(listener.lost).toEqual([{ partition: 0, first: 1, end: 3 }]);
      expect(listener.offsetsOf(0)).toEqual([3]);
    });

    it('fails if the message at that position arrived long after the stored message', async () => {
      const receivedAtMs = Date.now() - 2 * 3_600_000;
      const { subscription } = await startWith(new Map([[0, { offset: 2, receivedAtMs }]]));

      await expect(subscription.failed).rejects.toMatchObject({ code: 'LOG_TRUNCATED' });
      await subscription.close();
    });

    it.each([
      ['ends before that position', 4],
      ['is empty', 0],
    ])('fails if the log %s', async (_state, published) => {
      const { subscription } = await startWith(new Map([[0, { offset: 9 }]]), { published });

      await expect(subscription.failed).rejects.toMatchObject({ code: 'LOG_TRUNCATED' });
      await subscription.close();
    });
  });
});
