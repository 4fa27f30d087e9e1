import { type AppError, type Clock, createBackoff, type Logger } from '@spanhouse/service-runtime';
import type { Producer } from 'kafkajs';
import { toLogUnavailable } from '../client/kafka-error.js';
import { SharedProducer } from './shared-producer.js';

export interface ProducerSourceOptions {
  readonly createProducer: () => Producer;
  readonly clock: Clock;
  readonly logger: Logger;
}

/**
 * Holds the connected producer, and connects the next one after a failure.
 *
 * A producer is used until its first failure. Its sequence numbers are uncertain after that: the
 * broker may hold the failed batch, and would treat the next batch with the same numbers as a repeat,
 * answer success and store nothing. A new producer has a new id and causes a duplicate at most.
 */
export class ProducerSource {
  readonly #options: ProducerSourceOptions;
  readonly #closing = new AbortController();
  #producer: Promise<SharedProducer> | undefined;
  #recovering: Promise<void> | undefined;
  #outage: AppError | undefined;

  constructor(options: ProducerSourceOptions) {
    this.#options = options;
  }

  /** Set from the first failed attempt to connect until one succeeds. */
  get outage(): AppError | undefined {
    return this.#outage;
  }

  /** Connects the first producer. A source whose `connect` rejects must not be used. */
  async connect(): Promise<void> {
    this.#producer = Promise.resolve(await this.#connectOnce());
  }

  /** Resolves with the producer in use. Rejects with a retryable AppError if none can be connected. */
  ready(): Promise<SharedProducer> {
    this.#producer ??= this.#connectOnce().catch((error: unknown) => {
      this.#outage = toLogUnavailable(error, 'Kafka is not reachable');
      this.#producer = undefined;
      this.#recovering = this.#recover();
      throw this.#outage;
    });
    return this.#producer;
  }

  /** Call it when a send has failed. Returns whether this ends the use of the producer. */
  retire(producer: SharedProducer): boolean {
    if (producer.isRetired) {
      return false;
    }
    producer.retire();
    this.#producer = undefined;
    return true;
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await this.#recovering;
    const producer = await this.#producer;
    await producer?.disconnect();
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

  async #connectOnce(): Promise<SharedProducer> {
    const { createProducer, logger } = this.#options;
    const producer = new SharedProducer(createProducer(), logger);
    try {
      await producer.connect();
      return producer;
    } catch (error) {
      throw toLogUnavailable(error, 'Kafka is not reachable');
    }
  }
}
