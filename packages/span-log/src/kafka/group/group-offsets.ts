import { AppError, createBackoff } from '@spanhouse/service-runtime';
import type { Admin } from 'kafkajs';
import type { KafkaConfig } from '../../kafka-config.js';
import type { LogReport } from '../../log-report.js';
import type { CommittedPosition, LogPosition } from '../../span-subscription.js';
import type { LogIdentity } from '../../topics.js';
import type { KafkaOptions } from '../client/kafka-client.js';
import { toLogUnavailable } from '../client/kafka-error.js';

/** Reads the group's position in every partition. An offset is negative if nothing is committed. */
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

/** A partition's messages that the group has not stored yet: from `first` to `end` - 1. */
interface UnreadRange {
  readonly partition: number;
  readonly first: number;
  readonly end: number;
  /** Number of messages from the committed offset to `first` - 1, which the log no longer has. */
  readonly dropped: number;
}

/** Reads each partition's range of messages that are not stored yet. */
export async function readUnreadRanges(
  admin: Admin,
  config: KafkaConfig,
): Promise<readonly UnreadRange[]> {
  const positions = await readGroupPositions(admin, config);
  const ends = await admin.fetchTopicOffsets(config.KAFKA_TOPIC);
  return ends.map(({ partition, low, high }) => {
    const committed = positions.find((position) => position.partition === partition)?.offset ?? -1;
    const first = Math.max(committed, Number(low));
    const dropped = committed < 0 ? 0 : first - committed;
    return { partition, first, end: Math.max(first, Number(high)), dropped };
  });
}

/** Returns the number of messages from the committed offset to the end of the log, by partition. */
export async function readLag(
  admin: Admin,
  topic: string,
  committed: ReadonlyMap<number, number>,
): Promise<ReadonlyMap<number, number>> {
  const lag = new Map<number, number>();
  try {
    for (const { partition, high } of await admin.fetchTopicOffsets(topic)) {
      const offset = committed.get(partition);
      if (offset !== undefined) {
        lag.set(partition, Math.max(0, Number(high) - offset));
      }
    }
  } catch (error) {
    throw toLogUnavailable(error, 'the end of the log cannot be read');
  }
  return lag;
}

/** Progress of the store in one partition. */
export interface StoredPosition {
  /** The offset before which every message is stored, dead-lettered or lost. */
  readonly offset: number;
  /** Receive time of the message at `offset`, in milliseconds since the Unix epoch, if it is known. */
  readonly receivedAtMs?: number;
}

/**
 * Resolves with the positions up to which the store contains the given log. Partitions without rows in the store are
 * omitted. Rejects while the store is unavailable.
 */
export type StoredPositions = (
  log: Pick<LogIdentity, 'logId' | 'generation'>,
) => Promise<ReadonlyMap<number, StoredPosition>>;

/** The position at which delivery of a partition starts. */
export interface StartPosition extends CommittedPosition {
  /** The offset of the first message that the log still has. Messages from `offset` to `earliest` - 1 are lost. */
  readonly earliest: number;
}

interface StartPositionsOptions extends KafkaOptions {
  readonly admin: Admin;
  readonly identity: LogIdentity;
  readonly storedPositions: StoredPositions;
  readonly report: Pick<LogReport, 'offsetsExpired'>;
  readonly partitions: readonly number[];
  /** Returns true once the positions are no longer needed. */
  readonly isOver: () => boolean;
}

/**
 * Returns the positions at which delivery of the owned partitions starts: the committed offset, or the position in the
 * store if the group has no committed offset. Retries until Kafka and the store respond, or returns `undefined` once
 * `isOver` returns true. Rejects with LOG_TRUNCATED if the log ends before a position.
 */
