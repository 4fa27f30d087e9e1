import type { Clock } from '@spanhouse/service-runtime';
import type { CommittedPositions } from './committed-positions.js';
import type { GroupCommit } from './group-commit.js';
import { keyOf } from './log-keys.js';
import type { LogStore } from './log-store.js';

/**
 * Maximum number of messages that one commit removes from a partition. Publishes wait a few milliseconds for such a
 * commit.
 */
const MAX_STEP_MESSAGES = 256;

const RETRY_MS = 1000;

interface TrimmerParts {
  readonly store: LogStore;
  readonly commits: GroupCommit;
  readonly positions: CommittedPositions;
  readonly clock: Clock;
}

/**
 * Removes messages before the committed offset, a limited number at a time. LMDB reuses the freed pages. While LMDB
 * removes messages, it temporarily needs free pages; a smaller removal needs fewer. On a full disk, only small removals
 * succeed, and they free the pages for larger ones.
 */
export class Trimmer {
  readonly #parts: TrimmerParts;
  /** The offset before which every message is removed, by partition. */
  readonly #trimmed: number[];
  #running: Promise<void> | undefined;
  #stepMessages = MAX_STEP_MESSAGES;
  #isClosed = false;

  constructor(parts: TrimmerParts) {
    this.#parts = parts;
    this.#trimmed = parts.positions
      .all()
      .map(({ partition, offset }) =>
        Math.min(parts.store.firstOffset(partition) ?? offset, offset),
      );
  }

  /** Starts to remove all committed messages, and retries after failures. */
  trim(): void {
    if (!this.#isClosed) {
      this.#running ??= this.#run();
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#running;
  }

  async #run(): Promise<void> {
    await Promise.resolve(); // so that `#running` is set before it is cleared
    let steps = this.#nextSteps();
    while (steps.length > 0 && !this.#isClosed) {
      const removed = await Promise.allSettled(steps.map((step) => this.#remove(step)));
      if (removed.every(({ status }) => status === 'fulfilled')) {
        this.#stepMessages = Math.min(2 * this.#stepMessages, MAX_STEP_MESSAGES);
      } else if (this.#stepMessages > 1) {
        this.#stepMessages = Math.ceil(this.#stepMessages / 8);
      } else {
        this.#parts.clock.setTimer(RETRY_MS, () => this.trim());
        break;
      }
      steps = this.#nextSteps();
    }
    this.#running = undefined;
  }

  #nextSteps(): readonly TrimStep[] {
    const steps = this.#trimmed.map((from, partition) => {
      const end = Math.min(this.#parts.positions.offsetOf(partition), from + this.#stepMessages);
      return { partition, from, end };
    });
    return steps.filter(({ from, end }) => end > from);
  }

  async #remove({ partition, from, end }: TrimStep): Promise<void> {
    const { store, commits } = this.#parts;
    await commits.write(() => {
      const removals: Promise<boolean>[] = [];
      for (let offset = from; offset < end; offset += 1) {
        removals.push(store.messages.remove(keyOf(partition, offset)));
      }
      return Promise.all(removals);
    });
    this.#trimmed[partition] = end;
  }
}

interface TrimStep {
  readonly partition: number;
  readonly from: number;
  readonly end: number;
}
