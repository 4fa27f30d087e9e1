import { type AppError, type Clock, createBackoff, type Logger } from '@spanhouse/service-runtime';
import type { Producer, ProducerBatch } from 'kafkajs';
import { toLogUnavailable } from '../client/kafka-error.js';

export interface ProducerSourceOptions {
  readonly createProducer: () => Producer;
  readonly clock: Clock;
  readonly logger: Logger;
}

/**
 * Holds the connected producer, and connects another one after a failure. Several rounds can use the producer at the
 * same time. A producer is not used after its first failure, because its sequence numbers are then uncertain: the
 * broker may have stored the failed batch. In that case, the broker would treat the next batch with the same numbers as
 * a duplicate, report success and store nothing. A new producer has a new id, so the worst result is a duplicate.
 */
export class ProducerSource {
  readonly #options: ProducerSourceOptions;
  readonly #closing = new AbortController();
  /** The number of sends in progress per producer, including retired producers. */
  readonly #sends = new Map<Producer, number>();
  #producer: Promise<Producer> | undefined;
  #current: Producer | undefined;
  #recovering: Promise<void> | undefined;
  #outage: AppError | undefined;

  constructor(options: ProducerSourceOptions) {
    this.#options = options;
  }

  /** The error of the first failed connection attempt; undefined after an attempt has succeeded. */
  get outage(): AppError | undefined {
    return this.#outage;
  }

  /** Connects the first producer. Do not use a source after its `connect` has rejected. */
  async connect(): Promise<void> {
    this.#producer = Promise.resolve(await this.#connectOnce());
  }

  /** Resolves with the producer in use. Rejects with a retryable AppError if no producer can be connected. */
  ready(): Promise<Producer> {
    this.#producer ??= this.#connectOnce().catch((error: unknown) => {
      this.#outage = toLogUnavailable(error, 'Kafka is not reachable');
      this.#producer = undefined;
      this.#recovering = this.#recover();
      throw this.#outage;
    });
    return this.#producer;
  }

  /** Sends a batch with a producer that `ready` has returned. */
  async send(producer: Producer, batch: ProducerBatch): Promise<void> {
    this.#sends.set(producer, (this.#sends.get(producer) ?? 0) + 1);
    try {
      await producer.sendBatch(batch);
    } finally {
      this.#sends.set(producer, (this.#sends.get(producer) ?? 0) - 1);
      this.#disconnectWhenUnused(producer);
    }
  }

  /** Stops the use of a producer after a failed send. Returns false if the producer was already retired. */
  retire(producer: Producer): boolean {
    if (producer !== this.#current) {
      return false;
    }
    this.#current = undefined;
    this.#producer = undefined;
    this.#disconnectWhenUnused(producer);
    return true;
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await this.#recovering;
    const producer = await this.#producer;
    await (producer && this.#disconnect(producer));
  }

  /**
   * Disconnects a retired producer after its last send has ended. If the producer were disconnected earlier, a retry of
   * a send would connect it again.
   */
  #disconnectWhenUnused(producer: Producer): void {
    if (producer !== this.#current && this.#sends.get(producer) === 0) {
      this.#sends.delete(producer);
      void this.#disconnect(producer);
    }
  }

  async #disconnect(producer: Producer): Promise<void> {
    try {
      await producer.disconnect();
    } catch (error) {
      this.#options.logger.debug({ err: error }, 'producer did not disconnect');
    }
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
        if (this.#closing.signal.aborted) {
          return;
        }
        logger.debug({ err: error }, 'kafka is still not reachable');
      }
    }
  }

  async #connectOnce(): Promise<Producer> {
    const producer = this.#options.createProducer();
    try {
      await producer.connect();
      this.#current = producer;
      return producer;
    } catch (error) {
      await this.#disconnect(producer);
      throw toLogUnavailable(error, 'Kafka is not reachable');
    }
  }
}
