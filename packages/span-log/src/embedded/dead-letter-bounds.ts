import type { Clock, Logger, Timer } from '@spanhouse/service-runtime';
import type { TextHeaders } from '../messages/message-headers.js';
import type { GroupCommit } from './group-commit.js';
import { readPutAt, type StoredLetters } from './stored-letters.js';

/** Size and age limits of the dead letters in an embedded log. */
export interface DeadLetterLimits {
  readonly maxBytes: number;
  readonly maxAgeMs: number;
}

/** Size of the dead letters, and the number of rows in the letters that were removed since the log was opened. */
export interface DeadLetterStats {
  readonly bytes: number;
  readonly removed: Readonly<Record<'age' | 'bytes', number>>;
}

interface DeadLetterBoundsOptions {
  readonly letters: StoredLetters;
  readonly commits: GroupCommit;
  readonly limits: DeadLetterLimits;
  readonly clock: Clock;
  readonly logger: Logger;
}

interface Kept {
  readonly key: Buffer;
  readonly headers: TextHeaders;
  readonly bytes: number;
  readonly putAtMs: number;
}

const CHECK_INTERVAL_MS = 3_600_000;
/**
 * Share of the limit that remains in use after a removal. If it were 1, every new letter would trigger another removal.
 */
const SHARE_AFTER_REMOVAL = 0.9;

/**
 * Removes the oldest dead letters when the letters exceed the limits. The limits are needed because dead letters and
 * spans share the log's space.
 */
export class DeadLetterBounds {
  readonly #options: DeadLetterBoundsOptions;
  readonly #removed = { age: 0, bytes: 0 };
  #bytes: number;
  #timer: Timer | undefined;

  constructor(options: DeadLetterBoundsOptions) {
    this.#options = options;
    this.#bytes = this.#list().reduce((sum, { bytes }) => sum + bytes, 0);
  }

  /** Applies the limits now and every hour, until `close`. */
  watch(): void {
    const { clock, commits, logger } = this.#options;
    this.#timer = clock.setTimer(CHECK_INTERVAL_MS, () => this.watch());
    commits
      .write(() => this.#remove(0))
      .catch((error: unknown) => {
        logger.warn({ err: error }, 'old dead letters cannot be removed');
      });
  }

  close(): void {
    this.#timer?.cancel();
  }

  stats(): DeadLetterStats {
    return { bytes: this.#bytes, removed: { ...this.#removed } };
  }

  /**
   * Removes letters to make room for `added` more bytes. Resolves when the commit is complete. Call it inside a commit
   * step. `added` MAY be negative.
   */
  makeRoom(added: number): Promise<unknown> {
    this.#bytes += added;
    return this.#bytes > this.#options.limits.maxBytes ? this.#remove(added) : Promise.resolve();
  }

  #remove(added: number): Promise<unknown> {
    const { letters: stored, limits, clock, logger } = this.#options;
    const letters = this.#list().sort((left, right) => left.putAtMs - right.putAtMs);
    const kept = letters.reduce((sum, { bytes }) => sum + bytes, 0);
    const isFull = kept + added > limits.maxBytes;
    const room = isFull ? limits.maxBytes * SHARE_AFTER_REMOVAL : limits.maxBytes;
    const before = { ...this.#removed };
    this.#bytes = kept + added;
    const removals: Promise<unknown>[] = [];
    for (const { key, headers, bytes, putAtMs } of letters) {
      const isOld = putAtMs > 0 && putAtMs < clock.nowMs() - limits.maxAgeMs;
      if (!isOld && this.#bytes <= room) {
        continue;
      }
      this.#removed[isOld ? 'age' : 'bytes'] += Number(headers['row-count']);
      this.#bytes -= bytes;
      removals.push(stored.remove(key, headers));
    }
    if (removals.length > 0) {
      const facts = {
        age: this.#removed.age - before.age,
        bytes: this.#removed.bytes - before.bytes,
      };
      logger.warn(facts, 'removed the rows of old dead letters');
    }
    return Promise.all(removals);
  }

  #list(): Kept[] {
    return Array.from(this.#options.letters.all(), ({ key, headers, bytes }) => ({
      key,
      headers,
      bytes,
      putAtMs: readPutAt(headers),
    }));
  }
}
