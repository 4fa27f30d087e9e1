import { createBackoff } from '@spanhouse/service-runtime';
import type { Admin } from 'kafkajs';
import type { KafkaConfig } from '../kafka-config.js';
import type { CommittedPosition } from '../span-subscription.js';
import type { KafkaOptions } from './kafka-client.js';

/** Reads the group's position in every partition; the offset is negative where nothing is committed. */
export async function readGroupPositions(
  admin: Admin,
  { KAFKA_GROUP_ID: groupId, KAFKA_TOPIC: topic }: KafkaConfig,
): Promise<readonly CommittedPosition[]> {
  const groups = await admin.fetchOffsets({ groupId, topics: [topic] });
  const partitions = groups.find((group) => group.topic === topic)?.partitions ?? [];
  return partitions
    .map(({ partition, offset, metadata }) => ({
      partition,
      offset: Number(offset),
      metadata: metadata ?? '',
    }))
    .sort((left, right) => left.partition - right.partition);
}

interface StartPositionsOptions extends KafkaOptions {
  readonly admin: Admin;
  readonly partitions: readonly number[];
  /** True once the positions are no longer needed. */
  readonly isOver: () => boolean;
}

/**
 * Returns the offsets at which delivery of the owned partitions starts: the committed one, or the
 * earliest one that the log still holds. Retries until Kafka answers; `undefined` once `isOver`.
 */
export async function readStartPositions(
  options: StartPositionsOptions,
): Promise<readonly CommittedPosition[] | undefined> {
  const { clock, logger, isOver } = options;
  const backoff = createBackoff({ initialMs: 100, maxMs: 5000 });
  while (!isOver()) {
    try {
      const positions = await readOnce(options);
      return isOver() ? undefined : positions;
    } catch (error) {
      logger.warn({ err: error }, 'committed offsets cannot be read, retrying');
      await clock.sleep(backoff.nextDelayMs());
    }
  }
  return undefined;
}

async function readOnce(options: StartPositionsOptions): Promise<readonly CommittedPosition[]> {
  const { admin, config, logger, partitions } = options;
  const committed = await readGroupPositions(admin, config);
  const ends = await admin.fetchTopicOffsets(config.KAFKA_TOPIC);
  return [...partitions]
    .sort((left, right) => left - right)
    .map((partition) => {
      const known = committed.find((position) => position.partition === partition);
      const low = Number(ends.find((end) => end.partition === partition)?.low ?? 0);
      if (known !== undefined && known.offset >= low) {
        return known;
      }
      if (known !== undefined && known.offset >= 0) {
        const facts = { partition, from: known.offset, to: low };
        logger.error(facts, 'messages expired before they were stored');
      }
      return { partition, offset: low, metadata: '' };
    });
}
