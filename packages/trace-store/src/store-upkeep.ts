/**
 * Builds the indexes of the words in texts for rows that were stored or merged since. Inserts and merges
 * leave them out, because they cost more than all other work of a merge. Searches are exact without them.
 *
 * - MAY run in several processes at once, and MAY be cut off anywhere.
 * - Rejects with a retryable AppError when ClickHouse cannot do it now.
 */
export interface WordIndexer {
  /** Begins to index the partitions with new parts; resolves with their number. ClickHouse does the work later. */
  indexNew(signal: AbortSignal): Promise<number>;
  close(): Promise<void>;
}

export type RemovalOutcome =
  /** So many deletes are worked off; 0 when there was nothing to do. */
  | { readonly status: 'removed'; readonly deletes: number }
  /** ClickHouse is still at an earlier removal; `reason` is its trouble with it, if any. */
  | { readonly status: 'busy'; readonly reason: string };

/**
 * Removes the rows that reads leave out since their trace was deleted.
 *
 * - MUST remove no row that is after its delete in the log.
 * - MAY run in several processes at once, and MAY be cut off anywhere: what is not finished is done
 *   again.
 * - Rejects with a retryable AppError when ClickHouse cannot do it now.
 */
export interface TombstoneRemover {
  /** The oldest deletes, at most `limit`, in one rewrite of the parts that hold their rows. */
  removeBatch(limit: number, signal: AbortSignal): Promise<RemovalOutcome>;
  close(): Promise<void>;
}
