/** The progress of the consumers in one partition. */
export interface PartitionLag {
  readonly partition: number;
  /** The offset below which every span is stored or dead-lettered; 0 where nothing is committed. */
  readonly committed: number;
  /** The offset after the last message, at least `committed`. */
  readonly end: number;
  /**
   * Milliseconds since the first unread message arrived, rounded up by at most one percent; 0 if everything is read.
   */
  readonly oldestUnreadMs: number;
}

/** The committed offsets, and the time of their look-up. */
export interface CommittedAsOf {
  /** The result of `read`. */
  readonly offsets: readonly number[];
  /** Start of the look-up, in ns since the Unix epoch. Everything that was committed then is in `offsets`. */
  readonly asOfNs: bigint;
}

/**
 * Reads the consumer group's committed offsets: the watermark below which every span is stored or
 * dead-lettered. Concurrent calls share one look-up.
 */
export interface CommittedOffsets {
  readonly logId: string;
  readonly generation: number;
  readonly partitionCount: number;
  /**
   * Resolves with `offsets[partition]`, 0 where nothing is committed. Rejects with a retryable AppError
   * while the log is unavailable.
   */
  read(): Promise<readonly number[]>;
  /** Resolves with the result of `read` and its time. A shared look-up may have begun before the call. */
  readAsOf(): Promise<CommittedAsOf>;
  /**
   * Resolves with `ends[partition]`, the offset after the last message that the log holds now. Rejects
   * with a retryable AppError while the log is unavailable.
   */
  readEnds(): Promise<readonly number[]>;
  /**
   * Resolves with the lag of every partition, in partition order. Costs several requests while messages are unread, so
   * do not call it for each read. Rejects like `read`.
   */
  readLag(): Promise<readonly PartitionLag[]>;
  /**
   * Resolves true as soon as the committed offsets reach every entry of `target` (partition → offset),
   * false after `timeoutMs` or when `signal` aborts. Never rejects.
   */
  waitFor(
    target: ReadonlyMap<number, number>,
    options: { timeoutMs: number; signal: AbortSignal },
  ): Promise<boolean>;
  close(): Promise<void>;
}
