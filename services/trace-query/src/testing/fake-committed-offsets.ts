import { AppError, type Clock } from '@spanhouse/service-runtime';
import { waitUntil } from '@spanhouse/service-runtime/testing';
import type { CommittedAsOf, CommittedOffsets, PartitionLag } from '@spanhouse/span-log/offsets';

interface Waiter {
  readonly target: ReadonlyMap<number, number>;
  readonly settle: (isReached: boolean) => void;
}

/** Committed offsets whose values a test sets. */
export class FakeCommittedOffsets implements CommittedOffsets {
  readonly logId = 'in-memory-log';
  readonly generation = 1;
  readonly partitionCount = 2;
  isAway = false;
  isSilent = false;
  isClosed = false;
  ends: readonly number[] | undefined;
  /** Age of the first unread message in each partition that has unread messages. */
  unreadMs = 0;
  #offsets: readonly number[] = [0, 0];
  #held: Promise<CommittedAsOf> | undefined;
  readonly #waiters = new Set<Waiter>();
  readonly #clock: Clock;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  get waiting(): number {
    return this.#waiters.size;
  }

  commit(...offsets: number[]): void {
    this.#offsets = offsets;
    for (const { target, settle } of [...this.#waiters]) {
      if (this.#isReached(target)) {
        settle(true);
      }
    }
  }

  /** Starts a look-up that ends when the returned function is called. Until then, all calls wait. */
  hold(): () => void {
    const { promise, resolve } = Promise.withResolvers<CommittedAsOf>();
    const found = this.#now();
    this.#held = promise;
    return () => {
      this.#held = undefined;
      resolve(found);
    };
  }

  async read(): Promise<readonly number[]> {
    return (await this.readAsOf()).offsets;
  }

  readAsOf(): Promise<CommittedAsOf> {
    if (this.isSilent) {
      return new Promise(() => undefined);
    }
    return this.isAway
      ? Promise.reject(
          new AppError('LOG_UNAVAILABLE', 'the log is unavailable', { retryable: true }),
        )
      : (this.#held ?? Promise.resolve(this.#now()));
  }

  /** Returns the ends of the partitions. They equal the committed offsets unless the test has changed them. */
  readEnds(): Promise<readonly number[]> {
    return this.ends === undefined ? this.read() : Promise.resolve(this.ends);
  }

  async readLag(): Promise<readonly PartitionLag[]> {
    const ends = await this.readEnds();
    return (await this.read()).map((committed, partition) => {
      const end = ends[partition] ?? committed;
      const oldestUnreadMs = committed < end ? this.unreadMs : 0;
      return { partition, committed, end, oldestUnreadMs };
    });
  }

  waitFor(
    target: ReadonlyMap<number, number>,
    { timeoutMs, signal }: { timeoutMs: number; signal: AbortSignal },
  ): Promise<boolean> {
    if (this.#isReached(target)) {
      return Promise.resolve(true);
    }
    return new Promise((resolve) => {
      const settle = (isReached: boolean) => {
        timer.cancel();
        this.#waiters.delete(waiter);
        resolve(isReached);
      };
      const waiter = { target, settle };
      const timer = this.#clock.setTimer(timeoutMs, () => settle(false));
      signal.addEventListener('abort', () => settle(false), { once: true });
      this.#waiters.add(waiter);
    });
  }

  close(): Promise<void> {
    this.isClosed = true;
    return Promise.resolve();
  }

  #now(): CommittedAsOf {
    return { offsets: this.#offsets, asOfNs: this.#clock.nowNs() };
  }

  #isReached(target: ReadonlyMap<number, number>): boolean {
    return [...target].every(([partition, offset]) => (this.#offsets[partition] ?? 0) >= offset);
  }
}

/** Resolves when a request is waiting for the offsets. */
export function untilWaiting(offsets: FakeCommittedOffsets): Promise<unknown> {
  return waitUntil('a request waits for the store', () => offsets.waiting > 0);
}
