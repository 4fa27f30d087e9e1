import type { AppError, Clock, Logger } from '@spanhouse/service-runtime';
import type { PartitionerArgs, Producer, RecordMetadata } from 'kafkajs';
import { MessageNumbers } from '../../messages/message-numbers.js';
import { createKafkaClient, type KafkaOptions, noCompression } from '../client/kafka-client.js';
import { toLogUnavailable } from '../client/kafka-error.js';
import { InFlightRound } from './in-flight-round.js';
import { ProducerSource } from './producer-source.js';
import { type OutgoingMessage, type RoundLimits, takeRound } from './send-round.js';

export interface KafkaSenderOptions {
  readonly topic: string;
  readonly createProducer: () => Producer;
  readonly limits: RoundLimits;
  /** Time limit for one round, including all retries by kafkajs. */
  readonly roundTimeoutMs: number;
  readonly requestTimeoutMs: number;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** Time after which a round blocks only brokers with outstanding responses. */
const PROMPT_MS = 100;

/**
 * The retries of one round. Their pauses add up to about three seconds, like the retries of every client. Each pause is
 * short, so that sending to a partition resumes soon after the partition has a new leader.
 */
const sendRetries = { maxRetryTime: 400, retries: 9 };

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
      retry: sendRetries,
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
 * Sends queued messages in rounds. Messages that arrive during a round share the next round, which begins when the
 * current one has ended or is late. An unresponsive broker therefore does not delay the other brokers. Each broker and
 * each partition takes part in one round at a time. Message numbers restart with each producer, because it is unknown
 * which messages of a failed round are in the log.
 */
export class KafkaSender {
  readonly #options: KafkaSenderOptions;
  readonly #producers: ProducerSource;
  readonly #queue: OutgoingMessage[] = [];
  readonly #numbers = new MessageNumbers();
  readonly #rounds = new Set<Promise<void>>();
  /** The partitions of all rounds that have not ended yet. */
  readonly #busy = new Set<number>();
  /** The broker that last responded for each partition. */
  readonly #leaders = new Map<number, number>();
  /** The partitions whose messages the last round left in the queue, because an earlier round has not ended. */
  #held: ReadonlySet<number> = new Set();
  /** The messages of the latest round while that round delays the next one; otherwise undefined. */
  #latest: readonly OutgoingMessage[] | undefined;
  #isScheduled = false;

  constructor(options: KafkaSenderOptions) {
    this.#options = options;
    this.#producers = new ProducerSource(options);
  }

  /** The reason why nothing can be sent now; undefined if messages can be sent. */
  get outage(): AppError | undefined {
    return this.#producers.outage;
  }

  /** Connects the first producer. Do not use a sender after its `connect` has rejected. */
  connect(): Promise<void> {
    return this.#producers.connect();
  }

  /**
   * Resolves with the message's offset once all in-sync replicas have the message. Rejects with a retryable AppError.
   */
  send(message: OutgoingMessage['message'], bytes: number): Promise<number> {
    if (this.outage !== undefined) {
      return Promise.reject(this.outage);
    }
    return new Promise((resolve, reject) => {
      this.#queue.push({ message, bytes, resolve, reject });
      if (!this.#busy.has(message.partition) && !this.#held.has(message.partition)) {
        this.#schedule();
      }
    });
  }

  /** Sends all queued messages, then disconnects. */
  async close(): Promise<void> {
    this.#beginRound();
    while (this.#rounds.size > 0) {
      await Promise.race(this.#rounds);
      this.#beginRound();
    }
    await this.#producers.close();
  }

  /** Begins a round after this turn of the event loop, so that all messages of the turn share it. */
  #schedule(): void {
    if (!this.#isScheduled) {
      this.#isScheduled = true;
      queueMicrotask(() => {
        this.#isScheduled = false;
        this.#beginRound();
      });
    }
  }

  #beginRound(): void {
    if (this.#latest !== undefined) {
      return;
    }
    this.#held = this.#heldBack();
    const messages = takeRound(this.#queue, this.#options.limits, this.#held);
    if (messages.length > 0) {
      this.#latest = messages;
      const round = this.#sendRound(messages).finally(() => this.#rounds.delete(round));
      this.#rounds.add(round);
    }
  }

  /**
   * Returns the partitions that wait for a response, and all other partitions of the same brokers, because their
   * messages have to wait too.
   */
  #heldBack(): ReadonlySet<number> {
    const late = new Set([...this.#busy].map((partition) => this.#leaders.get(partition)));
    const led = [...this.#leaders].filter(([, leader]) => late.has(leader));
    return new Set([...this.#busy, ...led.map(([partition]) => partition)]);
  }

  async #sendRound(messages: readonly OutgoingMessage[]): Promise<void> {
    const { clock } = this.#options;
    try {
      const producer = await this.#producers.ready();
      const late = clock.setTimer(PROMPT_MS, () => this.#letOthersBegin(messages));
      await this.#sendBy(producer, new InFlightRound(messages, this.#numbered));
      late.cancel();
    } catch (error) {
      for (const { reject } of [...messages, ...this.#queue.splice(0)]) {
        reject(error);
      }
    }
    this.#letOthersBegin(messages);
  }

  #letOthersBegin(messages: readonly OutgoingMessage[]): void {
    if (this.#latest === messages) {
      this.#latest = undefined;
    }
    this.#schedule();
  }

  async #sendBy(producer: Producer, round: InFlightRound): Promise<void> {
    const { topic, requestTimeoutMs, logger } = this.#options;
    for (const partition of round.partitions) {
      this.#busy.add(partition);
    }
    const sending = this.#producers.send(producer, {
      acks: -1,
      timeout: requestTimeoutMs,
      compression: noCompression,
      topicMessages: [{ topic, messages: [...round.messages] }],
      onAnswer: (answer) => this.#answer(round, answer),
      isGivenUp: () => round.isGivenUp,
    });
    try {
      await this.#withinTimeout(sending);
      failIfUnanswered(round);
    } catch (error) {
      logger.warn({ err: error, messages: round.unanswered }, 'send failed');
      this.#fail(round, toLogUnavailable(error, 'Kafka did not accept the messages'));
      if (this.#producers.retire(producer)) {
        this.#numbers.restart();
      }
    }
  }

  #answer(round: InFlightRound, answer: RecordMetadata & { readonly leader: number }): void {
    if (round.answer(answer)) {
      this.#busy.delete(answer.partition);
      this.#leaders.set(answer.partition, answer.leader);
      this.#schedule();
    }
  }

  #fail(round: InFlightRound, error: AppError): void {
    for (const partition of round.partitions) {
      this.#busy.delete(partition);
    }
    round.fail(error);
  }

  readonly #numbered = (message: OutgoingMessage['message']): OutgoingMessage['message'] => {
    const { partition, headers } = message;
    return { ...message, headers: this.#numbers.number(partition, headers) };
  };

  #withinTimeout<Value>(sending: Promise<Value>): Promise<Value> {
    const { clock, roundTimeoutMs } = this.#options;
    return new Promise((resolve, reject) => {
      const timer = clock.setTimer(roundTimeoutMs, () =>
        reject(new Error(`no answer within ${roundTimeoutMs} ms`)),
      );
      void sending.then(resolve, reject).finally(() => timer.cancel());
    });
  }
}

function failIfUnanswered({ partitions: [partition] }: InFlightRound): void {
  if (partition !== undefined) {
    throw new Error(`no offset for partition ${partition}`);
  }
}
