import { type Clock, type Logger, repeat } from '@spanhouse/service-runtime';
import type { LogSpace } from '../log-space-report.js';
import { createKafkaClient, type KafkaOptions } from './client/kafka-client.js';
import { readUnreadRanges } from './group/group-offsets.js';

/** Time between two checks. Between checks, the estimate grows only by the messages that this process sends. */
const LOOK_INTERVAL_MS = 2000;

/**
 * Number of messages after which the weight of all earlier messages is halved, so that the mean message size follows
 * the traffic.
 */
const REMEMBERED_MESSAGES = 10_000;

interface UnreadBoundOptions {
  readonly limitBytes: number;
  readonly unread: ReturnType<typeof createUnreadCounter>;
  /** Called after each check. */
  readonly onSpace: (space: LogSpace) => void;
  readonly clock: Clock;
  readonly logger: Logger;
}

/**
 * Decides whether the log in Kafka can accept more bytes. Kafka does not report the number of unread bytes, so it is
 * estimated: the number of unread messages in the log, multiplied by the mean size of the messages that this process
 * has sent.
 */
export class UnreadBound {
  readonly #options: UnreadBoundOptions;
  #unreadMessages = 0;
  #sent = { messages: 0, bytes: 0 };
  #bytesSinceLook = 0;
  #looks: ReturnType<typeof repeat> | undefined;

  constructor(options: UnreadBoundOptions) {
    this.#options = options;
  }

  /**
   * Checks the log immediately, and then every LOOK_INTERVAL_MS until `close` is called. If a check fails, the previous
   * result stays valid.
   */
  watch(): Promise<void> {
    this.#looks = repeat(this.#options.clock, LOOK_INTERVAL_MS, () => this.#look());
    return this.#looks.first;
  }

  /** Counts a message that Kafka has acknowledged. */
  sent(bytes: number): void {
    if (this.#sent.messages >= REMEMBERED_MESSAGES) {
      this.#sent.messages /= 2;
      this.#sent.bytes /= 2;
    }
    this.#sent.messages += 1;
    this.#sent.bytes += bytes;
    this.#bytesSinceLook += bytes;
  }

  /** Returns the reason why nothing can be written now, or `undefined` if the log accepts messages. */
  refusal(): string | undefined {
    const { limitBytes } = this.#options;
    const { usedBytes } = this;
    return usedBytes < limitBytes
      ? undefined
      : `the span log is full: about ${usedBytes} bytes are not stored yet, at most ${limitBytes} may wait`;
  }

  get usedBytes(): number {
    const { messages, bytes } = this.#sent;
    const mean = messages === 0 ? 0 : bytes / messages;
    return Math.round(this.#unreadMessages * mean + this.#bytesSinceLook);
  }

  async close(): Promise<void> {
    await this.#looks?.close();
    await this.#options.unread.close();
  }

  async #look(): Promise<void> {
    const { unread, onSpace, limitBytes, logger } = this.#options;
    const counted = this.#bytesSinceLook;
    try {
      this.#unreadMessages = await unread.count();
      this.#bytesSinceLook -= counted;
      onSpace({ usedBytes: this.usedBytes, limitBytes });
    } catch (error) {
      logger.warn({ err: error }, 'the unread messages cannot be counted');
    }
  }
}

/** Creates the guard that applies KAFKA_MAX_UNREAD_BYTES, and resolves after its first check. Never rejects. */
export async function openUnreadBound({
  onSpace,
  ...kafka
}: KafkaOptions & Pick<UnreadBoundOptions, 'onSpace'>): Promise<UnreadBound> {
  const { config, clock, logger } = kafka;
  const limitBytes = config.KAFKA_MAX_UNREAD_BYTES;
  const unread = createUnreadCounter(kafka);
  const bound = new UnreadBound({ limitBytes, unread, onSpace, clock, logger });
  await bound.watch();
  return bound;
}

/** Creates a counter of unread messages that connects to Kafka when it is first used. */
function createUnreadCounter({ config, logger }: KafkaOptions) {
  const admin = createKafkaClient(config, logger).admin();
  let connected: Promise<void> | undefined;
  const connect = () => {
    connected ??= admin.connect().catch((error: unknown) => {
      connected = undefined;
      throw error;
    });
    return connected;
  };
  return {
    async count() {
      await connect();
      const ranges = await readUnreadRanges(admin, config);
      return ranges.reduce((sum, { first, end }) => sum + end - first, 0);
    },
    close: () => admin.disconnect(),
  };
}
