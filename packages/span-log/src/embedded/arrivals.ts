/** The next offset of each partition, and who waits for messages. */
export class Arrivals {
  /** What the next message will get; ahead of `#ends` while a commit is under way. */
  #nextOffsets: number[];
  /** Every message before this is on disk. */
  #ends: number[];
  readonly #waiters = new Map<number, Set<() => void>>();

  constructor(ends: readonly number[]) {
    this.#nextOffsets = [...ends];
    this.#ends = [...ends];
  }

  takeOffset(partition: number): number {
    const offset = this.#nextOffsets[partition] ?? 0;
    this.#nextOffsets[partition] = offset + 1;
    return offset;
  }

  endOf(partition: number): number {
    return this.#ends[partition] ?? 0;
  }

  announce(partition: number, end: number): void {
    this.#ends[partition] = Math.max(end, this.endOf(partition));
    const waiting = this.#waiters.get(partition);
    this.#waiters.delete(partition);
    for (const wake of waiting ?? []) wake();
  }

  /** After a failed commit: what is on disk is the truth. Never lowers an announced end. */
  restart(ends: readonly number[]): void {
    this.#nextOffsets = ends.map((end, partition) => Math.max(end, this.endOf(partition)));
    for (const [partition, end] of ends.entries()) this.announce(partition, end);
  }

  /** Resolves when a message at or after `offset` is on disk, or when `signal` aborts. */
  async next(partition: number, offset: number, signal: AbortSignal): Promise<void> {
    while (!signal.aborted && this.endOf(partition) <= offset) {
      await this.#arrival(partition, signal);
    }
  }

  #arrival(partition: number, signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const waiting = this.#waiters.get(partition) ?? new Set();
      this.#waiters.set(partition, waiting);
      const wake = (): void => {
        signal.removeEventListener('abort', wake);
        waiting.delete(wake);
        resolve();
      };
      waiting.add(wake);
      signal.addEventListener('abort', wake, { once: true });
    });
  }
}
