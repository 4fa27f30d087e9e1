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
