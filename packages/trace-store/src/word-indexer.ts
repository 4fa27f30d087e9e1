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
