/** The position of a message in the log. */
export interface MessagePosition {
  readonly partition: number;
  readonly offset: number;
}

/** The positions of messages in one log. */
export interface LoggedMessages {
  readonly logId: string;
  readonly positions: readonly MessagePosition[];
}

/** Consecutive rows of one message that became dead letters. Log, position and `firstRow` identify them. */
export interface IndexedDeadLetter {
  readonly logId: string;
  readonly position: MessagePosition;
  /** Index of the first of these rows within the message. */
  readonly firstRow: number;
  readonly rowCount: number;
  readonly projectId: string;
  readonly stage: string;
  readonly reason: string;
}

/** Messages of one partition, from `first` to `end` - 1, that the log dropped before they were stored. */
export interface LostRange {
  readonly logId: string;
  readonly partition: number;
  readonly first: number;
  readonly end: number;
}

/**
 * Records the dead letters among the log's rows, and the messages that the log dropped. Records are kept for at least
 * 90 days.
 *
 * - MUST resolve only after the record is durable; otherwise rejects with a retryable AppError.
 * - MAY receive a dead letter again, which changes nothing.
 * - MAY receive a lost range again, with the same or a later end. The latest end applies.
 */
export interface DeadLetterIndex {
  record(letters: readonly IndexedDeadLetter[]): Promise<void>;
  recordLost(range: LostRange): Promise<void>;
  close(): Promise<void>;
}

/** Reads the records of a DeadLetterIndex. */
export interface DeadLetterCounter {
  /** Counts the dead-lettered rows of the given messages without duplicates. Rejects with the same errors as a read. */
  countRows(messages: LoggedMessages, signal: AbortSignal): Promise<number>;
  /** Returns the messages that the log dropped before they were stored. Rejects with the same errors as a read. */
  findLost(messages: LoggedMessages, signal: AbortSignal): Promise<readonly MessagePosition[]>;
  close(): Promise<void>;
}
