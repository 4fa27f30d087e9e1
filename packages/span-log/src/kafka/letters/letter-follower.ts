import { AppError, type Clock, Conditions, type Logger } from '@spanhouse/service-runtime';
import type { Admin, Consumer, EachBatchPayload, KafkaMessage } from 'kafkajs';
import { toLogUnavailable } from '../client/kafka-error.js';
import { LetterFold } from './letter-fold.js';

/** The dependencies of a follower, which owns the admin client and the consumer. */
export interface LetterFollowerParts {
  readonly topic: string;
  readonly admin: Admin;
  /** The consumer that reads the topic. It MUST be the only member of its group. */
  readonly consumer: Consumer;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** Maximum number of letters in memory. With the longest reasons they take about 30 MB. */
const MAX_LETTERS = 10_000;
/** Maximum number of messages that a new follower reads. Each letter is one message, and each retry is another. */
const MAX_FOLLOWED = 50_000;
const PARTITION = 0;

interface Fetch {
  readonly offset: number;
  readonly resolve: (value: Uint8Array | undefined) => void;
}

/**
 * Follows the dead-letter topic and keeps the letters in memory without their bytes. Fetches the bytes on demand.
 * kafkajs fetches only for members of a group, so the follower is the only member of its own group, and commits
 * nothing.
 */
export class LetterFollower {
  readonly fold = new LetterFold(MAX_LETTERS);
  readonly #parts: LetterFollowerParts;
  readonly #failed = Promise.withResolvers<never>();
  readonly #conditions = new Conditions();
  /** The offset of the next message to apply. */
  #next = 0;
  #skipped = 0;
  #fetch: Fetch | undefined;
  #fetching: Promise<unknown> = Promise.resolve();
  #running: Promise<unknown> = Promise.resolve();
  #hasFailed = false;

  constructor(parts: LetterFollowerParts) {
    this.#parts = parts;
    this.#failed.promise.catch(() => undefined); // there may be no caller that waits for this promise
  }

  /** True once this follower has failed and can no longer read. */
  get hasFailed(): boolean {
    return this.#hasFailed;
  }

  /** Number of skipped messages at the start of the topic, plus the number of dropped letters. */
  get unlisted(): number {
    return this.#skipped + this.fold.dropped;
  }

  /** Joins the group. Rejects with a retryable AppError while Kafka is unavailable. */
  async start(): Promise<void> {
    const { admin, consumer, topic } = this.#parts;
    try {
      await admin.connect();
      const { low, high } = await this.#readRange();
      this.#next = Math.max(low, high - MAX_FOLLOWED);
      this.#skipped = this.#next - low;
      consumer.on(consumer.events.GROUP_JOIN, () => this.#seek(this.#fetch?.offset ?? this.#next));
      consumer.on(consumer.events.CRASH, ({ payload }) => {
        if (!payload.restart) {
          this.#fail(toLogUnavailable(payload.error, 'the dead letters cannot be followed'));
        }
      });
      await consumer.connect();
      await consumer.subscribe({ topics: [topic], fromBeginning: true });
    } catch (error) {
      throw toLogUnavailable(error, 'the dead letters cannot be read');
    }
    this.#running = consumer
      .run({
        autoCommit: false,
        eachBatchAutoResolve: false,
        eachBatch: (payload) => Promise.resolve(this.#onBatch(payload)),
      })
      .catch((error: unknown) => this.#fail(error));
  }

  /** Resolves after all messages that are in the topic at the time of the call have been applied. */
  async catchUp(signal: AbortSignal): Promise<void> {
    const { low, high } = await this.#readRange();
    this.fold.dropBefore(low);
    if (this.#next >= high) {
      return;
    }
    const caughtUp = this.#conditions.until(() => this.#next >= high, { signal });
    await this.#unlessAborted(caughtUp, signal);
    signal.throwIfAborted(); // an abort also ends the wait for the condition
  }

  /**
   * Resolves with the value of a message, or undefined if the topic no longer has the message. One fetch runs at a
   * time.
   */
  read(offset: number, signal: AbortSignal): Promise<Uint8Array | undefined> {
    const read = this.#fetching.then(() => this.#readOne(offset, signal));
    this.#fetching = read.catch(() => undefined);
    return read;
  }

  async close(): Promise<void> {
    this.#fail(new AppError('LOG_UNAVAILABLE', 'the span log is closed', { retryable: true }));
    await this.#running; // kafkajs cannot leave a group while it is joining
    await this.#parts.consumer.disconnect();
    await this.#parts.admin.disconnect();
  }

  async #readOne(offset: number, signal: AbortSignal): Promise<Uint8Array | undefined> {
    signal.throwIfAborted();
    const value = Promise.withResolvers<Uint8Array | undefined>();
    this.#fetch = { offset, resolve: value.resolve };
    this.#seek(offset);
    try {
      return await this.#unlessAborted(value.promise, signal);
    } finally {
      this.#fetch = undefined;
      this.#seek(this.#next);
    }
  }

  async #readRange(): Promise<{ readonly low: number; readonly high: number }> {
    try {
      const [range] = await this.#parts.admin.fetchTopicOffsets(this.#parts.topic);
      return { low: Number(range?.low ?? 0), high: Number(range?.high ?? 0) };
    } catch (error) {
      throw toLogUnavailable(error, 'the end of the dead letters cannot be read');
    }
  }

  async #unlessAborted<Value>(promise: Promise<Value>, signal: AbortSignal): Promise<Value> {
    const aborted = Promise.withResolvers<never>();
    const abort = () => aborted.reject(signal.reason);
    signal.addEventListener('abort', abort, { once: true });
    try {
      signal.throwIfAborted();
      return await Promise.race([promise, aborted.promise, this.#failed.promise]);
    } finally {
      signal.removeEventListener('abort', abort);
    }
  }

  /** Applies a batch. The batch may start with messages that are already applied; the rest follow without a gap. */
  #onBatch({ batch, resolveOffset }: EachBatchPayload): void {
    const { messages } = batch;
    const first = messages[0];
    const fetch = this.#fetch;
    if (first === undefined) {
      return;
    }
    if (fetch !== undefined && Number(first.offset) >= fetch.offset) {
      const wanted = messages.find(({ offset }) => Number(offset) === fetch.offset);
      fetch.resolve(wanted && (wanted.value ?? new Uint8Array()));
    }
    for (const message of messages) {
      this.#apply(message);
    }
    resolveOffset(batch.lastOffset());
    this.#conditions.recheck();
  }

  #apply({ offset, timestamp, headers = {} }: KafkaMessage): void {
    if (Number(offset) < this.#next) {
      return;
    }
    this.fold.apply({ offset: Number(offset), timestampMs: Number(timestamp), headers });
    this.#next = Number(offset) + 1;
  }

  #seek(offset: number): void {
    if (!this.#hasFailed) {
      const { consumer, topic } = this.#parts;
      consumer.seek({ topic, partition: PARTITION, offset: String(offset) });
    }
  }

  #fail(error: unknown): void {
    if (!this.#hasFailed) {
      this.#hasFailed = true;
      this.#parts.logger.info({ err: error }, 'dead letters are no longer followed');
      this.#failed.reject(error);
    }
  }
}
