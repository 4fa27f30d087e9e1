import { setImmediate as nextTurn } from 'node:timers/promises';
import { checkMetadata } from '../messages/commit-metadata.js';
import { createDeliveryFailure } from '../messages/delivery-failure.js';
import { reasonOf } from '../messages/reason-of.js';
import type {
  CommitOutcome,
  CommittedPosition,
  LogMessage,
  SpanSubscription,
  SubscriptionListener,
} from '../span-subscription.js';
import { defaultTopic } from '../topics.js';
import { keyOf } from './log-keys.js';
import type { EmbeddedLogParts } from './log-parts.js';
import { toLogMessage } from './stored-message.js';

/** Delivery to one listener. Each partition has its own loop, and aborting the controller ends all loops. */
interface Delivery {
  readonly controller: AbortController;
  readonly loops: Promise<void>[];
}

/**
 * Number of compressed bytes that completes a delivery. It also limits the bytes that are read ahead for each
 * partition.
 */
const BATCH_BYTES = 1024 * 1024;

/** The only member of the embedded log's consumer group. It owns all partitions from `start` to `close`. */
export class EmbeddedSpanSubscription implements SpanSubscription {
  readonly logId: string;
  readonly generation: number;
  readonly topic = defaultTopic;
  /**
   * Maximum size of the metadata, which every commit writes. Writing up to four pages costs almost nothing compared
   * with the flush.
   */
  readonly maxMetadataBytes = 16_000;
  readonly failed: Promise<never>;
  readonly fail: (error: unknown) => void;
  readonly #parts: EmbeddedLogParts;
  readonly #commits = new Set<Promise<unknown>>();
  #delivery: Delivery | undefined;
  #turn: Promise<void> = Promise.resolve();
  #isClosed = false;

  constructor(parts: EmbeddedLogParts) {
    this.#parts = parts;
    this.logId = parts.description.logId;
    this.generation = parts.description.generation;
    ({ failed: this.failed, fail: this.fail } = createDeliveryFailure());
  }

  /** Assigns every partition to `listener`. A second start takes the partitions away from the previous listener. */
  start(listener: SubscriptionListener): Promise<void> {
    return this.#inTurn(() => this.#assign(listener));
  }

  async commit(position: CommittedPosition): Promise<CommitOutcome> {
    checkMetadata(position.metadata, this.maxMetadataBytes);
    const { positions } = this.#parts;
    const isOwned = this.#delivery !== undefined && !this.#delivery.controller.signal.aborted;
    if (!isOwned || position.offset < positions.offsetOf(position.partition)) {
      return { status: 'lost' };
    }
    const written = this.#write(position);
    this.#commits.add(written);
    try {
      return await written;
    } finally {
      this.#commits.delete(written);
    }
  }

  lag(): Promise<ReadonlyMap<number, number>> {
    const { positions, arrivals } = this.#parts;
    const lag = positions
      .all()
      .map(({ partition, offset }) => [partition, arrivals.endOf(partition) - offset] as const);
    return Promise.resolve(new Map(lag));
  }

  close(): Promise<void> {
    this.#isClosed = true;
    return this.#inTurn(() => this.#stopDelivery());
  }

  #inTurn(step: () => Promise<void>): Promise<void> {
    this.#turn = this.#turn.then(step);
    return this.#turn;
  }

  /** Waits until the previous delivery has ended, then starts the next one. */
  async #assign(listener: SubscriptionListener): Promise<void> {
    await this.#stopDelivery();
    if (this.#isClosed) {
      return;
    }
    const controller = new AbortController();
    const assigned = this.#parts.positions.all();
    try {
      await listener.onAssigned(assigned);
    } catch (error) {
      this.fail(error);
      return;
    }
    const delivery: Delivery = { controller, loops: [] };
    this.#delivery = delivery; // set before the loops start, because the listener may commit during its first call
    for (const position of assigned) {
      delivery.loops.push(this.#deliver(position, listener, controller.signal));
    }
  }

  async #stopDelivery(): Promise<void> {
    this.#delivery?.controller.abort();
    await Promise.all(this.#delivery?.loops ?? []);
    await Promise.allSettled(this.#commits);
    this.#delivery = undefined;
  }

  /** Delivers one partition, starting at the committed offset, until `signal` aborts. */
  async #deliver(
    { partition, offset }: CommittedPosition,
    listener: SubscriptionListener,
    signal: AbortSignal,
  ): Promise<void> {
    let next = offset;
    try {
      while (!signal.aborted) {
        const messages = this.#read(partition, next);
        const last = messages.at(-1);
        if (last === undefined) {
          await this.#parts.arrivals.next(partition, next, signal);
        } else {
          await listener.onMessages(messages, signal);
          next = last.offset + 1;
        }
        await nextTurn(); // a listener that is always ready must not starve the event loop
      }
    } catch (error) {
      if (!signal.aborted) {
        this.fail(error);
      }
    }
  }

  /** Reads the next messages on disk, up to BATCH_BYTES. */
  #read(partition: number, from: number): readonly LogMessage[] {
    const { arrivals, store } = this.#parts;
    const end = arrivals.endOf(partition);
    const messages: LogMessage[] = [];
    let bytes = 0;
    for (let offset = from; offset < end && bytes < BATCH_BYTES; offset += 1) {
      const stored = store.messages.getBinary(keyOf(partition, offset));
      if (stored === undefined) {
        continue;
      }
      bytes += stored.byteLength;
      messages.push(toLogMessage({ partition, offset }, stored));
    }
    return messages;
  }

  /** Makes a position durable, then publishes it to waiting readers and to the trimmer. */
  async #write(position: CommittedPosition): Promise<CommitOutcome> {
    const { store, commits, positions, trimmer } = this.#parts;
    try {
      await commits.write(() => store.putPosition(position.partition, position));
    } catch (error) {
      return { status: 'retryable', reason: reasonOf(error) };
    }
    positions.set(position);
    trimmer.trim();
    return { status: 'committed' };
  }
}
