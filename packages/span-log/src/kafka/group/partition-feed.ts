import type { KafkaMessage } from 'kafkajs';
import { decodeMessageHeaders } from '../../messages/message-headers.js';
import type {
  CommittedPosition,
  LogMessage,
  LostMessages,
  SubscriptionListener,
} from '../../span-subscription.js';

const NS_PER_MS = 1_000_000n;
/** Compressed bytes after which a delivery is cut. */
const DELIVERY_BYTES = 1024 * 1024;

interface PartitionFeedOptions {
  readonly position: CommittedPosition;
  readonly listener: SubscriptionListener;
  /** Fetching of the partition is paused while this many bytes or more wait for the listener. */
  readonly maxBufferedBytes: number;
  readonly pause: () => void;
  readonly resume: () => void;
  readonly fail: (error: unknown) => void;
}

/** What kafkajs says of a batch before it hands over its messages; it hands over none if there are none. */
interface FetchedBatch {
  readonly batchSize: number;
  /** Null if all of the batch lies below the offset that was asked for. */
  readonly firstOffset: string | null;
  readonly lastOffset: string;
}

/**
 * Hands the messages of one partition to the listener for the time of one assignment.
 *
 * One delivery runs at a time. Fetching is paused when the buffer is full and resumes when it is
 * half empty.
 */
export class PartitionFeed {
  readonly partition: number;
  /** The offset of the next message; the log has lost messages if it continues above it. */
  nextOffset: number;
  committedOffset: number;
  readonly #options: PartitionFeedOptions;
  readonly #controller = new AbortController();
  #buffered: LogMessage[] = [];
  /** Ranges that the log lost, each before the buffered messages above it. */
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

  /** Announces that the log has lost its messages from `nextOffset` to `end` - 1. Ignored once stopped. */
  skipTo(end: number): void {
    if (this.#controller.signal.aborted) {
      return;
    }
    this.#lost.push({ partition: this.partition, first: this.nextOffset, end });
    this.nextOffset = end;
    this.#delivering ??= this.#deliver();
  }

  /** Goes on at `end`, because what lies between is not for a reader: no loss, and no message. */
  passTo(end: number): void {
    this.nextOffset = Math.max(this.nextOffset, end);
  }

  /** Passes a batch that kafkajs keeps to itself: the ends of transactions, and the messages of those that were aborted. */
  passKept({ batchSize, firstOffset, lastOffset }: FetchedBatch): void {
    // Above a gap it is left to the next message, which reveals the gap.
    if (batchSize === 0 && firstOffset !== null && Number(firstOffset) <= this.nextOffset) {
      this.passTo(Number(lastOffset) + 1);
    }
  }

  /** Buffers fetched messages, of which none below `nextOffset` may be. Ignored once stopped. */
  push(fetched: readonly KafkaMessage[]): void {
    const messages = fetched.map((message) => toLogMessage(this.partition, message));
    const last = messages.at(-1);
    if (last === undefined || this.#controller.signal.aborted) {
      return;
    }
    this.nextOffset = last.offset + 1;
    // Not as arguments of one call, of which there may be some 100,000.
    this.#buffered = this.#buffered.concat(messages);
    this.#bufferedBytes += bytesOf(messages);
    if (!this.#isPaused && this.#bufferedBytes >= this.#options.maxBufferedBytes) {
      this.#isPaused = true;
      this.#options.pause();
    }
    this.#delivering ??= this.#deliver();
  }

  /** Aborts the pending delivery; resolves once the listener's promise has ended. */
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

  /** Takes the lost range that comes before all buffered messages. */
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

/** Converts a message of kafkajs. */
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
 * Copies bytes that are a small part of the fetch response they came with: a message that waits would keep all of the response
 * in memory, of which only its own bytes are counted.
 */
function withoutResponse(value: Buffer): Buffer {
  if (2 * value.byteLength >= value.buffer.byteLength) {
    return value;
  }
  const own = Buffer.allocUnsafeSlow(value.byteLength); // Buffer.from shares a pool, which would be kept instead
  value.copy(own);
  return own;
}

function bytesOf(messages: readonly LogMessage[]): number {
  return messages.reduce((sum, { frame }) => sum + frame.byteLength, 0);
}
