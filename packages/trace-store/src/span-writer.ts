/** One block of the log, which is inserted completely or not at all. */
export interface SpanBlock {
  /** The rows of the block as zstd frames of RowBinary rows, in order. They are sent to ClickHouse unchanged. */
  readonly frames: readonly Uint8Array[];
  readonly rowSchemaVersion: number;
  readonly logPartition: number;
  /** Generation (upper 16 bits) and first offset of the block. */
  readonly logOffset: bigint;
  /** Number of rows at this log position; absent if several blocks have the same position. */
  readonly rowsAtOffset: number | undefined;
  readonly uncompressedBytes: number;
  /** The token of the block. It is equal for every attempt with the same bytes and different for other bytes. */
  readonly deduplicationToken: string;
}

/** Deletes of one partition of the log. */
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
  /** ClickHouse is unavailable or overloaded. The caller writes the same block again. */
  | { readonly status: 'retryable'; readonly code: string; readonly reason: string }
  /** The block has a row that can never be stored. The caller finds the row by bisecting the block. */
  | { readonly status: 'refused'; readonly code: string; readonly reason: string }
  /** The failure is unclassified. The consumer retries for a while and then exits with an error. */
  | { readonly status: 'unknown'; readonly code: string; readonly reason: string };

/**
 * Writes blocks of rows to ClickHouse. Concurrent blocks may be inserted together. A refused block does not affect
 * other blocks.
 *
 * - MUST return `written` only after every row, and the rows that materialized views derive, are stored.
 * - MAY return `retryable` or `unknown` although the block is stored. Callers repeat the block with `writeAgain`.
 * - Rejects only when `signal` aborts.
 */
export interface SpanWriter {
  /** Writes a block for the first time. A block that is inserted alone is stored once per token. */
  write(block: SpanBlock, signal: AbortSignal): Promise<WriteOutcome>;
  /**
   * Writes a block whose earlier attempt, in this or another process, has no known outcome. The block may be stored
   * under the token of an insert of several blocks. A ClickHouse that was killed may remember the token of rows that it
   * lost.
   *
   * - MUST return `written` only after every row is stored, whatever the earlier attempt did.
   * - MUST NOT store more rows if it finds all `rowsAtOffset` rows.
   * - MAY otherwise store rows twice; readers show one of them.
   */
  writeAgain(block: SpanBlock, signal: AbortSignal): Promise<WriteOutcome>;
  /**
   * Stores deletes. After `written`, reads show no rows of these traces that precede the delete in the log, and `write`
   * stores no such rows. Rows after the delete are unaffected. Earlier blocks MUST be written first. The call is
   * idempotent and its outcome is never `refused`.
   */
  writeTombstones(block: TombstoneBlock, signal: AbortSignal): Promise<WriteOutcome>;
  /**
   * Invalidates the cached offsets of deletes. MUST be called when partitions of the log are assigned, because another
   * process may have written deletes in these partitions.
   */
  forgetPartitions(): void;
  /** Calls `listener` with the blocks of each insert that ClickHouse has accepted. */
  onInsert(listener: (blocks: readonly SpanBlock[]) => void): void;
  /** Resolves if ClickHouse answers and has the current schema. Otherwise rejects with an AppError. */
  check(): Promise<void>;
  close(): Promise<void>;
}
