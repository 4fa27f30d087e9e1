import { Conditions } from '@spanhouse/service-runtime';
import type { Admin } from 'kafkajs';
import type { CommittedAsOf, CommittedOffsets, PartitionLag } from '../committed-offsets.js';
import type { LogIdentity } from '../topics.js';
import type { KafkaOptions } from './client/kafka-client.js';
import { toLogUnavailable } from './client/kafka-error.js';
import {
  readGroupPositions,
  type StoredPosition,
  type StoredPositions,
} from './group/group-offsets.js';
import { countPartitions, keepAdmin, readIdentity } from './kafka-topics.js';
import { readUnreadAges } from './unread-ages.js';

export interface KafkaCommittedOffsetsOptions extends KafkaOptions {
  /** Called if at least one partition has no committed offset. A successful result is kept for later reads. */
  readonly storedPositions: StoredPositions;
}

/**
 * Connects to the committed offsets of the consumer group. Rejects with a retryable AppError while
 * Kafka is unavailable or the topics do not exist.
 */
export function createKafkaCommittedOffsets(
  options: KafkaCommittedOffsetsOptions,
): Promise<CommittedOffsets> {
  const topic = options.config.KAFKA_TOPIC;
  return keepAdmin(options, async (admin) => {
    const identity = await readIdentity(admin, options);
    const partitionCount = await countPartitions(admin, topic);
    return new KafkaCommittedOffsets({ ...options, admin, identity, partitionCount });
  });
}

interface Parts extends KafkaCommittedOffsetsOptions {
  readonly admin: Admin;
  readonly identity: LogIdentity;
  readonly partitionCount: number;
}

/** Pause between two reads while a caller waits, about as long as a consumer's commit takes. */
const POLL_INTERVAL_MS = 25;

/** Polls the group's offsets while at least one caller waits. One request serves all callers. */
class KafkaCommittedOffsets implements CommittedOffsets {
  readonly logId: string;
  readonly generation: number;
  readonly partitionCount: number;
  readonly #parts: Parts;
  readonly #conditions = new Conditions();
  readonly #closing = new AbortController();
  /** The last known offset of each partition, used after Kafka has deleted the offsets of the group. */
  readonly #known = new Map<number, number>();
  /** The offsets from the last read. */
  #offsets: readonly number[] = [];
  #stored: Promise<ReadonlyMap<number, StoredPosition>> | undefined;
  #reading: Promise<CommittedAsOf> | undefined;
  #polling: Promise<void> | undefined;

  constructor(parts: Parts) {
    this.#parts = parts;
    this.logId = parts.identity.logId;
    this.generation = parts.identity.generation;
    this.partitionCount = parts.partitionCount;
  }

  async read(): Promise<readonly number[]> {
    return (await this.readAsOf()).offsets;
  }

  readAsOf(): Promise<CommittedAsOf> {
    this.#reading ??= this.#readOnce().finally(() => {
      this.#reading = undefined;
    });
    return this.#reading;
  }

  async readEnds(): Promise<readonly number[]> {
    const { admin, config } = this.#parts;
    try {
      const partitions = await admin.fetchTopicOffsets(config.KAFKA_TOPIC);
      const ends = new Map(partitions.map(({ partition, high }) => [partition, Number(high)]));
      return Array.from({ length: this.partitionCount }, (_, index) => ends.get(index) ?? 0);
    } catch (error) {
      throw toLogUnavailable(error, 'the ends of the partitions cannot be read');
    }
  }

  async readLag(): Promise<readonly PartitionLag[]> {
    const committed = await this.read();
    const ends = await this.readEnds();
    const lags = ends.map((end, partition) => {
      const offset = committed[partition] ?? 0;
      return { partition, committed: offset, end: Math.max(end, offset) };
    });
    const unread = lags.filter(({ committed: offset, end }) => offset < end);
    const ages = await this.#agesOf(
      new Map(unread.map(({ partition, committed: offset }) => [partition, offset])),
    );
    return lags.map((lag) => ({ ...lag, oldestUnreadMs: ages.get(lag.partition) ?? 0 }));
  }

  async waitFor(
    target: ReadonlyMap<number, number>,
    { timeoutMs, signal }: { timeoutMs: number; signal: AbortSignal },
  ): Promise<boolean> {
    const limits = {
      signal: AbortSignal.any([signal, this.#closing.signal]),
      timeout: { clock: this.#parts.clock, ms: timeoutMs },
    };
    const isReached = (): boolean =>
      [...target].every(([partition, offset]) => (this.#offsets[partition] ?? 0) >= offset);
    if (timeoutMs <= 0 && !limits.signal.aborted) {
      await this.#look();
    }
    const reached = this.#conditions.until(isReached, limits);
    if (this.#conditions.areAwaited) {
      this.#polling ??= this.#poll();
    }
    return await reached;
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await this.#polling;
    await this.#parts.admin.disconnect();
  }

  async #agesOf(unread: ReadonlyMap<number, number>): Promise<ReadonlyMap<number, number>> {
    const { admin, config, clock } = this.#parts;
    try {
      return await readUnreadAges({
        offsetsByTime: (sinceMs) => admin.fetchTopicOffsetsByTimestamp(config.KAFKA_TOPIC, sinceMs),
        unread,
        nowMs: clock.nowMs(),
        maxAgeMs: config.KAFKA_RETENTION_MS,
      });
    } catch (error) {
      throw toLogUnavailable(error, 'the age of unread messages cannot be read');
    }
  }

  /** Reads the offsets until no caller is waiting. */
  async #poll(): Promise<void> {
    while (this.#conditions.areAwaited) {
      await this.#look();
      this.#conditions.recheck();
      if (this.#conditions.areAwaited) {
        await this.#parts.clock
          .sleep(POLL_INTERVAL_MS, this.#closing.signal)
          .catch(() => undefined); // closing: every waiting caller already has a result
      }
    }
    this.#polling = undefined;
  }

  /** Reads the offsets. Ignores a failure, because callers that wait have their own timeout. */
  async #look(): Promise<void> {
    await this.read().catch(() => undefined);
  }

  /** Returns the offset after the first message of the last block in the store; 0 if nothing is stored. */
  async #readStored(partition: number): Promise<number> {
    this.#stored ??= this.#parts.storedPositions(this.#parts.identity).catch((error: unknown) => {
      this.#stored = undefined;
      throw error;
    });
    const position = (await this.#stored).get(partition);
    return position === undefined ? 0 : position.offset + 1;
  }

  async #readOnce(): Promise<CommittedAsOf> {
    const { admin, config, clock } = this.#parts;
    const asOfNs = clock.nowNs();
    try {
      const positions = await readGroupPositions(admin, config);
      for (const { partition, offset } of positions) {
        if (offset >= 0) {
          this.#known.set(partition, offset);
        } else if (!this.#known.has(partition)) {
          this.#known.set(partition, await this.#readStored(partition));
        }
      }
      this.#offsets = positions.map(({ partition }) => this.#known.get(partition) ?? 0);
      return { offsets: this.#offsets, asOfNs };
    } catch (error) {
      throw toLogUnavailable(error, 'the committed offsets cannot be read');
    }
  }
}
