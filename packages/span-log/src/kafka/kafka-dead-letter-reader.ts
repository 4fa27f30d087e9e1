import { randomBytes } from 'node:crypto';
import { AppError } from '@spanhouse/service-runtime';
import type {
  DeadLetterPage,
  DeadLetterReader,
  DeadLetterSelection,
  KeptDeadLetter,
} from '../dead-letter-reader.js';
import { deadLetterTopicOf } from '../topics.js';
import { createKafkaClient, type KafkaOptions } from './client/kafka-client.js';
import { LetterFollower } from './letters/letter-follower.js';

/** Creates a reader of the dead-letter topic. The first call connects the reader, which takes some seconds. */
export function createKafkaDeadLetterReader(options: KafkaOptions): DeadLetterReader {
  return new KafkaDeadLetterReader(options);
}

/** Time limit for a read. It is longer than the time that a group with one member needs to form. */
const READ_TIMEOUT_MS = 20_000;

class KafkaDeadLetterReader implements DeadLetterReader {
  readonly #options: KafkaOptions;
  readonly #closing = new AbortController();
  #following: Promise<LetterFollower> | undefined;
  #follower: LetterFollower | undefined;

  constructor(options: KafkaOptions) {
    this.#options = options;
  }

  get unlisted(): number {
    return this.#follower?.unlisted ?? 0;
  }

  list(selection: DeadLetterSelection, signal: AbortSignal): Promise<DeadLetterPage> {
    return this.#read(signal, ({ fold }) => Promise.resolve(fold.list(selection)));
  }

  find(id: string, signal: AbortSignal): Promise<KeptDeadLetter | undefined> {
    return this.#read(signal, async (follower, limited) => {
      const folded = follower.fold.find(id);
      const bytes = folded && (await follower.read(folded.topicOffset, limited));
      if (folded === undefined || bytes === undefined) {
        return undefined;
      }
      const { topicOffset: _topicOffset, refusedAt: _refusedAt, ...letter } = folded;
      return { ...letter, bytes };
    });
  }

  async close(): Promise<void> {
    this.#closing.abort();
    const follower = await this.#following?.catch(() => undefined);
    await follower?.close();
  }

  /** Applies all messages that are in the topic at the time of the call, then runs `read`. */
  async #read<Result>(
    signal: AbortSignal,
    read: (follower: LetterFollower, limited: AbortSignal) => Promise<Result>,
  ): Promise<Result> {
    const late = new AbortController();
    const timer = this.#options.clock.setTimer(READ_TIMEOUT_MS, () =>
      late.abort(
        new AppError('LOG_UNAVAILABLE', 'Kafka does not deliver the dead letters', {
          retryable: true,
        }),
      ),
    );
    try {
      const limited = AbortSignal.any([signal, late.signal]);
      const follower = await this.#follow();
      await follower.catchUp(limited);
      return await read(follower, limited);
    } finally {
      timer.cancel();
    }
  }

  async #follow(): Promise<LetterFollower> {
    if (this.#closing.signal.aborted) {
      throw new AppError('LOG_UNAVAILABLE', 'the span log is closed', { retryable: true });
    }
    if (this.#follower?.hasFailed === true) {
      void this.#follower.close();
      this.#follower = undefined;
      this.#following = undefined;
    }
    this.#following ??= this.#start();
    try {
      this.#follower = await this.#following;
      return this.#follower;
    } catch (error) {
      this.#following = undefined;
      throw error;
    }
  }

  async #start(): Promise<LetterFollower> {
    const { config, clock, logger } = this.#options;
    const kafka = createKafkaClient(config, logger);
    const follower = new LetterFollower({
      topic: deadLetterTopicOf(config.KAFKA_TOPIC),
      admin: kafka.admin(),
      consumer: kafka.consumer({
        groupId: `${config.KAFKA_GROUP_ID}.dead-letters.${randomBytes(6).toString('hex')}`,
        sessionTimeout: config.KAFKA_SESSION_TIMEOUT_MS,
        maxWaitTimeInMs: config.KAFKA_FETCH_MAX_WAIT_MS,
        maxBytes: config.KAFKA_FETCH_MAX_BYTES,
        maxBytesPerPartition: config.KAFKA_FETCH_PARTITION_MAX_BYTES,
        allowAutoTopicCreation: false,
      }),
      clock,
      logger,
    });
    try {
      await follower.start();
      return follower;
    } catch (error) {
      await follower.close();
      throw error;
    }
  }
}
