import { systemClock } from '@spanhouse/service-runtime';
import { describeWithBackend } from '@spanhouse/service-runtime/testing';
import { createKafkaLogWatch } from '../../src/kafka/kafka-log-watch.js';
import { createKafkaSpanPublisher } from '../../src/kafka/kafka-span-publisher.js';
import type { KafkaConfig } from '../../src/kafka-config.js';
import type { UnreadState } from '../../src/log-report.js';
import { alterTopic } from '../../src/testing/alter-topic.js';
import { spanRecord } from '../../src/testing/any-span-record.js';
import { createGroupOffsets } from '../../src/testing/group-offsets.js';
import type { TopicSetting } from '../../src/topic-settings.js';
import { configFor, dropBefore, partsOf, useManyTopics } from './kafka-under-test.js';
import { publishAll } from './log-steps.js';

const HOUR_MS = 3_600_000;

describeWithBackend('createKafkaLogWatch', 'KAFKA_BROKERS', (brokers) => {
  const { newTopics } = useManyTopics(brokers);

  /** Returns the first report of a watch whose clock is `laterMs` ahead. */
  const look = async (config: KafkaConfig, laterMs = 0) => {
    const settings: TopicSetting[] = [];
    const unread: UnreadState[] = [];
    const watch = await createKafkaLogWatch({
      ...partsOf(config),
      clock: { ...systemClock, nowMs: () => systemClock.nowMs() + laterMs },
      report: {
        settings: (_topic, read) => settings.push(...read),
        unread: (state) => unread.push(state),
      },
    });
    await watch.close();
    const states = Object.fromEntries(settings.map(({ name, state }) => [name, state]));
    return { settings, states, unread: unread[0] };
  };

  const publish = async (config: KafkaConfig, count: number): Promise<void> => {
    const publisher = await createKafkaSpanPublisher(partsOf(config));
    await publishAll(
      publisher,
      Array.from({ length: count }, () => spanRecord()),
    );
    await publisher.close();
  };

  it('reports new topics as safe, except for the replicas that a single broker cannot have', async () => {
    const { states } = await look(await newTopics());

    expect(states).toEqual({
      replicas: 'weak',
      'min.insync.replicas': 'weak',
      'retention.ms': 'kept',
      'retention.bytes': 'kept',
      'message.timestamp.type': 'kept',
      'cleanup.policy': 'kept',
      'compression.type': 'kept',
      'unclean.leader.election.enable': 'kept',
    });
  });

  it('reports the weak settings of an existing topic with their actual and required values', async () => {
    const config = await newTopics();
    await alterTopic(config, {
      'retention.ms': '60000',
      'retention.bytes': '1000000',
      'message.timestamp.type': 'CreateTime',
      'cleanup.policy': 'compact',
      'compression.type': 'zstd',
    });

    const { settings, states } = await look(config);

    expect(states).toMatchObject({
      'retention.ms': 'weak',
      'retention.bytes': 'weak',
      'message.timestamp.type': 'weak',
      'cleanup.policy': 'weak',
      'compression.type': 'weak',
      'unclean.leader.election.enable': 'kept',
    });
    expect(settings).toContainEqual({
      name: 'retention.ms',
      value: '60000',
      wanted: `-1 or at least ${config.KAFKA_RETENTION_MS}`,
      state: 'weak',
    });
  });

  it('reports the age of the oldest message that the group has not stored', async () => {
    const config = await newTopics();
    await publish(config, 3);
    const empty = await look(await newTopics(), 50 * HOUR_MS);

    const unread = await look(config, 50 * HOUR_MS);
    await createGroupOffsets(config).reset([{ partition: 0, offset: 3, metadata: '' }]);
    const read = await look(config, 50 * HOUR_MS);

    const { unread: state } = unread;
    expect([empty.unread?.ageMs, read.unread?.ageMs]).toEqual([0, 0]);
    expect((state?.ageMs ?? 0) / HOUR_MS).toBeGreaterThan(49.5);
    expect((state?.ageMs ?? 0) / HOUR_MS).toBeLessThan(50.5);
    expect(state).toMatchObject({ retentionMs: config.KAFKA_RETENTION_MS, dropped: 0 });
  });

  it('reports how many messages after the committed offset were dropped', async () => {
    const config = await newTopics();
    await publish(config, 5);
    await createGroupOffsets(config).reset([{ partition: 0, offset: 1, metadata: '' }]);
    await dropBefore(config, 0, 4);

    expect((await look(config)).unread).toMatchObject({ dropped: 3 });
  });

  it('rejects with LOG_UNAVAILABLE without a broker', async () => {
    const config = { ...configFor(brokers), KAFKA_BROKERS: ['127.0.0.1:1'] };

    await expect(look(config)).rejects.toMatchObject({ code: 'LOG_UNAVAILABLE', retryable: true });
  });
});
