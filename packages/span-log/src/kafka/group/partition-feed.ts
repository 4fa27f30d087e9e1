import type { KafkaMessage } from 'kafkajs';
import { decodeMessageHeaders } from '../../messages/message-headers.js';
import type {
  CommittedPosition,
  LogMessage,
  LostMessages,
  SubscriptionListener,
} from '../../span-subscription.js';

const NS_PER_MS = 1_000_000n;
/** Number of compressed bytes that completes a delivery. */
const DELIVERY_BYTES = 1024 * 1024;

interface PartitionFeedOptions {
  readonly position: CommittedPosition;
  readonly listener: SubscriptionListener;
  /** Number of buffered bytes at which fetching of the partition pauses. */
  readonly maxBufferedBytes: number;
  readonly pause: () => void;
  readonly resume: () => void;
  readonly fail: (error: unknown) => void;
}

/** The fields of a fetched batch that kafkajs reports even if it passes on none of the batch's messages. */
interface FetchedBatch {
  readonly batchSize: number;
  /** Offset of the first message; null if the whole batch is below the requested offset. */
  readonly firstOffset: string | null;
  readonly lastOffset: string;
}

/**
 * Hands the messages of one partition to the listener during one assignment.
 *
 * One delivery runs at a time. Fetching pauses when the buffer is full and resumes when it is half empty.
 */
export class PartitionFeed {
  readonly partition: number;
  /** The offset of the next message. If the log continues at a higher offset, the messages before it are lost. */
  nextOffset: number;
  committedOffset: number;
  readonly #options: PartitionFeedOptions;
  readonly #controller = new AbortController();
  #buffered: LogMessage[] = [];
  /** Lost ranges. Each range is announced before the buffered messages that follow it. */
  #lost: LostMessages[] = [];
  #bufferedBytes = 0;
  #isPaused = false;
  #delivering: Promise<void> | undefined;

  constructor(options: PartitionFeedOptions) {
    this.#options = options;
    this.partition = options.position.partition;
    this.nextOffset = options.position.offset;
    this.committedOffset = options.position.offset;
  }

  /**
   * Announces that the log has lost the messages from `nextOffset` to `end` - 1. Does nothing after the feed has
   * stopped.
   */
  skipTo(end: number): void {
    if (this.#controller.signal.aborted) {
      return;
    }
    this.#lost.push({ partition: this.partition, first: this.nextOffset, end });
    this.nextOffset = end;
    this.#delivering ??= this.#deliver();
  }

  /** Continues at `end` without announcing a loss, because the skipped offsets contain no messages for readers. */
  passTo(end: number): void {
    this.nextOffset = Math.max(this.nextOffset, end);
  }

  /** Skips a batch that kafkajs does not pass on: a transaction's end marker, or messages of an aborted transaction. */
  passKept({ batchSize, firstOffset, lastOffset }: FetchedBatch): void {
    // If messages before the batch are missing, the next message reveals the loss.
    if (batchSize === 0 && firstOffset !== null && Number(firstOffset) <= this.nextOffset) {
      this.passTo(Number(lastOffset) + 1);
    }
  }

  /**
   * Buffers fetched messages. Their offsets MUST NOT be below `nextOffset`. Does nothing after the feed has stopped.
   */
  push(fetched: readonly KafkaMessage[]): void {
    const messages = fetched.map((message) => toLogMessage(this.partition, message));
    const last = messages.at(-1);
    if (last === undefined || this.#controller.signal.aborted) {
      return;
    }
    this.nextOffset = last.offset + 1;
    // `push(...messages)` would fail for batches of about 100,000 messages.
    this.#buffered = this.#buffered.concat(messages);
    this.#bufferedBytes += bytesOf(messages);
    if (!this.#isPaused && this.#bufferedBytes >= this.#options.maxBufferedBytes) {
      this.#isPaused = true;
      this.#options.pause();
    }
    this.#delivering ??= this.#deliver();
  }

  /** Aborts the pending delivery. Resolves after the listener's call has settled. */
  async stop(): Promise<void> {
    this.#controller.abort();
    this.#buffered = [];
    this.#lost = [];
    await this.#delivering;
  }

  async #deliver(): Promise<void> {
    const { listener, fail } = this.#options;
    const { signal } = this.#controller;
    try {
      while (this.#hasMore && !signal.aborted) {
        const lost = this.#takeLost();
        if (lost === undefined) {
          const messages = this.#takeDelivery();
          await listener.onMessages(messages, signal);
          this.#bufferedBytes -= bytesOf(messages);
          this.#resumeWhenHalfEmpty();
        } else {
          await listener.onLost(lost, signal);
        }
      }
    } catch (error) {
      if (!signal.aborted) {
        fail(error);
      }
    } finally {
      this.#delivering = undefined;
    }
  }

  get #hasMore(): boolean {
    return this.#buffered.length > 0 || this.#lost.length > 0;
  }

  /** Takes the lost range that precedes all buffered messages, if there is one. */
  #takeLost(): LostMessages | undefined {
    const [lost] = this.#lost;
    const [message] = this.#buffered;
    const isNext = lost !== undefined && !(message !== undefined && message.offset < lost.first);
    return isNext ? this.#lost.shift() : undefined;
  }

  /** Takes the next messages, at most up to the next lost range. */
  #takeDelivery(): readonly LogMessage[] {
    let bytes = 0;
    const lostFrom = this.#lost[0]?.first ?? Number.POSITIVE_INFINITY;
    const end = this.#buffered.findIndex(({ frame, offset }) => {
      const isFull = bytes >= DELIVERY_BYTES || offset > lostFrom;
      bytes += frame.byteLength;
      return isFull;
    });
    return this.#buffered.splice(0, end === -1 ? this.#buffered.length : end);
  }

  #resumeWhenHalfEmpty(): void {
    const isHalfEmpty = this.#bufferedBytes <= this.#options.maxBufferedBytes / 2;
    if (!this.#isPaused || !isHalfEmpty || this.#controller.signal.aborted) {
      return;
    }
    this.#isPaused = false;
    this.#options.resume();
  }
}

function toLogMessage(
  partition: number,
  { offset, value, headers, timestamp }: KafkaMessage,
): LogMessage {
  return {
    partition,
    offset: Number(offset),
    frame: withoutResponse(value ?? Buffer.alloc(0)),
    headers: decodeMessageHeaders(headers ?? {}, BigInt(timestamp) * NS_PER_MS),
  };
}

/**
 * Copies a value that is a small part of its fetch response. Without the copy, a buffered message would keep the whole
 * response in memory, although only the message's own bytes are counted.
 */
function withoutResponse(value: Buffer): Buffer {
  if (2 * value.byteLength >= value.buffer.byteLength) {
    return value;
  }
  const own = Buffer.allocUnsafeSlow(value.byteLength); // Buffer.from may use a shared pool, and the value would keep the whole pool in memory
  value.copy(own);
  return own;
}

function bytesOf(messages: readonly LogMessage[]): number {
  return messages.reduce((sum, { frame }) => sum + frame.byteLength, 0);
}
