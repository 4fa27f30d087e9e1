import type { Clock } from '@spanhouse/service-runtime';

/** A read that finds no room for an answer. */
export interface WaitingRead {
  readonly projectId: string;
  /** Returns false if there is still no room. */
  readonly take: () => boolean;
  readonly signal: AbortSignal;
}

/** Longer than it takes to disconnect clients that do not read. */
const MAX_WAIT_MS = 12_000;
const MAX_READS = 256;
const MAX_READS_OF_PROJECT = 64;

/** The reads that wait for room, in the order of their arrival. They hold no connection to ClickHouse. */
export class WaitingReads {
  readonly #clock: Clock;
  readonly #reads = new Map<WaitingRead, () => void>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  get count(): number {
    return this.#reads.size;
  }

  /**
   * Resolves with true once the read has taken its room, and with false if that takes too long or too many reads
   * wait. Rejects with the reason of its signal.
   */
  async wait(read: WaitingRead): Promise<boolean> {
    const { signal, projectId } = read;
    signal.throwIfAborted();
    const ofProject = [...this.#reads.keys()].filter((other) => other.projectId === projectId);
    if (this.#reads.size >= MAX_READS || ofProject.length >= MAX_READS_OF_PROJECT) {
      return false;
    }
    const { promise, resolve, reject } = Promise.withResolvers<boolean>();
    const abort = () => reject(signal.reason);
    const timer = this.#clock.setTimer(MAX_WAIT_MS, () => resolve(false));
    signal.addEventListener('abort', abort, { once: true });
    this.#reads.set(read, () => resolve(true));
    try {
      return await promise;
    } finally {
      timer.cancel();
      signal.removeEventListener('abort', abort);
      this.#reads.delete(read);
    }
  }

  /** Admits the reads that have room now. */
  admit(): void {
    for (const [read, goOn] of this.#reads) {
      if (read.take()) {
        this.#reads.delete(read);
        goOn();
      }
    }
  }
}
