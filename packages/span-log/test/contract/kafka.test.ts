import {
  createRecordingLogger,
  createSilentLogger,
  describeWithBackend,
  waitUntil,
} from '@spanhouse/service-runtime/testing';
import { createKafkaClient } from '../../src/kafka/client/kafka-client.js';
import { createKafkaSpanPublisher } from '../../src/kafka/kafka-span-publisher.js';
import { createKafkaSpanSubscription } from '../../src/kafka/kafka-span-subscription.js';
import { ensureTopics, readLogIdentity, withAdmin } from '../../src/kafka/kafka-topics.js';
import type { KafkaConfig } from '../../src/kafka-config.js';
import type { SpanPublisher } from '../../src/span-publisher.js';
import type { SpanSubscription } from '../../src/span-subscription.js';
import { spanRecord } from '../../src/testing/any-span-record.js';
import {
  deleteTopics,
  kafkaUnderTest,
  partsOf,
  prepare,
  useManyTopics,
} from './kafka-under-test.js';
import { publishAll } from './log-steps.js';
import { RecordingListener } from './recording-listener.js';
import { describeSpanLogContract } from './span-log-contract.js';

/**
 * Resolves after the broker has removed a member of another group. That member joins at the start of the call and sends
 * no heartbeats during its delivery.
 */
async function outlastSession(config: KafkaConfig): Promise<void> {
  const groupId = `${config.KAFKA_GROUP_ID}-silent`;
  const sessionTimeout = config.KAFKA_SESSION_TIMEOUT_MS;
  const options = { groupId, sessionTimeout, heartbeatInterval: sessionTimeout / 3 };
  const consumer = createKafkaClient(config, createSilentLogger()).consumer(options);
  const [delivered, ended] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const eachBatch = () => {
    delivered.resolve();
    return ended.promise;
  };
  await consumer.connect();
  await consumer.subscribe({ topics: [config.KAFKA_TOPIC], fromBeginning: true });
  await consumer.run({ autoCommit: false, eachBatch });
  await delivered.promise;
  await withAdmin(partsOf(config), (admin) =>
    waitUntil('the broker removes the silent member', async () => {
      const { groups } = await admin.describeGroups([groupId]);
      return groups[0]?.members.length === 0;
    }),
  );
  ended.resolve();
  await consumer.disconnect();
}

