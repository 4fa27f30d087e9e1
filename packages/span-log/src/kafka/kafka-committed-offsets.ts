import type { Clock, Logger } from '@spanhouse/service-runtime';
import type { Admin } from 'kafkajs';
import type { CommittedOffsets } from '../committed-offsets.js';
import type { KafkaConfig } from '../kafka-config.js';
import type { LogIdentity } from '../topics.js';
import { readGroupPositions } from './group-offsets.js';
import { createKafkaClient } from './kafka-client.js';
import { toLogUnavailable } from './kafka-error.js';
import { readIdentity } from './kafka-topics.js';

export interface KafkaCommittedOffsetsOptions {
  readonly config: KafkaConfig;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** Rejects with a retryable AppError while Kafka is away or the topics are not made. */
export const createKafkaCommittedOffsets = async ({
  config,
  clock,
  logger,
}: KafkaCommittedOffsetsOptions): Promise<CommittedOffsets> => {
  const admin = createKafkaClient(config, logger).admin();
  const topic = config.KAFKA_TOPIC;
  try {
    await admin.connect();
    const identity = await readIdentity(admin, topic);
    const { topics } = await admin.fetchTopicMetadata({ topics: [topic] });
    const partitionCount = topics[0]?.partitions.length ?? 0;
    return new KafkaCommittedOffsets({ admin, config, clock, identity, partitionCount });
  } catch (error) {
    await admin.disconnect();
    throw toLogUnavailable(error, `Kafka at ${config.KAFKA_BROKERS.join(', ')} does not answer`);
  }
};

interface Parts {
  readonly admin: Admin;
  readonly config: KafkaConfig;
  readonly clock: Clock;
  readonly identity: LogIdentity;
  readonly partitionCount: number;
}

interface Waiter {
  readonly target: ReadonlyMap<number, number>;
  readonly settle: (isReached: boolean) => void;
}

/** While someone waits, the offsets are read this often; a commit of the consumer takes about as long. */
const pollIntervalMs = 25;

class KafkaCommittedOffsets implements CommittedOffsets {
  readonly logId: string;
  readonly generation: number;
  readonly partitionCount: number;
  readonly #parts: Parts;
  readonly #waiters = new Set<Waiter>();
  readonly #closing = new AbortController();
  #reading: Promise<readonly number[]> | undefined;
  #polling: Promise<void> | undefined;

  constructor(parts: Parts) {
    this.#parts = parts;
    this.logId = parts.identity.logId;
    this.generation = parts.identity.generation;
    this.partitionCount = parts.partitionCount;
  }

  read(): Promise<readonly number[]> {
    this.#reading ??= this.#readOnce().finally(() => {
      this.#reading = undefined;
    });
    return this.#reading;
  }

  waitFor(
    target: ReadonlyMap<number, number>,
    { timeoutMs, signal }: { timeoutMs: number; signal: AbortSignal },
  ): Promise<boolean> {
    const stopped = AbortSignal.any([signal, this.#closing.signal]);
    if (stopped.aborted) return Promise.resolve(false);
    if (timeoutMs <= 0) return this.#isReachedNow(target);
    return new Promise((resolve) => {
      const settle = (isReached: boolean): void => {
        timer.cancel();
        stopped.removeEventListener('abort', giveUp);
        this.#waiters.delete(waiter);
        resolve(isReached);
      };
      const giveUp = (): void => settle(false);
      const waiter: Waiter = { target, settle };
      const timer = this.#parts.clock.setTimer(timeoutMs, giveUp);
      stopped.addEventListener('abort', giveUp, { once: true });
      this.#waiters.add(waiter);
      this.#polling ??= this.#poll();
    });
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await this.#polling;
    await this.#parts.admin.disconnect();
  }

  async #isReachedNow(target: ReadonlyMap<number, number>): Promise<boolean> {
    try {
      return isReached(target, await this.read());
    } catch {
      return false;
    }
  }

  async #poll(): Promise<void> {
    while (this.#waiters.size > 0) {
      // A log that is away cannot be told from one that is slow: the wait ends by its own time-out.
      const offsets = await this.read().catch(() => []);
      for (const { target, settle } of [...this.#waiters]) {
        if (isReached(target, offsets)) settle(true);
      }
      if (this.#waiters.size > 0) await this.#pause();
    }
    this.#polling = undefined;
  }

  async #pause(): Promise<void> {
    try {
      await this.#parts.clock.sleep(pollIntervalMs, this.#closing.signal);
    } catch {
      // closing: every waiter has been settled
    }
  }

  async #readOnce(): Promise<readonly number[]> {
    const { admin, config } = this.#parts;
    try {
      const positions = await readGroupPositions(admin, config);
      return positions.map(({ offset }) => Math.max(0, offset));
    } catch (error) {
      throw toLogUnavailable(error, 'the committed offsets cannot be read');
    }
  }
}

const isReached = (target: ReadonlyMap<number, number>, offsets: readonly number[]): boolean =>
  [...target].every(([partition, offset]) => (offsets[partition] ?? 0) >= offset);
