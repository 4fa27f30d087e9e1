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

/** Messages of one partition that the log dropped before they were stored: `first` to `end` - 1. */
export interface LostRange {
  readonly logId: string;
  readonly partition: number;
  readonly first: number;
  readonly end: number;
}

/**
 * Remembers which rows of the log were put aside and which messages it dropped, for at least 90 days.
 *
 * - MUST resolve only when that is durable; rejects with a retryable AppError otherwise.
 * - MAY receive the same letters again, which changes nothing.
 * - MAY receive a range again, with the same end or a later one; the latest end counts.
 */
export interface DeadLetterIndex {
  record(letters: readonly IndexedDeadLetter[]): Promise<void>;
  recordLost(range: LostRange): Promise<void>;
  close(): Promise<void>;
}

/** Reads what a DeadLetterIndex recorded. */
export interface DeadLetterCounter {
  /** How many rows of these messages were put aside, each counted once. Rejects as reads do. */
  countRows(
    messages: { readonly logId: string; readonly places: readonly MessagePlace[] },
    signal: AbortSignal,
  ): Promise<number>;
  /** Returns those of the messages that the log dropped before they were stored. Rejects as reads do. */
  findLost(
    messages: { readonly logId: string; readonly places: readonly MessagePlace[] },
    signal: AbortSignal,
  ): Promise<readonly MessagePlace[]>;
  close(): Promise<void>;
}
