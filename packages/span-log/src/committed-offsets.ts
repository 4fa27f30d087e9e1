/** How far the consumers are in one partition. */
export interface PartitionLag {
  readonly partition: number;
  /** The offset below which every span is stored or dead-lettered; 0 where nothing is committed. */
  readonly committed: number;
  /** The offset after the last message, at least `committed`. */
  readonly end: number;
  /** Milliseconds since the first unread message arrived, rounded up by at most a hundredth; 0 without one. */
  readonly oldestUnreadMs: number;
}

/** The committed offsets, and the time to which they belong. */
export interface CommittedAsOf {
  /** As `read` resolves with them. */
  readonly offsets: readonly number[];
  /** A time in ns, when the look-up began: everything that was committed then is in `offsets`. */
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
  /** Resolves with what `read` resolves with, and its time. A look-up that is shared began before later calls. */
  readAsOf(): Promise<CommittedAsOf>;
  /**
   * Resolves with `ends[partition]`, the offset after the last message that the log holds now. Rejects
   * with a retryable AppError while the log is unavailable.
   */
  readEnds(): Promise<readonly number[]>;
  /**
   * Resolves with the lag of every partition, in their order. Costs several requests while messages are
   * unread, so it is for people and not for each read. Rejects like `read`.
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
