import { type AppError, type Clock, createBackoff, type Logger } from '@spanhouse/service-runtime';
import type { Producer, RecordMetadata } from 'kafkajs';
import { noCompression } from './kafka-client.js';
import { toLogUnavailable } from './kafka-error.js';
import { type OutgoingMessage, type RoundLimits, takeRound } from './send-round.js';

export interface KafkaSenderOptions {
  readonly topic: string;
  readonly createProducer: () => Producer;
  readonly limits: RoundLimits;
  /** For one round with all retries of kafkajs. */
  readonly roundTimeoutMs: number;
  readonly requestTimeoutMs: number;
  readonly clock: Clock;
  readonly logger: Logger;
}

/**
 * Sends what is queued, one request per broker at a time; what comes meanwhile shares the next one.
 *
 * A producer is used until its first failure. Its sequence numbers are uncertain after that: the
 * broker may hold the failed batch, and would take the next one with the same numbers for a repeat
 * of it, answer success and store nothing. A new producer has a new id, and costs a duplicate at most.
 */
export class KafkaSender {
  readonly #options: KafkaSenderOptions;
  readonly #queue: OutgoingMessage[] = [];
  readonly #closing = new AbortController();
  #producer: Promise<Producer> | undefined;
  #running: Promise<void> | undefined;
  #recovering: Promise<void> | undefined;
  /** Why there is no producer; set after the first attempt to connect has failed. */
  #outage: AppError | undefined;

  constructor(options: KafkaSenderOptions) {
    this.#options = options;
  }

  get outage(): AppError | undefined {
    return this.#outage;
  }

  /** The offset, once all in-sync replicas have it. Rejects with a retryable AppError. */
  send(message: OutgoingMessage['message'], bytes: number): Promise<number> {
    if (this.#outage !== undefined) return Promise.reject(this.#outage);
    return new Promise((resolve, reject) => {
      this.#queue.push({ message, bytes, resolve, reject });
      this.#running ??= this.#run();
    });
  }

  /** The first producer; rejects with a retryable AppError, and then the sender is of no use. */
  async connect(): Promise<void> {
    const producer = await this.#connectOnce();
    this.#producer = Promise.resolve(producer);
  }

  async close(): Promise<void> {
    await this.#running;
    this.#closing.abort();
    await this.#recovering;
    const producer = await this.#producer;
    await producer?.disconnect();
  }

  async #run(): Promise<void> {
    await Promise.resolve(); // lets the messages of this turn in
    while (this.#queue.length > 0) {
      try {
        const producer = await this.#ready();
        await this.#sendRound(producer, takeRound(this.#queue, this.#options.limits));
      } catch (error) {
        for (const { reject } of this.#queue.splice(0)) reject(error);
      }
    }
    this.#running = undefined;
  }

  async #sendRound(producer: Producer, round: readonly OutgoingMessage[]): Promise<void> {
    const { topic, requestTimeoutMs, logger } = this.#options;
    const messages = round.map(({ message }) => message);
    const sending = producer.sendBatch({
      acks: -1,
      timeout: requestTimeoutMs,
      compression: noCompression,
      topicMessages: [{ topic, messages }],
    });
    try {
      const offsets = offsetsOf(round, await this.#withinTimeout(sending));
      for (const [at, { resolve }] of round.entries()) resolve(offsets[at] ?? -1);
    } catch (error) {
      const failure = toLogUnavailable(error, 'Kafka did not take the messages');
      logger.warn({ err: error, messages: round.length }, 'send failed');
      for (const { reject } of round) reject(failure);
      this.#producer = undefined;
      this.#discard(producer);
      // A send that goes on after its time-out connects the producer again.
      void sending.catch(() => undefined).finally(() => this.#discard(producer));
    }
  }

  #withinTimeout<Value>(sending: Promise<Value>): Promise<Value> {
    const { clock, roundTimeoutMs } = this.#options;
    return new Promise((resolve, reject) => {
      const timer = clock.setTimer(roundTimeoutMs, () =>
        reject(new Error(`no answer within ${roundTimeoutMs} ms`)),
      );
      void sending.then(resolve, reject).finally(() => timer.cancel());
    });
  }

  #ready(): Promise<Producer> {
    this.#producer ??= this.#connectOnce().catch((error: unknown) => {
      this.#outage = toLogUnavailable(error, 'Kafka is not reachable');
      this.#producer = undefined;
      this.#recovering = this.#recover();
      throw this.#outage;
    });
    return this.#producer;
  }

  async #recover(): Promise<void> {
    const { clock, logger } = this.#options;
    const backoff = createBackoff({ initialMs: 200, maxMs: 5000 });
    while (this.#outage !== undefined) {
      try {
        await clock.sleep(backoff.nextDelayMs(), this.#closing.signal);
        this.#producer = Promise.resolve(await this.#connectOnce());
        this.#outage = undefined;
        logger.info('kafka is reachable again');
      } catch (error) {
        if (this.#closing.signal.aborted) return;
        logger.debug({ err: error }, 'kafka is still not reachable');
      }
    }
  }

  async #connectOnce(): Promise<Producer> {
    const producer = this.#options.createProducer();
    try {
      await producer.connect();
      return producer;
    } catch (error) {
      this.#discard(producer);
      throw toLogUnavailable(error, 'Kafka is not reachable');
    }
  }

  #discard(producer: Producer): void {
    void producer.disconnect().catch((error: unknown) => {
      this.#options.logger.debug({ err: error }, 'discarded producer did not disconnect');
    });
  }
}

const offsetsOf = (
  round: readonly OutgoingMessage[],
  metadata: readonly RecordMetadata[],
): readonly number[] => {
  // kafkajs can lose a partition whose leader moves to a broker that had answered already: no entry, no error.
  const next = new Map(
    metadata.map(({ partition, baseOffset }) => [partition, Number(baseOffset ?? -1)]),
  );
  return round.map(({ message: { partition } }) => {
    const offset = next.get(partition) ?? -1;
    if (offset < 0) throw new Error(`no offset for partition ${partition}`);
    next.set(partition, offset + 1);
    return offset;
  });
};
