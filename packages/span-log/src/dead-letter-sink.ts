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
  readonly rowSchemaVersion: number;
  readonly projectId: string;
}

/**
 * Keeps dead letters until an operator deletes them. MAY remove the oldest ones above a configured age
 * or size; it counts them then.
 *
 * - MUST resolve only when the dead letters are durable; rejects with a retryable AppError otherwise.
 * - MAY hold a letter twice after a crash; (origin, firstRow) identifies it.
 */
export interface DeadLetterSink {
  put(letters: readonly DeadLetter[]): Promise<void>;
  close(): Promise<void>;
}
