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
  /**
   * Resolves with `ends[partition]`, the offset after the last message that the log holds now. Rejects
   * with a retryable AppError while the log is unavailable.
   */
  readEnds(): Promise<readonly number[]>;
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
