import type { LogPosition } from './messages/log-position.js';

export type { LogPosition } from './messages/log-position.js';
export { partitionOfTrace } from './messages/partition-of-trace.js';

/** The fields that every message of the log has. */
interface MessageFacts {
  readonly partition: number;
  readonly projectId: string;
  readonly requestId: string;
  /** Receive time in nanoseconds since the Unix epoch, the same in all rows. */
  readonly receivedAt: bigint;
}

/** The rows of one request for one partition. They become one message of the log. */
export interface SpanRecord extends MessageFacts {
  /** Concatenated and uncompressed RowBinary rows of the schema `rowSchemaVersion`. */
  readonly rows: Uint8Array;
  /**
   * Number of distinct spans. Rows with the same ids and the same start time are one span, because merges keep only one
   * of these rows.
   */
  readonly spanCount: number;
  readonly rowSchemaVersion: number;
  /** Number of days for which the rows are kept; 0 means for ever. Absent if unknown. */
  readonly retentionDays?: number;
}

/**
 * The deletion of a trace, which becomes one message of the log. It affects only spans with lower offsets. Its
 * partition MUST be the partition of the trace.
 */
export interface DeleteTraceRecord extends MessageFacts {
  /** Id of the trace as 32 lower-case hex digits. */
  readonly deletedTraceId: string;
}

/** The rows of a dead letter, which are sent again as one message. */
export interface RetryRecord
  extends MessageFacts,
    Pick<SpanRecord, 'spanCount' | 'rowSchemaVersion'> {
  /** Body of the message, published unchanged. */
  readonly frame: Uint8Array;
  /** Size of the rows in the frame before compression. */
  readonly uncompressedBytes: number;
  /** The id of the letter whose rows are sent again. */
  readonly retryOf: string;
}

export type LogRecord = SpanRecord | DeleteTraceRecord | RetryRecord;

export type PublishOutcome =
  /** `positions[i]` is the position of `records[i]` in the log. */
  | { readonly status: 'published'; readonly positions: readonly LogPosition[] }
  /** The log cannot accept the records now. The caller may retry the whole request. */
  | {
      readonly status: 'retryable';
      readonly reason: string;
      readonly retryAfterSeconds: number;
      /** Set if the log is available but full (`no_room`) or has too many bytes in flight (`busy`). */
      readonly limit?: 'busy' | 'no_room';
    }
  /** These records can never be published, for example because they are too large. */
  | { readonly status: 'failed'; readonly reason: string };

/**
 * Writes span rows, deletions of traces and retries of dead letters to the durable log.
 *
 * - MUST resolve `published` only after every record is durable: fsynced (embedded) or acknowledged by all in-sync
 *   replicas (Kafka).
 * - MUST keep the order of a partition's records within a call. MUST also keep it across two calls if the second begins
 *   after the first has resolved.
 * - MAY publish some records and then resolve with `retryable`. Callers retry the whole request, so consumers MUST
 *   tolerate duplicates.
 * - MUST limit the bytes in flight. Above the limit, it resolves with `retryable` immediately.
 * - Never rejects: a fault is an outcome that the caller turns into a response.
 */
export interface SpanPublisher {
  /**
   * Current number of partitions. MUST be read in the same turn of the event loop as the publish that uses it, because
   * the number changes when the log becomes reachable or another log replaces it.
   */
  readonly partitionCount: number;
  /** Maximum size in bytes of one record's `rows`. Callers split larger rows. */
  readonly maxRecordBytes: number;
  /** Id of the log to which the positions belong. Receipts contain this id. */
  readonly logId: string;
  /** Number of bytes in rows that were passed to `publish` and are not durable yet. */
  readonly inFlightBytes: number;
  /** Upper bound on `inFlightBytes`. */
  readonly maxInFlightBytes: number;
  publish(records: readonly LogRecord[]): Promise<PublishOutcome>;
  /** Waits for publishes in flight, then releases the connection. */
  close(): Promise<void>;
}
