import type { CommittedAsOf, CommittedOffsets, PartitionLag } from '../committed-offsets.js';
import { keyOf } from './log-keys.js';
import type { EmbeddedLogParts } from './log-parts.js';
import { toLogMessage } from './stored-message.js';

const NS_PER_MS = 1_000_000;

/** The committed offsets of the embedded log. A commit wakes the waiting callers, so they do not poll. */
export class EmbeddedCommittedOffsets implements CommittedOffsets {
  readonly logId: string;
  readonly generation: number;
  readonly partitionCount: number;
  readonly #parts: EmbeddedLogParts;
  readonly #closing = new AbortController();

  constructor(parts: EmbeddedLogParts) {
    this.#parts = parts;
    ({
      logId: this.logId,
      generation: this.generation,
      partitionCount: this.partitionCount,
    } = parts.description);
  }

  read(): Promise<readonly number[]> {
    return Promise.resolve(this.#parts.positions.offsets());
  }

  async readAsOf(): Promise<CommittedAsOf> {
    const asOfNs = this.#parts.clock.nowNs();
    return { offsets: await this.read(), asOfNs };
  }

  readEnds(): Promise<readonly number[]> {
    const { arrivals } = this.#parts;
    return Promise.resolve(
      Array.from({ length: this.partitionCount }, (_, index) => arrivals.endOf(index)),
    );
  }

  async readLag(): Promise<readonly PartitionLag[]> {
    const committed = await this.read();
    const ends = await this.readEnds();
    return ends.map((end, partition) => {
      const offset = committed[partition] ?? 0;
      return {
        partition,
        committed: offset,
        end: Math.max(end, offset),
        oldestUnreadMs: this.#ageOf(partition, offset),
      };
    });
  }

  waitFor(
    target: ReadonlyMap<number, number>,
    { timeoutMs, signal }: { timeoutMs: number; signal: AbortSignal },
  ): Promise<boolean> {
    const { positions, clock } = this.#parts;
    const isReached = (): boolean =>
      [...target].every(([partition, offset]) => positions.offsetOf(partition) >= offset);
    return positions.conditions.until(isReached, {
      signal: AbortSignal.any([signal, this.#closing.signal]),
      timeout: { clock, ms: timeoutMs },
    });
  }

  close(): Promise<void> {
    this.#closing.abort();
    return Promise.resolve();
  }

  /** Returns the age of a message in milliseconds, or 0 if the message is not on disk. */
  #ageOf(partition: number, offset: number): number {
    const stored = this.#parts.store.messages.getBinary(keyOf(partition, offset));
    if (stored === undefined) {
      return 0;
    }
    const { receivedAt } = toLogMessage({ partition, offset }, stored).headers;
    return Math.max(0, Number(this.#parts.clock.nowNs() - receivedAt) / NS_PER_MS);
  }
}
