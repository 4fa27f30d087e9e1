import type { LogPosition } from './messages/log-position.js';

/** Rows that the store refused, or an unreadable message, with all facts needed to inspect or resend it. */
export interface DeadLetter {
  readonly origin: LogPosition;
  /** Index in the origin message of the first of `rowCount` rows; an unreadable message is one letter. */
  readonly firstRow: number;
  readonly rowCount: number;
  readonly stage: 'decode' | 'insert';
  /** Code and message of ClickHouse, or the message of the decoder. */
  readonly reason: string;
  /** One zstd frame of the refused rows, or the original value when it could not be read. */
  readonly bytes: Uint8Array;
  /** Size of the rows in `bytes`, as the headers of an unreadable message state it. */
  readonly uncompressedBytes: number;
  readonly rowSchemaVersion: number;
  readonly projectId: string;
  /** The id of the letter whose rows `origin` sent again. */
  readonly retryOf?: string;
}

/** A message that sent the rows of a dead letter again, all of which are stored now. */
export interface StoredRetry {
  readonly letterId: string;
  readonly origin: LogPosition;
}

/**
 * Keeps dead letters until they are settled or an operator deletes them. MAY remove the oldest ones above
 * a configured age or size; it counts them then.
 *
 * - MUST resolve only when the change is durable; rejects with a retryable AppError otherwise.
 * - MAY hold a letter twice after a crash; (origin, firstRow) identifies it, and its id does not change. A letter
 *   that is put again MUST change nothing.
 * - A letter with `retryOf` MUST become no letter of its own: it gives the letter that was sent again its
 *   reason, unless that one is settled or a later message has given it a reason. The bytes stay the first ones.
 * - A settled letter MUST stay settled, whatever is put afterwards.
 */
export interface DeadLetterSink {
  put(letters: readonly DeadLetter[]): Promise<void>;
  /** Settles the letters of these retries: they are listed no more. */
  settle(retries: readonly StoredRetry[]): Promise<void>;
  close(): Promise<void>;
}
