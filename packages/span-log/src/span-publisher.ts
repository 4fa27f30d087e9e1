import type { LogPosition } from './messages/log-position.js';

export type { LogPosition } from './messages/log-position.js';
export { partitionOfTrace } from './messages/partition-of-trace.js';

/** The rows of one request for one partition. They become one message of the log. */
export interface SpanRecord {
  readonly partition: number;
  /** RowBinary rows of the schema `rowSchemaVersion`, concatenated and uncompressed. */
  readonly rows: Uint8Array;
  /** Distinct spans: merges keep one of two rows with the same ids and start. */
  readonly spanCount: number;
  readonly rowSchemaVersion: number;
  readonly projectId: string;
  readonly requestId: string;
  /** Nanoseconds since the Unix epoch; the same in each row. */
  readonly receivedAt: bigint;
  /** Days for which the rows are kept; 0 = for ever. Absent if unknown. */
  readonly retentionDays?: number;
}

/** The deletion of a trace, one message of the log. It affects only earlier spans in the log. */
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

/** The rows of a dead letter, sent again as one message. */
export interface RetryRecord {
  readonly partition: number;
  /** Becomes the body of the message unchanged. */
  readonly frame: Uint8Array;
  /** Size of the rows in the frame. */
  readonly uncompressedBytes: number;
  readonly spanCount: number;
  readonly rowSchemaVersion: number;
  /** The id of the letter. */
  readonly retryOf: string;
  readonly projectId: string;
  readonly requestId: string;
  /** Nanoseconds since the Unix epoch. */
  readonly receivedAt: bigint;
}

/** A record that can be published. */
export type LogRecord = SpanRecord | DeleteTraceRecord | RetryRecord;

/** The result of one publish. */
export type PublishOutcome =
  /** `positions[i]` is the position of `records[i]` in the log. */
  | { readonly status: 'published'; readonly positions: readonly LogPosition[] }
  /** The log cannot accept the records now. The whole request may be repeated. */
  | {
      readonly status: 'retryable';
      readonly reason: string;
      readonly retryAfterSeconds: number;
      /** Set if the log is available but full (`no_room`) or has too many bytes in flight (`busy`). */
      readonly limit?: 'busy' | 'no_room';
    }
  /** These records can never be published (too large). */
  | { readonly status: 'failed'; readonly reason: string };

/**
 * Hands span rows, deletions of traces and retries of dead letters to the durable log.
 *
 * - MUST resolve `published` only once every record is durable: fsynced (embedded) or acknowledged
 *   by all in-sync replicas (Kafka).
 * - MUST keep the order of records of one partition within a call, and across two calls if the
 *   second begins after the first has resolved.
 * - MAY publish some records and then answer `retryable`; callers repeat the whole request, so
 *   consumers MUST tolerate duplicates.
 * - MUST bound the bytes it holds; above the bound it answers `retryable` at once.
 * - Never rejects: a fault is an outcome that the caller turns into a response.
 */
export interface SpanPublisher {
  /**
   * MUST be read in the same turn of the event loop in which a record for one of the partitions is published. The
   * number changes when the log is reached or replaced by another log.
   */
  readonly partitionCount: number;
  /** Largest `rows` of one record, in bytes; callers split larger ones. */
  readonly maxRecordBytes: number;
  /** Identifies the log that the positions belong to; receipts carry it. */
  readonly logId: string;
  /** Bytes of rows that are handed over but not durable yet. */
  readonly inFlightBytes: number;
  /** Upper bound of `inFlightBytes`. */
  readonly maxInFlightBytes: number;
  publish(records: readonly LogRecord[]): Promise<PublishOutcome>;
  /** Waits for publishes in flight, then releases the connection. */
  close(): Promise<void>;
}
