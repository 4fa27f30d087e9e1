/** One block of the log: inserted whole, or not at all. */
export interface SpanBlock {
  /** zstd frames of RowBinary rows, in order; sent to ClickHouse untouched. */
  readonly frames: readonly Uint8Array[];
  readonly rowSchemaVersion: number;
  readonly logPartition: number;
  /** Generation (upper 16 bits) and first offset of the block. */
  readonly logOffset: bigint;
  /** All rows with this place in the log; absent where several blocks share it. */
  readonly rowsAtOffset: number | undefined;
  readonly uncompressedBytes: number;
  /** The same for every attempt at the same block, different for any other bytes. */
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
  /** ClickHouse is unavailable or overloaded; the caller writes the same block again. */
  | { readonly status: 'retryable'; readonly code: string; readonly reason: string }
  /** A row of this block can never be stored; smaller blocks find out which. */
  | { readonly status: 'refused'; readonly code: string; readonly reason: string }
  /** Nothing known about this failure: retried for a while, then the consumer stops loudly. */
  | { readonly status: 'unknown'; readonly code: string; readonly reason: string };

/**
 * Writes blocks of rows to ClickHouse. Blocks that are written at the same time may be inserted together; one
 * that is refused costs no other.
 *
 * - MUST answer `written` only when every row, and what materialized views make of it, is stored.
 * - MAY have stored a block and answer `retryable` or `unknown`; callers repeat it with `writeAgain`.
 * - Never rejects, except when `signal` aborts.
 */
export interface SpanWriter {
  /** Writes a block for the first time. Alone, a block is stored once for one token. */
  write(block: SpanBlock, signal: AbortSignal): Promise<WriteOutcome>;
  /**
   * Writes a block whose earlier attempt, here or in another process, has no known outcome: it may be
   * stored under the token of an insert of several blocks, and a ClickHouse that was killed meanwhile may
   * remember the token of rows that it lost.
   *
   * - MUST answer `written` only when every row is stored, whatever the earlier attempt left.
   * - MUST store nothing more if it finds all `rowsAtOffset` rows.
   * - MAY otherwise store rows twice; readers see one of them.
   */
  writeAgain(block: SpanBlock, signal: AbortSignal): Promise<WriteOutcome>;
  /**
   * After `written`, no read shows a row of these traces that is before the delete in the log, and
   * `write` stores none again. Rows after the delete are not affected. The blocks before it
   * MUST be written. Any number of times is as good as once; never `refused`.
   */
  writeTombstones(block: TombstoneBlock, signal: AbortSignal): Promise<WriteOutcome>;
  /**
   * MUST be called when partitions of the log are assigned: their deletes may have been written by
   * another process since, so nothing that is cached about them is valid any longer.
   */
  forgetPartitions(): void;
  /** `listener` is called with the blocks of each insert that ClickHouse has accepted. */
  onInsert(listener: (blocks: readonly SpanBlock[]) => void): void;
  /** Resolves when ClickHouse answers and has the current schema; rejects with an AppError. */
  check(): Promise<void>;
  close(): Promise<void>;
}
