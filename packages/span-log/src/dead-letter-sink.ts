import type { LogPosition } from './messages/log-position.js';

/** Rows that the store refused, or an unreadable message, with all facts needed to inspect or resend it. */
export interface DeadLetter {
  readonly origin: LogPosition;
  /** Index in the origin message of the first of `rowCount` rows. An unreadable message becomes one letter. */
  readonly firstRow: number;
  readonly rowCount: number;
  readonly stage: 'decode' | 'insert';
  /** Code and message of ClickHouse, or the decoder's message. */
  readonly reason: string;
  /** One zstd frame of the refused rows, or the original value of an unreadable message. */
  readonly bytes: Uint8Array;
  /** Size of the rows in `bytes`. For an unreadable message, the size that its headers state. */
  readonly uncompressedBytes: number;
  readonly rowSchemaVersion: number;
  readonly projectId: string;
  /** The id of the letter whose rows `origin` sent again. */
  readonly retryOf?: string;
}

/** A message that sent the rows of a dead letter again. All of its rows are stored. */
export interface StoredRetry {
  readonly letterId: string;
  readonly origin: LogPosition;
}

/**
 * Keeps dead letters until they are settled or an operator deletes them. MAY remove the oldest letters above a
 * configured age or size; it counts them then.
 *
 * - MUST resolve only when the change is durable; rejects with a retryable AppError otherwise.
 * - MAY hold a letter twice after a crash; (origin, firstRow) identifies it, and its id does not change. A letter that
 *   is put again MUST change nothing.
 * - A letter with `retryOf` MUST NOT become a letter of its own. It gives its reason to the letter with that id, unless
 *   that letter is settled or a later message has given it a reason. The bytes of the first put are kept.
 * - A settled letter MUST stay settled, even if it is put again.
 */
export interface DeadLetterSink {
  put(letters: readonly DeadLetter[]): Promise<void>;
  /** Settles the letters of these retries: they are no longer listed. */
  settle(retries: readonly StoredRetry[]): Promise<void>;
  close(): Promise<void>;
}
