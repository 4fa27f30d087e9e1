/** A message of the log. */
export interface MessagePlace {
  readonly partition: number;
  readonly offset: number;
}

/** Rows of one message that were put aside; (log, place, `firstRow`) names them. */
export interface IndexedDeadLetter {
  readonly logId: string;
  readonly place: MessagePlace;
  /** Counted from 0, `rowCount` of them. */
  readonly firstRow: number;
  readonly rowCount: number;
  readonly projectId: string;
  readonly stage: string;
  readonly reason: string;
}

/**
 * Remembers which rows of the log were put aside, for at least 90 days.
 *
 * - MUST resolve only when that is durable; rejects with a retryable AppError otherwise.
 * - MAY receive the same letters again, which changes nothing.
 */
export interface DeadLetterIndex {
  record(letters: readonly IndexedDeadLetter[]): Promise<void>;
  close(): Promise<void>;
}

/** Counts the letters that a DeadLetterIndex recorded. */
export interface DeadLetterCounter {
  /** How many rows of these messages were put aside, each counted once. Rejects as reads do. */
  countRows(
    messages: { readonly logId: string; readonly places: readonly MessagePlace[] },
    signal: AbortSignal,
  ): Promise<number>;
  close(): Promise<void>;
}