export async function readStartPositions(
  options: StartPositionsOptions,
): Promise<readonly StartPosition[] | undefined> {
  const { clock, logger, isOver } = options;
  const backoff = createBackoff({ initialMs: 100, maxMs: 5000 });
  while (!isOver()) {
    try {
      const positions = await readOnce(options);
      return isOver() ? undefined : positions;
    } catch (error) {
      if (error instanceof AppError && !error.retryable) {
        throw error;
      }
      logger.warn({ err: error }, 'committed offsets cannot be read, retrying');
      await clock.sleep(backoff.nextDelayMs());
    }
  }
  return undefined;
}

async function readOnce(options: StartPositionsOptions): Promise<readonly StartPosition[]> {
  const { admin, config, partitions } = options;
  const committed = await readGroupPositions(admin, config);
  const owned = [...partitions]
    .sort((left, right) => left - right)
    .map(
      (partition) =>
        committed.find((position) => position.partition === partition) ?? nothing(partition),
    );
  const known = await withStoredPositions(owned, options);
  const ends = await admin.fetchTopicOffsets(config.KAFKA_TOPIC);
  return known.map((position) => {
    const end = ends.find(({ partition }) => partition === position.partition);
    const earliest = Number(end?.low ?? 0);
    if (position.offset > Number(end?.high ?? 0)) {
      throw truncated(config.KAFKA_TOPIC, position);
    }
    // A recorded block cannot be replayed if its first message is lost.
    const metadata = position.offset < earliest ? '' : position.metadata;
    return { partition: position.partition, offset: position.offset, metadata, earliest };
  });
}

function nothing(partition: number): CommittedPosition {
  return { partition, offset: -1, metadata: '' };
}

/**
 * Uses the positions in the store for partitions without a committed offset. A new group has no offsets, and Kafka
 * deletes the offsets of a group without members after `offsets.retention.minutes`.
 */
async function withStoredPositions(
  positions: readonly CommittedPosition[],
  { admin, config, identity, storedPositions, report }: StartPositionsOptions,
): Promise<readonly CommittedPosition[]> {
  const missing = positions.filter(({ offset }) => offset < 0).map(({ partition }) => partition);
  const stored: ReadonlyMap<number, StoredPosition> =
    missing.length > 0 ? await storedPositions(identity) : new Map();
  const expired = missing.filter((partition) => stored.has(partition));
  if (expired.length > 0) {
    await checkReceiveTimes(expired, { stored, admin, config });
    report.offsetsExpired(expired);
  }
  return positions.map((position) => {
    const { partition, offset } = position;
    return offset >= 0
      ? position
      : { partition, offset: stored.get(partition)?.offset ?? 0, metadata: '' };
  });
}

interface StoredPartitions extends Pick<StartPositionsOptions, 'admin' | 'config'> {
  readonly stored: ReadonlyMap<number, StoredPosition>;
}

/**
 * Maximum time between the receipt of a message and its arrival in the log. A publish takes far less, so the value also
 * allows for differences between the clocks of gateways and brokers.
 */
const LONGEST_ARRIVAL_MS = 3_600_000;

/**
 * Rejects with LOG_TRUNCATED if the message at a stored position arrived long after the receive time recorded for it.
 * In that case, the topic was created again and the position belongs to the earlier topic.
 */
async function checkReceiveTimes(
  partitions: readonly number[],
  { stored, admin, config }: StoredPartitions,
): Promise<void> {
  const topic = config.KAFKA_TOPIC;
  for (const partition of partitions) {
    const { offset = 0, receivedAtMs } = stored.get(partition) ?? {};
    if (receivedAtMs === undefined) {
      continue;
    }
    const later = await admin.fetchTopicOffsetsByTimestamp(
      topic,
      receivedAtMs + LONGEST_ARRIVAL_MS,
    );
    const firstLater = later.find((entry) => entry.partition === partition)?.offset;
    if (Number(firstLater) <= offset) {
      throw truncated(topic, { partition, offset });
    }
  }
}

/** Creates the error for a partition that does not continue after the messages already read. */
export function truncated(topic: string, { partition, offset }: LogPosition): AppError {
  return new AppError(
    'LOG_TRUNCATED',
    `${topic} was truncated or created again: partition ${partition} does not continue the messages before ${offset} that were read`,
  );
}
