/**
 * Builds the word indexes of rows that were recently stored or merged. Inserts and merges skip these indexes, because
 * they cost more than the rest of a merge. Searches are exact even without the indexes.
 *
 * - MAY run in several processes at once, and MAY be interrupted at any time.
 * - Rejects with a retryable AppError while ClickHouse cannot build them.
 */
export interface WordIndexer {
  /**
   * Starts to index the partitions that have new parts, and resolves with the number of partitions. ClickHouse finishes
   * the work later.
   */
  indexNew(signal: AbortSignal): Promise<number>;
  close(): Promise<void>;
}

export type RemovalOutcome =
  /** Number of deletes applied; 0 if no delete was left. */
  | { readonly status: 'removed'; readonly deletes: number }
  /** ClickHouse is still processing an earlier removal; `reason` is its last failure, if any. */
  | { readonly status: 'busy'; readonly reason: string };

/**
 * Removes the rows that reads hide because their trace was deleted.
 *
 * - MUST NOT remove rows that follow the delete of their trace in the log.
 * - MAY run in several processes at once, and MAY be interrupted at any time. Unfinished work is repeated.
 * - Rejects with a retryable AppError while ClickHouse cannot remove rows.
 */
export interface TombstoneRemover {
  /** Applies at most `limit` of the oldest deletes in one rewrite of the parts that contain their rows. */
  removeBatch(limit: number, signal: AbortSignal): Promise<RemovalOutcome>;
  close(): Promise<void>;
}
