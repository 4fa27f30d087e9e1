import type { LogPosition } from './messages/log-position.js';

/**
 * Rows that the store refused, or a message that could not be decoded, with everything needed to inspect or resend it.
 */
export interface DeadLetter {
  readonly origin: LogPosition;
  /**
   * Index of the letter's first row in the origin message. The letter holds `rowCount` rows. An unreadable message
   * becomes one letter.
   */
  readonly firstRow: number;
  readonly rowCount: number;
  readonly stage: 'decode' | 'insert';
  /** Error code and message from ClickHouse, or the decoder's message. */
  readonly reason: string;
  /** One zstd frame of the refused rows, or the original value of an unreadable message. */
  readonly bytes: Uint8Array;
  /** Uncompressed size of the rows in `bytes`, or the size that the headers of an unreadable message state. */
  readonly uncompressedBytes: number;
  readonly rowSchemaVersion: number;
  /** Project to which the rows belong; `''` if the message did not state a project. */
  readonly projectId: string;
  /** Id of the letter that the message at `origin` retried; absent if that message was not a retry. */
  readonly retryOf?: string;
}

/** A retry that has stored all rows of a dead letter. */
export interface StoredRetry {
  readonly letterId: string;
  readonly origin: LogPosition;
}

/**
 * Keeps dead letters until they are settled or an operator deletes them. MAY remove the oldest letters above a
 * configured age or size, and MUST count the removed letters.
 *
 * - MUST resolve only after the change is durable; rejects with a retryable AppError otherwise.
 * - MAY receive the same letter twice after a crash. The pair (origin, firstRow) identifies the letter and determines
 *   its id. Putting a letter again MUST change nothing.
 * - A letter with `retryOf` MUST NOT become a separate letter. Its reason replaces the reason of the original letter,
 *   unless the original is settled or already has the reason of a later message. The bytes of the first put are kept.
 * - A settled letter MUST stay settled, even if it is put again.
 */
export interface DeadLetterSink {
  put(letters: readonly DeadLetter[]): Promise<void>;
  /** Settles the retried letters, which removes them from the lists. */
  settle(retries: readonly StoredRetry[]): Promise<void>;
  close(): Promise<void>;
}
