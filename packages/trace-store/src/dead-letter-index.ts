/** A message of the log. */
export interface MessagePlace {
  readonly partition: number;
  readonly offset: number;
}

/** Messages of one log. */
export interface LoggedMessages {
  readonly logId: string;
  readonly places: readonly MessagePlace[];
}

/** Dead-lettered rows of one message, identified by log, position and `firstRow`. */
export interface IndexedDeadLetter {
  readonly logId: string;
  readonly place: MessagePlace;
  /** Number of the first row in its message, from 0. */
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
 * Records which rows of the log became dead letters and which messages it dropped, for at least 90 days.
 *
 * - MUST resolve only after the record is durable; otherwise rejects with a retryable AppError.
 * - MAY receive the same letters again, which changes nothing.
 * - MAY receive a range again, with the same end or a later one; the latest end applies.
 */
export interface DeadLetterIndex {
  record(letters: readonly IndexedDeadLetter[]): Promise<void>;
  recordLost(range: LostRange): Promise<void>;
  close(): Promise<void>;
}

/** Reads what a DeadLetterIndex recorded. */
export interface DeadLetterCounter {
  /** Counts the dead-lettered rows of these messages, each once. Rejects as reads do. */
  countRows(messages: LoggedMessages, signal: AbortSignal): Promise<number>;
  /** Returns the messages that the log dropped before they were stored. Rejects as reads do. */
  findLost(messages: LoggedMessages, signal: AbortSignal): Promise<readonly MessagePlace[]>;
  close(): Promise<void>;
}
