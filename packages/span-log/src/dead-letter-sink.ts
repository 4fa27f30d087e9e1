import type { LogPosition } from './messages/log-position.js';

/**
 * Rows that the store refused, or an unreadable message. The other fields contain all facts needed to inspect or resend
 * it.
 */
export interface DeadLetter {
  readonly origin: LogPosition;
  /**
   * Index of the letter's first row in the origin message. The letter holds `rowCount` rows; an unreadable message
   * becomes one letter.
   */
  readonly firstRow: number;
  readonly rowCount: number;
  readonly stage: 'decode' | 'insert';
  /** Code and message of ClickHouse, or the message of the decoder. */
  readonly reason: string;
  /** One zstd frame of the refused rows, or the original value of an unreadable message. */
  readonly bytes: Uint8Array;
  /** Size of the rows in `bytes`. For an unreadable message, the size that its headers state. */
  readonly uncompressedBytes: number;
  readonly rowSchemaVersion: number;
  /** Project of the rows; empty if the message did not state it. */
  readonly projectId: string;
  /** The id of an earlier letter. Set if `origin` was a retry of its rows. */
  readonly retryOf?: string;
}

/** A message that sent the rows of a dead letter again and whose rows are all stored. */
export interface StoredRetry {
  readonly letterId: string;
  readonly origin: LogPosition;
}

/**
 * Keeps dead letters until they are settled or an operator deletes them. MAY remove the oldest letters above a
 * configured age or size, and then counts the removed letters.
 *
 * - MUST resolve only after the change is durable; rejects with a retryable AppError otherwise.
 * - MAY hold a letter twice after a crash. The pair (origin, firstRow) identifies the letter, and its id does not
 *   change. A repeated put of a letter MUST change nothing.
 * - A letter with `retryOf` MUST NOT become a separate letter. Its reason replaces the reason of the original letter,
 *   unless the original is settled or already has the reason of a later message. The bytes of the first put are kept.
 * - A settled letter MUST stay settled, even if it is put again.
 */
export interface DeadLetterSink {
  put(letters: readonly DeadLetter[]): Promise<void>;
  /** Settles the letters of these retries, which removes them from the lists. */
  settle(retries: readonly StoredRetry[]): Promise<void>;
  close(): Promise<void>;
}
