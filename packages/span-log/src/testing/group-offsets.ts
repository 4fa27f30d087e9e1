import { createSilentLogger } from '@spanhouse/service-runtime/testing';
import { readGroupPositions } from '../kafka/group/group-offsets.js';
import { withAdmin } from '../kafka/kafka-topics.js';
import type { KafkaConfig } from '../kafka-config.js';
import type { CommittedPosition } from '../span-subscription.js';

/** Reads and resets offsets in the same way as `kafka-consumer-groups.sh --describe` and `--reset-offsets`. */
export function createGroupOffsets(config: KafkaConfig) {
  const options = { config, logger: createSilentLogger() };
  const { KAFKA_TOPIC: topic, KAFKA_GROUP_ID: groupId } = config;
  return {
    read: () => withAdmin(options, (admin) => readGroupPositions(admin, config)),
    reset: (positions: readonly CommittedPosition[]) => {
      const partitions = positions.map(({ partition, offset }) => ({
        partition,
        offset: String(offset),
      }));
      return withAdmin(options, (admin) => admin.setOffsets({ groupId, topic, partitions }));
    },
  };
}
