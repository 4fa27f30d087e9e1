import type { LogPosition } from './log-position.js';

/** Something the store refused, kept with everything needed to look at it or send it again. */
export interface DeadLetter {
  readonly origin: LogPosition;
  /** Rows of the origin message, counted from 0, `rowCount` of them; the whole message when its frame is unreadable. */
  readonly firstRow: number;
  readonly rowCount: number;
  readonly stage: 'decode' | 'insert';
  /** ClickHouse's code and message, or the decoder's. */
  readonly reason: string;
  /** One zstd frame of the refused rows, or the original value when it could not be read. */
  readonly bytes: Uint8Array;
  readonly rowSchemaVersion: number;
  readonly projectId: string;
}

/**
 * - MUST resolve only when the dead letters are durable; rejects with a retryable AppError otherwise.
 * - MAY hold one twice after a crash; (origin, firstRow) names it.
 */
export interface DeadLetterSink {
  put(letters: readonly DeadLetter[]): Promise<void>;
  close(): Promise<void>;
}
