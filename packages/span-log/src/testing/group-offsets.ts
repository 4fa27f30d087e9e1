import { createSilentLogger } from '@spanhouse/service-runtime/testing';
import { createKafkaClient } from '../kafka/client/kafka-client.js';
import { readGroupPositions } from '../kafka/group/group-offsets.js';
import type { KafkaConfig } from '../kafka-config.js';
import type { CommittedPosition } from '../span-subscription.js';

/** Reads and resets offsets as kafka-consumer-groups.sh does with --describe and --reset-offsets. */
export function createGroupOffsets(config: KafkaConfig) {
  const admin = createKafkaClient(config, createSilentLogger()).admin();
  const { KAFKA_TOPIC: topic, KAFKA_GROUP_ID: groupId } = config;
  return {
    read: async (): Promise<readonly CommittedPosition[]> => {
      await admin.connect();
      return readGroupPositions(admin, config).finally(() => admin.disconnect());
    },
    reset: async (positions: readonly CommittedPosition[]): Promise<void> => {
      await admin.connect();
      const partitions = positions.map(({ partition, offset }) => ({
        partition,
        offset: String(offset),
      }));
      await admin.setOffsets({ groupId, topic, partitions }).finally(() => admin.disconnect());
    },
  };
}
