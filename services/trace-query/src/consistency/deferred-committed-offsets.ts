import { AppError } from '@spanhouse/service-runtime';
import type { CommittedAsOf, CommittedOffsets, PartitionLag } from '@spanhouse/span-log/offsets';

/**
 * Placeholder for the offsets of a log that has not been reached yet. Until `resolve` is called, every call throws a
 * retryable AppError.
 */
export class DeferredCommittedOffsets implements CommittedOffsets {
  #offsets: CommittedOffsets | undefined;
  #isClosed = false;

  /** Forwards all later calls to `offsets`. After that, closing this object also closes `offsets`. */
  async resolve(offsets: CommittedOffsets): Promise<void> {
    this.#offsets = offsets;
    if (this.#isClosed) {
      await offsets.close();
    }
  }

  get logId(): string {
    return this.#reached().logId;
  }

  get generation(): number {
    return this.#reached().generation;
  }

  get partitionCount(): number {
    return this.#reached().partitionCount;
  }

  async read(): Promise<readonly number[]> {
    return await this.#reached().read();
  }

  async readAsOf(): Promise<CommittedAsOf> {
    return await this.#reached().readAsOf();
  }

  async readEnds(): Promise<readonly number[]> {
    return await this.#reached().readEnds();
  }

  async readLag(): Promise<readonly PartitionLag[]> {
    return await this.#reached().readLag();
  }

  async waitFor(
    target: ReadonlyMap<number, number>,
    options: { timeoutMs: number; signal: AbortSignal },
  ): Promise<boolean> {
    return await this.#reached().waitFor(target, options);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#offsets?.close();
  }

  #reached(): CommittedOffsets {
    if (this.#offsets !== undefined) {
      return this.#offsets;
    }
    throw new AppError('LOG_UNAVAILABLE', 'the span log has not been reached yet', {
      retryable: true,
    });
  }
}
