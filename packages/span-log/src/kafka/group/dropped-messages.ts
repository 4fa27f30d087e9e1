import type { Clock, Logger, Timer } from '@spanhouse/service-runtime';
import type { Admin } from 'kafkajs';
import type { PartitionFeed } from './partition-feed.js';

const CHECK_INTERVAL_MS = 10_000;

interface DroppedMessagesParts {
  readonly topic: string;
  readonly admin: Admin;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Returns the feeds of the current assignment. */
  readonly feeds: () => Iterable<PartitionFeed>;
}

/**
 * Skips messages that the log dropped before they were read. If other messages follow the dropped ones, the first of
 * them reveals the loss. If none follow, only the log's start offset reveals the loss. Such a loss is reported at the
 * second check, because a batch that was fetched before the drop may still arrive.
 */
export class DroppedMessages {
  readonly #parts: DroppedMessagesParts;
  /** The unread offset of each feed whose next message was already missing from the log at the previous check. */
  #suspected = new Map<PartitionFeed, number>();
  #timer: Timer | undefined;
  #isClosed = false;

  constructor(parts: DroppedMessagesParts) {
    this.#parts = parts;
  }

  /** Checks the log's start offset every CHECK_INTERVAL_MS, until `close`. */
  watch(): void {
    if (!this.#isClosed) {
      this.#timer = this.#parts.clock.setTimer(CHECK_INTERVAL_MS, () => void this.#look());
    }
  }

  close(): void {
    this.#isClosed = true;
    this.#timer?.cancel();
  }

  /** Makes the feed announce its unread messages before `end` as lost, if there are any. */
  skip(feed: PartitionFeed, end: number): void {
    const { partition, nextOffset: first } = feed;
    if (end <= first) {
      return;
    }
    const facts = { partition, first, end };
    this.#parts.logger.error(facts, 'the log dropped messages before they were read');
    feed.skipTo(end);
  }

  async #look(): Promise<void> {
    const { admin, topic, feeds, logger } = this.#parts;
    const before = this.#suspected;
    this.#suspected = new Map();
    try {
      const ends = await admin.fetchTopicOffsets(topic);
      for (const feed of feeds()) {
        const { low, high } = ends.find(({ partition }) => partition === feed.partition) ?? {};
        const start = Number(low ?? 0);
        if (low !== high || start <= feed.nextOffset) {
          continue;
        }
        if (before.get(feed) === feed.nextOffset) {
          this.skip(feed, start);
        } else {
          this.#suspected.set(feed, feed.nextOffset);
        }
      }
    } catch (error) {
      logger.warn({ err: error }, 'the start of the log cannot be read');
    }
    this.watch();
  }
}
