/**
 * The consumer group's committed offsets: the watermark below which every span is stored or
 * dead-lettered. Concurrent calls share one look-up.
 */
export interface CommittedOffsets {
  readonly logId: string;
  readonly generation: number;
  readonly partitionCount: number;
  /** `offsets[partition]`, 0 where nothing is committed. Rejects with a retryable AppError when the log is away. */
  read(): Promise<readonly number[]>;
  /**
   * Resolves true as soon as `read()` is at or beyond every entry of `target` (partition → offset),
   * false after `timeoutMs` or when `signal` aborts.
   */
  waitFor(
    target: ReadonlyMap<number, number>,
    options: { timeoutMs: number; signal: AbortSignal },
  ): Promise<boolean>;
  close(): Promise<void>;
}
