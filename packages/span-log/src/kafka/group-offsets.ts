import { type Clock, createBackoff, type Logger } from '@spanhouse/service-runtime';
import type { Admin } from 'kafkajs';
import type { KafkaConfig } from '../kafka-config.js';
import type { CommittedPosition } from '../span-subscription.js';

/** Every partition; the offset is negative where the group has committed nothing. */
export const readGroupPositions = async (
  admin: Admin,
  { KAFKA_GROUP_ID: groupId, KAFKA_TOPIC: topic }: KafkaConfig,
): Promise<readonly CommittedPosition[]> => {
  const groups = await admin.fetchOffsets({ groupId, topics: [topic] });
  const partitions = groups.find((group) => group.topic === topic)?.partitions ?? [];
  return partitions
    .map(({ partition, offset, metadata }) => ({
      partition,
      offset: Number(offset),
      metadata: metadata ?? '',
    }))
    .sort((left, right) => left.partition - right.partition);
};

interface StartPositionsOptions {
  readonly admin: Admin;
  readonly config: KafkaConfig;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly partitions: readonly number[];
  /** Nobody needs the answer any more. */
  readonly isOver: () => boolean;
}

/** Where the owned partitions are read from. Tries until Kafka answers; undefined when `isOver`. */
export const readStartPositions = async (
  options: StartPositionsOptions,
): Promise<readonly CommittedPosition[] | undefined> => {
  const { clock, logger, isOver } = options;
  const backoff = createBackoff({ initialMs: 100, maxMs: 5000 });
  while (!isOver()) {
    try {
      const positions = await readOnce(options);
      return isOver() ? undefined : positions;
    } catch (error) {
      logger.warn({ err: error }, 'committed offsets cannot be read');
      await clock.sleep(backoff.nextDelayMs());
    }
  }
  return undefined;
};

const readOnce = async ({
  admin,
  config,
  logger,
  partitions,
}: StartPositionsOptions): Promise<readonly CommittedPosition[]> => {
  const committed = await readGroupPositions(admin, config);
  const ends = await admin.fetchTopicOffsets(config.KAFKA_TOPIC);
  return [...partitions]
    .sort((left, right) => left - right)
    .map((partition) => {
      const known = committed.find((position) => position.partition === partition);
      const low = Number(ends.find((end) => end.partition === partition)?.low ?? 0);
      if (known !== undefined && known.offset >= low) return known;
      if (known !== undefined && known.offset >= 0) {
        const facts = { partition, from: known.offset, to: low };
        logger.error(facts, 'messages expired before they were stored');
      }
      return { partition, offset: low, metadata: '' };
    });
};
