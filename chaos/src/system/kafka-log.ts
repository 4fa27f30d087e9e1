import { createLogger, loadConfig } from '../../../packages/service-runtime/src/index.js';
import { waitUntil } from '../../../packages/service-runtime/src/testing/index.js';
import { createKafkaClient } from '../../../packages/span-log/src/kafka/client/kafka-client.js';
import { readGroupPositions } from '../../../packages/span-log/src/kafka/group/group-offsets.js';
import { countPartitions, withAdmin } from '../../../packages/span-log/src/kafka/kafka-topics.js';
import {
  type KafkaConfig,
  kafkaConfigFields,
} from '../../../packages/span-log/src/kafka-config.js';
import { createGroupOffsets } from '../../../packages/span-log/src/testing/index.js';
import { requireReadUpTo } from './embedded-log.js';
import type { Log, Topic } from './system.js';

const PARTITION = 0;

export interface KafkaLogOptions {
  /** The Kafka settings of the services. */
  readonly env: Readonly<Record<string, string>>;
  /** Creates missing topics. */
  readonly migrate: () => Promise<void>;
}

/** Creates direct access to the log in Kafka, without the services. */
export function createKafkaLog({ env, migrate }: KafkaLogOptions) {
  const config = loadConfig(kafkaConfigFields, env);
  const logger = createLogger({ level: 'fatal', service: 'chaos' });
  return {
    log: createLog(config, logger),
    topic: createTopic(config, { logger, migrate }),
    /** Returns the id of the broker that leads the first partition. */
    leader: async (): Promise<number | undefined> => {
      const { topics } = await withAdmin({ config, logger }, (admin) =>
        admin.fetchTopicMetadata({ topics: [config.KAFKA_TOPIC] }),
      );
      return topics[0]?.partitions.find(({ partitionId }) => partitionId === PARTITION)?.leader;
    },
  };
}

type Logger = ReturnType<typeof createLogger>;

function createLog(config: KafkaConfig, logger: Logger): Log {
  const { KAFKA_TOPIC: topic } = config;
  return {
    async append({ headers, value }) {
      const producer = createKafkaClient(config, logger).producer();
      await producer.connect();
      const messages = [{ partition: PARTITION, headers, value: Buffer.from(value) }];
      const [sent] = await producer
        .send({ topic, acks: -1, messages })
        .finally(() => producer.disconnect());
      return { partition: PARTITION, offset: Number(sent?.baseOffset) };
    },
    async skip({ partition, offset }) {
      const offsets = createGroupOffsets(config);
      const readCommitted = async () => {
        const positions = await offsets.read();
        return positions.find((position) => position.partition === partition)?.offset ?? 0;
      };
      requireReadUpTo(await readCommitted(), offset);
      await waitUntil('the group continues after the message', async () => {
        // With several brokers, kafkajs may reject although it has committed the offset.
        const next = { partition, offset: offset + 1, metadata: '' };
        await offsets.reset([next]).catch(() => undefined);
        return (await readCommitted()) > offset;
      });
    },
  };
}

function createTopic(
  config: KafkaConfig,
  { logger, migrate }: { readonly logger: Logger; readonly migrate: () => Promise<void> },
): Topic {
  const { KAFKA_TOPIC: topic } = config;
  return {
    unreadMessages: () =>
      withAdmin({ config, logger }, async (admin) => {
        const committed = await readGroupPositions(admin, config);
        const ends = await admin.fetchTopicOffsets(topic);
        return ends.reduce((sum, { partition, high }) => {
          const position = committed.find((group) => group.partition === partition);
          return sum + Number(high) - Math.max(0, position?.offset ?? 0);
        }, 0);
      }),
    addPartition: () =>
      withAdmin({ config, logger }, async (admin) => {
        const count = (await countPartitions(admin, topic)) + 1;
        await admin.createPartitions({ topicPartitions: [{ topic, count }] });
      }),
    recreate: async () => {
      await withAdmin({ config, logger }, async (admin) => {
        await admin.deleteTopics({ topics: [topic] });
        await waitUntil('the topic is gone', async () => {
          return !(await admin.listTopics()).includes(topic);
        });
      });
      await migrate();
    },
  };
}
