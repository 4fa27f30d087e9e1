import { type AppError, type Clock, createBackoff, type Logger } from '@spanhouse/service-runtime';
import type { PartitionerArgs, Producer, RecordMetadata } from 'kafkajs';
import { MessageNumbers } from '../messages/message-numbers.js';
import { createKafkaClient, type KafkaOptions, noCompression } from './kafka-client.js';
import { toLogUnavailable } from './kafka-error.js';
import { type OutgoingMessage, type RoundLimits, takeRound } from './send-round.js';

export interface KafkaSenderOptions {
  readonly topic: string;
  readonly createProducer: () => Producer;
  readonly limits: RoundLimits;
  /** Time limit of one round, all retries of kafkajs included. */
  readonly roundTimeoutMs: number;
  readonly requestTimeoutMs: number;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** Connects a sender to a topic. Rejects with a retryable AppError while Kafka is unavailable. */
export async function connectSender(
  { config, clock, logger }: KafkaOptions,
  topic: string,
  limits: RoundLimits,
): Promise<KafkaSender> {
  const kafka = createKafkaClient(config, logger);
  const createProducer = (): Producer =>
    kafka.producer({
      idempotent: true,
      allowAutoTopicCreation: false,
      createPartitioner: () => partitionOf,
    });
  const sender = new KafkaSender({
    topic,
    createProducer,
    limits,
    roundTimeoutMs: config.KAFKA_PUBLISH_TIMEOUT_MS,
    requestTimeoutMs: config.KAFKA_REQUEST_TIMEOUT_MS,
    clock,
    logger,
  });
  await sender.connect();
  return sender;
}

function partitionOf({ message }: PartitionerArgs): number {
  return message.partition ?? 0;
}

/**
 * Sends queued messages in rounds, one round at a time; messages that arrive meanwhile share the next.
 *
 * A producer is used until its first failure. Its sequence numbers are uncertain after that: the
 * broker may hold the failed batch, and would treat the next batch with the same numbers as a repeat,
 * answer success and store nothing. A new producer has a new id and causes a duplicate at most. The numbers of the
 * messages themselves begin again with it, for the same reason.
 */
export class KafkaSender {
  readonly #options: KafkaSenderOptions;
  readonly #queue: OutgoingMessage[] = [];
  readonly #closing = new AbortController();
  readonly #numbers = new MessageNumbers();
  #producer: Promise<Producer> | undefined;
  #running: Promise<void> | undefined;
  #recovering: Promise<void> | undefined;
  /** Set from the first failed attempt to connect until one succeeds; sends are rejected meanwhile. */
  #outage: AppError | undefined;

  constructor(options: KafkaSenderOptions) {
    this.#options = options;
  }

  /** Why nothing can be sent at present, or undefined. */
  get outage(): AppError | undefined {
    return this.#outage;
  }

  /** Resolves with the message's offset once all in-sync replicas have it. Rejects with a retryable AppError. */
  send(message: OutgoingMessage['message'], bytes: number): Promise<number> {
    if (this.#outage !== undefined) {
      return Promise.reject(this.#outage);
    }
    return new Promise((resolve, reject) => {
      this.#queue.push({ message, bytes, resolve, reject });
      this.#running ??= this.#run();
    });
  }

  /** Connects the first producer. A sender whose `connect` rejects must not be used. */
  async connect(): Promise<void> {
    const producer = await this.#connectOnce();
    this.#producer = Promise.resolve(producer);
  }

  /** Sends everything that is queued, then disconnects. */
  async close(): Promise<void> {
    await this.#running;
    this.#closing.abort();
    await this.#recovering;
    const producer = await this.#producer;
    await producer?.disconnect();
  }

  async #run(): Promise<void> {
    await Promise.resolve(); // messages of this turn join the first round
    while (this.#queue.length > 0) {
      try {
        const producer = await this.#ready();
        await this.#sendRound(producer, takeRound(this.#queue, this.#options.limits));
      } catch (error) {
        for (const { reject } of this.#queue.splice(0)) {
          reject(error);
        }
      }
    }
    this.#running = undefined;
  }

  async #sendRound(producer: Producer, round: readonly OutgoingMessage[]): Promise<void> {
    const { topic, requestTimeoutMs, logger } = this.#options;
    const messages = round.map(({ message }) => this.#numbered(message));
    const sending = producer.sendBatch({
      acks: -1,
      timeout: requestTimeoutMs,
      compression: noCompression,
      topicMessages: [{ topic, messages }],
    });
    try {
      const offsets = offsetsOf(round, await this.#withinTimeout(sending));
      for (const [at, { resolve }] of round.entries()) {
        resolve(offsets[at] ?? -1);
      }
    } catch (error) {
      const failure = toLogUnavailable(error, 'Kafka did not accept the messages');
      logger.warn({ err: error, messages: round.length }, 'send failed');
      for (const { reject } of round) {
        reject(failure);
      }
      this.#producer = undefined;
      this.#numbers.restart();
      this.#discard(producer);
      // A send that continues after its time-out connects the producer again.
      void sending.catch(() => undefined).finally(() => this.#discard(producer));
    }
  }

  #numbered(message: OutgoingMessage['message']): OutgoingMessage['message'] {
    const { partition, headers } = message;
    return { ...message, headers: this.#numbers.number(partition, headers) };
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

function offsetsOf(
  round: readonly OutgoingMessage[],
  metadata: readonly RecordMetadata[],
): readonly number[] {
  // An answer that names no offset for a partition must not count as a success.
  const next = new Map(
    metadata.map(({ partition, baseOffset }) => [partition, Number(baseOffset ?? -1)]),
  );
  return round.map(({ message: { partition } }) => {
    const offset = next.get(partition) ?? -1;
    if (offset < 0) {
      throw new Error(`no offset for partition ${partition}`);
    }
    next.set(partition, offset + 1);
    return offset;
  });
}
