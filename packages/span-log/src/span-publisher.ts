import type { LogPosition } from './log-position.js';

export type { LogPosition } from './log-position.js';
export { partitionOfTrace } from './partition-of-trace.js';

/** Rows of one request for one partition: one message of the log. */
export interface SpanRecord {
  readonly partition: number;
  /** RowBinary rows of the schema `rowSchemaVersion`, back to back, not compressed. */
  readonly rows: Uint8Array;
  readonly spanCount: number;
  readonly rowSchemaVersion: number;
  readonly projectId: string;
  readonly requestId: string;
  /** Nanoseconds since the Unix epoch. */
  readonly receivedAt: bigint;
}

/** The deletion of a trace: one message of the log. What stands behind it is not concerned. */
export interface DeleteTraceRecord {
  /** MUST be the partition of the trace. */
  readonly partition: number;
  /** 32 lower-case hex digits. */
  readonly deletedTraceId: string;
  readonly projectId: string;
  readonly requestId: string;
  /** Nanoseconds since the Unix epoch. */
  readonly receivedAt: bigint;
}

export type LogRecord = SpanRecord | DeleteTraceRecord;

export type PublishOutcome =
  /** `positions[i]` is where `records[i]` stands in the log. */
  | { readonly status: 'published'; readonly positions: readonly LogPosition[] }
  /** The log cannot take the records now; the whole request may be repeated. */
  | {
      readonly status: 'retryable';
      readonly reason: string;
      readonly retryAfterSeconds: number;
      /** The log is there, and full, or has too much in flight. Absent: it is away. */
      readonly limit?: 'busy' | 'no_room';
    }
  /** These records can never be published (too large). */
  | { readonly status: 'failed'; readonly reason: string };

/**
 * Hands span rows, and deletions of traces, to the durable log.
 *
 * - MUST resolve `published` only once every record is durable: fsynced (embedded) or acknowledged
 *   by all in-sync replicas (Kafka).
 * - MUST keep the order of records of one partition within a call, and between calls of which the
 *   second began after the first had resolved.
 * - MAY publish some records and then answer `retryable`; callers repeat the whole request, so
 *   consumers MUST tolerate duplicates.
 * - MUST bound the bytes it holds; above the bound it answers `retryable` at once.
 * - Never rejects: a fault is an outcome the caller turns into a response.
 */
export interface SpanPublisher {
  readonly partitionCount: number;
  /** Largest `rows` of one record, in bytes; a publisher of rows splits below it. */
  readonly maxRecordBytes: number;
  /** Names the log these positions belong to; receipts carry it. */
  readonly logId: string;
  /** Bytes of rows that were handed over and are not durable yet. */
  readonly inFlightBytes: number;
  /** The bound of them. */
  readonly maxInFlightBytes: number;
  publish(records: readonly LogRecord[]): Promise<PublishOutcome>;
  /** Waits for what is in flight, then releases the connection. */
  close(): Promise<void>;
}
