/** Progress of the consumers in one partition. */
export interface PartitionLag {
  readonly partition: number;
  /** The offset below which every span is stored or dead-lettered; 0 if nothing is committed. */
  readonly committed: number;
  /** The offset after the last message, at least `committed`. */
  readonly end: number;
  /**
   * Milliseconds since the first unread message arrived, rounded up by at most one percent; 0 if every message is read.
   */
  readonly oldestUnreadMs: number;
}

/** The committed offsets, and the time at which they were read. */
export interface CommittedAsOf {
  /** The committed offsets in the form that `read` returns. */
  readonly offsets: readonly number[];
  /** Time at which the read began, in ns since the Unix epoch. `offsets` includes every commit before this time. */
  readonly asOfNs: bigint;
}

/**
 * Reads the consumer group's committed offsets. Every span below them is stored or dead-lettered. Concurrent calls
 * share one request.
 */
export interface CommittedOffsets {
  readonly logId: string;
  readonly generation: number;
  readonly partitionCount: number;
  /**
   * Resolves with `offsets[partition]`, which is 0 if nothing is committed. Rejects with a retryable AppError while the
   * log is unavailable.
   */
  read(): Promise<readonly number[]>;
  /**
   * Resolves with the committed offsets and the time at which they were read. The offsets may come from a read that
   * began before this call.
   */
  readAsOf(): Promise<CommittedAsOf>;
  /**
   * Resolves with `ends[partition]`, the offset after the last message. Rejects with a retryable AppError while the log
   * is unavailable.
   */
  readEnds(): Promise<readonly number[]>;
  /**
   * Resolves with the lag of every partition, in partition order. While messages are unread, a call sends several
   * requests to the log, so `readLag` is too expensive to use in place of `read`. Rejects like `read`.
   */
  readLag(): Promise<readonly PartitionLag[]>;
  /**
   * Resolves true as soon as the committed offsets reach every entry of `target` (partition → offset). Resolves false
   * after `timeoutMs` or when `signal` aborts. Never rejects.
   */
  waitFor(
    target: ReadonlyMap<number, number>,
    options: { timeoutMs: number; signal: AbortSignal },
  ): Promise<boolean>;
  close(): Promise<void>;
}
