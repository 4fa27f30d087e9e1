/** The state of one table, over all servers that were asked. */
export interface TableState {
  readonly parts: number;
  /** Number of parts of the partition with the most parts. If it is too high, ClickHouse delays inserts. */
  readonly partitionPartsMax: number;
  /** Number of rows, including superseded versions. */
  readonly rows: number;
  readonly bytesOnDisk: number;
}

export interface StoreReading {
  /** True if every server that was asked has answered. */
  readonly isComplete: boolean;
  /** The tables that have parts, by name. */
  readonly tables: ReadonlyMap<string, TableState>;
  readonly merges: number;
  readonly longestMergeSeconds: number;
  readonly pendingMutations: number;
  readonly uptimeSeconds: number;
  /** Free bytes of the disk with the smallest free share. Free bytes and size are 0 if no disk has a size. */
  readonly diskFreeBytes: number;
  readonly diskSizeBytes: number;
  readonly readonlyReplicas: number;
  readonly replicationDelaySeconds: number;
}

/** Reads the state of ClickHouse for operators. */
export interface StoreState {
  /** Reads the state, which takes at most a few seconds. Rejects with an AppError if no server answers in this time. */
  read(): Promise<StoreReading>;
  close(): Promise<void>;
}

/** Time until spans became visible, in milliseconds. */
interface TimeToVisible {
  readonly p50: number;
  readonly p95: number;
  readonly max: number;
}

/** The state of the store with respect to ingest. */
export interface IngestReading {
  /**
   * The times of blocks that were stored in the last five minutes, with interpolated percentiles; undefined if no block
   * was stored.
   */
  readonly timeToVisible: TimeToVisible | undefined;
  /** Number of stored spans, including superseded versions. */
  readonly rows: number;
  /** The disk space of all tables, on all servers. */
  readonly bytes: number;
  /** The free space of the disk with the smallest free share; 0 if no disk has a size. */
  readonly freeBytes: number;
}

/** Reads the state of the store for operators. */
export interface IngestState {
  /**
   * Reads the state. Rejects as reads do. Also rejects with CLICKHOUSE_UNAVAILABLE unless every server answers, because
   * a partial sum would look like a loss.
   */
  read(signal: AbortSignal): Promise<IngestReading>;
  close(): Promise<void>;
}

/**
 * Records the times from arrival to visibility of blocks, and keeps them for an hour.
 *
 * - MAY lose records when a server crashes.
 * - Rejects with a retryable AppError while nothing can be recorded.
 */
export interface VisibleTimes {
  /**
   * Records one time for each block. It is the time in milliseconds from the arrival of the oldest span of the block to
   * its commit.
   */
  record(times: readonly number[]): Promise<void>;
  close(): Promise<void>;
}
