import type { CommittedPositions } from './committed-positions.js';
import type { GroupCommit } from './group-commit.js';
import { keyOf } from './log-keys.js';
import type { LogStore } from './log-store.js';

/** Messages removed in one commit: some milliseconds of LMDB's time, during which publishes wait. */
const stepMessages = 256;

interface TrimmerParts {
  readonly store: LogStore;
  readonly commits: GroupCommit;
  readonly positions: CommittedPositions;
}

/** Removes messages before the committed offset, a bounded number at a time; LMDB then uses their pages again. */
export class Trimmer {
  readonly #parts: TrimmerParts;
  /** No message before this is left. */
  readonly #trimmed: number[];
  #running: Promise<void> | undefined;
  #isClosed = false;

  constructor(parts: TrimmerParts) {
    this.#parts = parts;
    this.#trimmed = parts.positions
      .all()
      .map(({ partition, offset }) =>
        Math.min(parts.store.firstOffset(partition) ?? offset, offset),
      );
  }

  /** Trims what is committed by now; failures are left to the next call. */
  trim(): void {
    if (!this.#isClosed) this.#running ??= this.#run();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#running;
  }

  async #run(): Promise<void> {
    try {
      let steps = this.#nextSteps();
      while (steps.length > 0 && !this.#isClosed) {
        await Promise.all(steps.map((step) => this.#remove(step)));
        steps = this.#nextSteps();
      }
    } catch {
      // A commit that fails is logged where it fails, and the next committed offset trims again.
    } finally {
      this.#running = undefined;
    }
  }

  #nextSteps(): readonly TrimStep[] {
    const steps = this.#trimmed.map((from, partition) => {
      const end = Math.min(this.#parts.positions.offsetOf(partition), from + stepMessages);
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
