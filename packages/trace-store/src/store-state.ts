/** The state of one table, combined over all queried servers. */
export interface TableState {
  readonly parts: number;
  /** Number of parts in the partition with the most parts. If the number is too high, ClickHouse delays inserts. */
  readonly partitionPartsMax: number;
  /** Number of rows, including older versions of spans. */
  readonly rows: number;
  readonly bytesOnDisk: number;
}

export interface StoreReading {
  /** True if every queried server has responded. */
  readonly isComplete: boolean;
  /** The tables that have parts, by table name. */
  readonly tables: ReadonlyMap<string, TableState>;
  readonly merges: number;
  readonly longestMergeSeconds: number;
  readonly pendingMutations: number;
  readonly uptimeSeconds: number;
  /**
   * Free bytes on the disk with the smallest free share. The free bytes and the disk size are 0 if no disk reports a
   * size.
   */
  readonly diskFreeBytes: number;
  readonly diskSizeBytes: number;
  readonly readonlyReplicas: number;
  readonly replicationDelaySeconds: number;
}

/** Reads the state of ClickHouse for operators. */
export interface StoreState {
  /** Reads the state within a few seconds. Rejects with an AppError if no server responds in this time. */
  read(): Promise<StoreReading>;
  close(): Promise<void>;
}

/** Times in ms until spans became visible. */
interface TimeToVisible {
  readonly p50: number;
  readonly p95: number;
  readonly max: number;
}

/** The part of the store's state that concerns ingest. */
export interface IngestReading {
  /**
   * Times of the blocks that were stored in the last five minutes, with interpolated percentiles; undefined if no block
   * was stored.
   */
  readonly timeToVisible: TimeToVisible | undefined;
  /** Number of stored spans, including older versions. */
  readonly rows: number;
  /** Disk space used by all tables on all servers, in bytes. */
  readonly bytes: number;
  /** Free bytes on the disk with the smallest free share; 0 if no disk reports a size. */
  readonly freeBytes: number;
}

/** Reads the state of the store for operators. */
export interface IngestState {
  /**
   * Reads the state. Rejects with the same errors as a read. Also rejects with CLICKHOUSE_UNAVAILABLE unless every
   * server responds, because incomplete sums would look like lost data.
   */
  read(signal: AbortSignal): Promise<IngestReading>;
  close(): Promise<void>;
}

/**
 * Records the time from arrival to visibility for each block. Records are kept for an hour.
 *
 * - MAY lose records when a server crashes.
 * - Rejects with a retryable AppError while nothing can be recorded.
 */
export interface VisibleTimes {
  /**
   * Records one time per block: the time in ms from the arrival of the block's oldest span to the commit of the block.
   */
  record(times: readonly number[]): Promise<void>;
  close(): Promise<void>;
}
