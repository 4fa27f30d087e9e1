/**
 * Builds word indexes for rows that were recently stored or merged. Inserts and merges do not build them, because that
 * would cost more than the rest of a merge. Searches return exact results even without the indexes.
 *
 * - MAY run in several processes at the same time, and MAY be interrupted at any time.
 * - Rejects with a retryable AppError while ClickHouse cannot build the indexes.
 */
export interface WordIndexer {
  /**
   * Requests the indexing of all partitions that have new parts, and resolves with the number of these partitions.
   * ClickHouse completes the work later.
   */
  indexNew(signal: AbortSignal): Promise<number>;
  close(): Promise<void>;
}

export type RemovalOutcome =
  /** Number of deletes whose rows were removed; 0 if no delete was left. */
  | { readonly status: 'removed'; readonly deletes: number }
  /**
   * ClickHouse is still processing an earlier removal. `reason` is the last failure of that removal, if there was one.
   */
  | { readonly status: 'busy'; readonly reason: string };

/**
 * Removes the rows of deleted traces, which reads already hide.
 *
 * - MUST NOT remove rows that come after the delete of their trace in the log.
 * - MAY run in several processes at the same time, and MAY be interrupted at any time. The next call continues
 *   unfinished work.
 * - Rejects with a retryable AppError while ClickHouse cannot remove rows.
 */
export interface TombstoneRemover {
  /**
   * Removes the rows of at most `limit` deletes, oldest first. The parts that contain these rows are rewritten once.
   */
  removeBatch(limit: number, signal: AbortSignal): Promise<RemovalOutcome>;
  close(): Promise<void>;
}