describeWithBackend('kafka', 'KAFKA_BROKERS', (brokers) => {
  const { newConfig, newTopics } = useManyTopics(brokers);

  describeSpanLogContract('kafka', async () => kafkaUnderTest(await newTopics()));

  it('returns the start time of a shared request for committed offsets to every caller', async () => {
    const { offsets, close } = await kafkaUnderTest(await newTopics());

    const [first, joined] = await Promise.all([offsets.readAsOf(), offsets.readAsOf()]);

    expect(joined).toEqual(first);
    await close();
  });

  describe('ensureTopics', () => {
    it('changes nothing the second time', async () => {
      const config = newConfig();

      const first = await prepare(config, 4);
      const second = await prepare(config, 9);

      expect(first.generation).toBe(4);
      expect(second).toEqual(first);
      expect(await readLogIdentity(partsOf(config))).toEqual(first);
    });

    it('assigns a new log id and a larger generation to a topic that is created again', async () => {
      const config = newConfig();
      const first = await prepare(config, 4);
      await deleteTopics(config, (name) => name === config.KAFKA_TOPIC);

      const second = await prepare(config, 1);

      expect(second.generation).toBe(5);
      expect(second.logId).not.toBe(first.logId);
      expect(await readLogIdentity(partsOf(config))).toEqual(second);
    });

    it('must run first, because the other parts reject with LOG_NOT_PREPARED until then', async () => {
      const config = newConfig();
      const missing = { code: 'LOG_NOT_PREPARED', retryable: true };

      await expect(readLogIdentity(partsOf(config))).rejects.toMatchObject(missing);
      await expect(createKafkaSpanPublisher(partsOf(config))).rejects.toMatchObject(missing);
      await expect(createKafkaSpanSubscription(partsOf(config))).rejects.toMatchObject(missing);
    });
  });

  describe('a topic with another number of partitions than its log', () => {
    /** Creates only the spans topic, as an operator can. */
    const createTopic = (config: KafkaConfig, numPartitions: number) =>
      withAdmin(partsOf(config), (admin) =>
        admin.createTopics({ topics: [{ topic: config.KAFKA_TOPIC, numPartitions }] }),
      );
    const logged = (config: KafkaConfig) => {
      const { logger, lines } = createRecordingLogger();
      return { lines, parts: { ...partsOf(config), logger } };
    };

    it('logs a warning and receives messages only in the partitions of its log if it has more', async () => {
      const config = await newTopics();
      const topicPartitions = [{ topic: config.KAFKA_TOPIC, count: 5 }];
      await withAdmin(partsOf(config), (admin) => admin.createPartitions({ topicPartitions }));
      const { lines, parts } = logged(config);

      await ensureTopics({ ...parts, generationForNewLog: () => Promise.resolve(9) });
      const publisher = await createKafkaSpanPublisher(parts);
      await publisher.close();

      expect(publisher.partitionCount).toBe(3);
      expect(lines).toContainEqual(
        expect.objectContaining({
          used: 3,
          partitions: 5,
          wanted: 3,
          msg: 'the log keeps the number of partitions that it was created with',
        }),
      );
      expect(lines).toContainEqual(
        expect.objectContaining({
          used: 3,
          partitions: 5,
          msg: 'partitions added to the topic are not used',
        }),
      );
    });

    it('receives no messages if it has fewer', async () => {
      const config = await newTopics();
      await deleteTopics(config, (name) => name === config.KAFKA_TOPIC);
      await createTopic(config, 2);

      const opened = createKafkaSpanPublisher(partsOf(config));

      await expect(opened).rejects.toMatchObject({
        code: 'LOG_NOT_PREPARED',
        message: expect.stringContaining('2 of the 3 partitions'),
      });
    });

    it('keeps its partitions if it was created before its identity', async () => {
      const config = newConfig();
      await createTopic(config, 2);

      const identity = await prepare(config);

      expect(identity.partitionCount).toBe(2);
    });
  });

  it('rejects with LOG_UNAVAILABLE without a broker', async () => {
    const config = { ...newConfig(), KAFKA_BROKERS: ['127.0.0.1:1'] };

    await expect(createKafkaSpanPublisher(partsOf(config))).rejects.toMatchObject({
      code: 'LOG_UNAVAILABLE',
      retryable: true,
    });
  });

  describe('two members of one group', () => {
    let config: KafkaConfig;
    let publisher: SpanPublisher;
    let members: SpanSubscription[];

    const join = async (listener: RecordingListener): Promise<SpanSubscription> => {
      const member = await createKafkaSpanSubscription(partsOf(config));
      members.push(member);
      await member.start(listener);
      return member;
    };

    const owned = (listener: RecordingListener): readonly number[] =>
      (listener.assignments.at(-1) ?? []).map(({ partition }) => partition);

    const onePerPartition = () => [0, 1, 2].map((partition) => spanRecord({ partition }));

    beforeEach(async () => {
      config = await newTopics();
      publisher = await createKafkaSpanPublisher(partsOf(config));
      members = [];
    });

    afterEach(async () => {
      await Promise.all(members.map((member) => member.close()));
      await publisher.close();
    });

    it('share the partitions and take over those of a leaving member at their committed positions', async () => {
      const [left, right] = [new RecordingListener(), new RecordingListener()];
      await join(left);
      await left.assigned();
      const second = await join(right);
      await left.until(() => owned(left).length < 3);
      await right.until(() => owned(right).length > 0);
      await publishAll(publisher, onePerPartition());
      await left.until(() => left.all.length === owned(left).length);
      await right.until(() => right.all.length === owned(right).length);
      const [partition = -1] = owned(right);

      expect([...owned(left), ...owned(right)].sort()).toEqual([0, 1, 2]);
      const commit = await second.commit({ partition, offset: 0, metadata: 'block 0-0' });
      await second.close();
      await left.until(() => owned(left).length === 3 && left.all.length === 3);

      expect(commit).toEqual({ status: 'committed' });
      expect(left.assignments.at(-1)).toContainEqual({
        partition,
        offset: 0,
        metadata: 'block 0-0',
      });
    });

    it('cannot commit partitions that have moved to the other member', async () => {
      const [left, right] = [new RecordingListener(), new RecordingListener()];
      const first = await join(left);
      await left.assigned();
      await publishAll(publisher, onePerPartition());
      await left.received(3);

      await join(right);
      await right.until(() => owned(right).length > 0);
      await left.until(() => left.assignments.length === 2);
      const [moved = -1] = owned(right);

      expect(await first.commit({ partition: moved, offset: 1, metadata: '' })).toEqual({
        status: 'lost',
      });
    });

    it('stay in the group while a delivery takes longer than the session lasts', async () => {
      config = { ...config, KAFKA_SESSION_TIMEOUT_MS: 3000 };
      const left = new RecordingListener();
      await join(left);
      await left.assigned();
      left.hold();
      await publishAll(publisher, onePerPartition());
      await left.received(3);

      await outlastSession(config);

      expect(left.assignments).toHaveLength(1);
      expect(left.calls.every(({ signal }) => !signal.aborted)).toBe(true);
    });
  });
});
