import { Conditions } from '@spanhouse/service-runtime';

/** Assigns the next offset in each partition, and wakes the callers that wait for messages. */
export class Arrivals {
  /** The offset of the next message, by partition. It is greater than the entry in `#ends` during a commit. */
  #nextOffsets: number[];
  /** The first offset that is not on disk, by partition. */
  #ends: number[];
  readonly #arrivals = new Conditions();

  constructor(ends: readonly number[]) {
    this.#nextOffsets = [...ends];
    this.#ends = [...ends];
  }

  /** Assigns the next offset. Call it inside the commit step that stores the message. */
  takeOffset(partition: number): number {
    const offset = this.#nextOffsets[partition] ?? 0;
    this.#nextOffsets[partition] = offset + 1;
    return offset;
  }

  endOf(partition: number): number {
    return this.#ends[partition] ?? 0;
  }

  /** Records that every message before `end` is on disk, and wakes the callers that wait for these messages. */
  announce(partition: number, end: number): void {
    this.#ends[partition] = Math.max(end, this.endOf(partition));
    this.#arrivals.recheck();
  }

  /**
   * Resets the next offsets so that they follow the last messages on disk. Called after a failed commit. Never lowers
   * an announced end.
   */
  restart(ends: readonly number[]): void {
    this.#nextOffsets = ends.map((end, partition) => Math.max(end, this.endOf(partition)));
    for (const [partition, end] of ends.entries()) {
      this.announce(partition, end);
    }
  }

  /** Resolves when a message at or after `offset` is on disk, or when `signal` aborts. */
  next(partition: number, offset: number, signal: AbortSignal): Promise<unknown> {
    return this.#arrivals.until(() => this.endOf(partition) > offset, { signal });
  }
}
