/** A block of the log. It is inserted completely or not at all. */
export interface SpanBlock {
  /** Rows of the block in RowBinary, as consecutive zstd frames. The frames are sent to ClickHouse unchanged. */
  readonly frames: readonly Uint8Array[];
  readonly rowSchemaVersion: number;
  readonly logPartition: number;
  /** Generation (upper 16 bits) and first offset of the block. */
  readonly logOffset: bigint;
  /** Number of rows at this log position; absent if several blocks have the same position. */
  readonly rowsAtOffset: number | undefined;
  readonly uncompressedBytes: number;
  /**
   * Deduplication token of the block. It is the same in every attempt to write the same bytes, and different for other
   * bytes.
   */
  readonly deduplicationToken: string;
}

/** Deletes in one partition of the log. */
export interface TombstoneBlock {
  readonly logPartition: number;
  readonly tombstones: readonly {
    readonly projectId: string;
    readonly traceId: string;
    /** Generation (upper 16 bits) and offset of the delete itself. */
    readonly logOffset: bigint;
  }[];
}

export type WriteOutcome =
  | { readonly status: 'written' }
  /** ClickHouse is unavailable or overloaded. The caller should retry the same block. */
  | { readonly status: 'retryable'; readonly code: string; readonly reason: string }
  /** The block contains a row that can never be stored. The caller bisects the block to find it. */
  | { readonly status: 'refused'; readonly code: string; readonly reason: string }
  /** The cause of the failure is unknown. The consumer retries for a while and then exits with an error. */
  | { readonly status: 'unknown'; readonly code: string; readonly reason: string };

/**
 * Writes blocks of rows to ClickHouse. Blocks that are written at the same time may be inserted together. A refused
 * block does not affect the others.
 *
 * - MUST return `written` only after all rows are stored, including the rows of materialized views.
 * - MAY return `retryable` or `unknown` even if the block is stored. The caller then retries with `writeAgain`.
 * - Rejects only when `signal` aborts.
 */
export interface SpanWriter {
  /** Writes a block for the first time. If the block is inserted alone, it is stored once per token. */
  write(block: SpanBlock, signal: AbortSignal): Promise<WriteOutcome>;
  /**
   * Writes a block for which the outcome of an earlier attempt is unknown. The attempt may have been made by another
   * process. The block may already be stored, possibly under the token of an insert that joined several blocks. A
   * ClickHouse server that was killed may remember a token although it lost the rows.
   *
   * - MUST return `written` only after every row is stored, regardless of the earlier attempt.
   * - MUST NOT store any rows if all `rowsAtOffset` rows are found.
   * - MAY store rows twice in other cases. Readers show each of them once.
   */
  writeAgain(block: SpanBlock, signal: AbortSignal): Promise<WriteOutcome>;
  /**
   * Stores deletes. After `written`, reads no longer show rows of the deleted traces that precede the delete in the
   * log, and `write` no longer stores such rows. Rows after the delete are not affected. Earlier blocks MUST be written
   * first. The call is idempotent, and its outcome is never `refused`.
   */
  writeTombstones(block: TombstoneBlock, signal: AbortSignal): Promise<WriteOutcome>;
  /**
   * Clears the cached offsets of deletes. MUST be called when partitions of the log are assigned, because another
   * process may have written deletes in them.
   */
  forgetPartitions(): void;
  /** Calls `listener` with the blocks of each insert that ClickHouse has accepted. */
  onInsert(listener: (blocks: readonly SpanBlock[]) => void): void;
  /** Resolves if ClickHouse responds and has the current schema. Otherwise rejects with an AppError. */
  check(): Promise<void>;
  close(): Promise<void>;
}
