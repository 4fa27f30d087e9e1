import type { CommittedPosition, LogMessage, SubscriptionListener } from '../span-subscription.js';

/** Compressed bytes handed to the listener at once. */
const deliveryBytes = 1024 * 1024;

interface PartitionFeedOptions {
  readonly position: CommittedPosition;
  readonly listener: SubscriptionListener;
  /** Read ahead of the listener above this, fetching of the partition is paused. */
  readonly maxBufferedBytes: number;
  readonly pause: () => void;
  readonly resume: () => void;
  readonly fail: (error: unknown) => void;
}

/** Hands the messages of one partition to the listener, one delivery at a time, for one assignment. */
export class PartitionFeed {
  readonly partition: number;
  /** The offset the next message must have, unless the log itself has a gap. */
  nextOffset: number;
  committedOffset: number;
  readonly #options: PartitionFeedOptions;
  readonly #controller = new AbortController();
  #buffered: LogMessage[] = [];
  #bufferedBytes = 0;
  #isPaused = false;
  #delivering: Promise<void> | undefined;

  constructor(options: PartitionFeedOptions) {
    this.#options = options;
    this.partition = options.position.partition;
    this.nextOffset = options.position.offset;
    this.committedOffset = options.position.offset;
  }

  push(messages: readonly LogMessage[]): void {
    const last = messages.at(-1);
    if (last === undefined || this.#controller.signal.aborted) return;
    this.nextOffset = last.offset + 1;
    this.#buffered.push(...messages);
    this.#bufferedBytes += bytesOf(messages);
    if (!this.#isPaused && this.#bufferedBytes >= this.#options.maxBufferedBytes) {
      this.#isPaused = true;
      this.#options.pause();
    }
    this.#delivering ??= this.#deliver();
  }

  /** Aborts what is pending; resolves when the listener has let go of it. */
  async stop(): Promise<void> {
    this.#controller.abort();
    this.#buffered = [];
    await this.#delivering;
  }

  async #deliver(): Promise<void> {
    const { listener, fail } = this.#options;
    const { signal } = this.#controller;
    try {
      while (this.#buffered.length > 0 && !signal.aborted) {
        const messages = this.#takeDelivery();
        await listener.onMessages(messages, signal);
        this.#bufferedBytes -= bytesOf(messages);
        this.#resumeWhenHalfEmpty();
      }
    } catch (error) {
      if (!signal.aborted) fail(error);
    } finally {
      this.#delivering = undefined;
    }
  }

  #takeDelivery(): readonly LogMessage[] {
    let bytes = 0;
    const end = this.#buffered.findIndex(({ frame }) => {
      const isFull = bytes >= deliveryBytes;
      bytes += frame.byteLength;
      return isFull;
    });
    return this.#buffered.splice(0, end === -1 ? this.#buffered.length : end);
  }

  #resumeWhenHalfEmpty(): void {
    const isHalfEmpty = this.#bufferedBytes <= this.#options.maxBufferedBytes / 2;
    if (!this.#isPaused || !isHalfEmpty || this.#controller.signal.aborted) return;
    this.#isPaused = false;
    this.#options.resume();
  }
}

const bytesOf = (messages: readonly LogMessage[]): number =>
  messages.reduce((sum, { frame }) => sum + frame.byteLength, 0);
