import type { Logger } from '@spanhouse/service-runtime';
import type { Producer, ProducerBatch } from 'kafkajs';

/** A producer that several rounds use at the same time. */
export class SharedProducer {
  readonly #producer: Producer;
  readonly #logger: Logger;
  #running = 0;
  #isRetired = false;

  constructor(producer: Producer, logger: Logger) {
    this.#producer = producer;
    this.#logger = logger;
  }

  get isRetired(): boolean {
    return this.#isRetired;
  }

  async connect(): Promise<void> {
    try {
      await this.#producer.connect();
    } catch (error) {
      await this.disconnect();
      throw error;
    }
  }

  async send(batch: ProducerBatch): Promise<void> {
    this.#running += 1;
    try {
      await this.#producer.sendBatch(batch);
    } finally {
      this.#running -= 1;
      this.#disconnectWhenUnused();
    }
  }

  /** Disconnects after the last send that is running: a send that continues would connect the producer again. */
  retire(): void {
    this.#isRetired = true;
    this.#disconnectWhenUnused();
  }

  async disconnect(): Promise<void> {
    try {
      await this.#producer.disconnect();
    } catch (error) {
      this.#logger.debug({ err: error }, 'producer did not disconnect');
    }
  }

  #disconnectWhenUnused(): void {
    if (this.#isRetired && this.#running === 0) {
      void this.disconnect();
    }
  }
}
