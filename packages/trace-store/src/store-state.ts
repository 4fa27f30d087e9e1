/** The state of one table on the servers that were asked. */
export interface TableState {
  readonly parts: number;
  /** Parts of the partition with the most parts, which is the number that makes ClickHouse delay inserts. */
  readonly partitionPartsMax: number;
  /** Including superseded versions. */
  readonly rows: number;
  readonly bytesOnDisk: number;
}

export interface StoreReading {
  /** Every server that was asked has answered. */
  readonly isComplete: boolean;
  /** The tables that have parts, by name. */
  readonly tables: ReadonlyMap<string, TableState>;
  readonly merges: number;
  readonly longestMergeSeconds: number;
  readonly pendingMutations: number;
  readonly uptimeSeconds: number;
  /** Free bytes of the disk with the smallest free share; both are 0 if no disk has a size. */
  readonly diskFreeBytes: number;
  readonly diskSizeBytes: number;
  readonly readonlyReplicas: number;
  readonly replicationDelaySeconds: number;
}

/** Reads the state of ClickHouse for operators. */
export interface StoreState {
  /** Takes at most a few seconds; rejects with an AppError if no server answers in this time. */
  read(): Promise<StoreReading>;
  close(): Promise<void>;
}

/** Time until spans became visible, in milliseconds. */
export interface TimeToVisible {
  readonly p50: number;
  readonly p95: number;
  readonly max: number;
}

/** The state of the store with respect to ingest. */
export interface IngestReading {
  /** The times of blocks stored in the last five minutes; undefined without such blocks. Percentiles are interpolated. */
  readonly timeToVisible: TimeToVisible | undefined;
  /** Stored spans, including superseded versions. */
  readonly rows: number;
  /** The disk space of all tables, on all servers. */
  readonly bytes: number;
  /** The free space of the disk with the smallest free share; 0 if no disk has a size. */
  readonly freeBytes: number;
}

/** Reads the state of the store for operators. */
export interface IngestState {
  /**
   * Rejects as reads do, and with CLICKHOUSE_UNAVAILABLE unless every server answers, because a partial sum would look
   * like a loss.
   */
  read(signal: AbortSignal): Promise<IngestReading>;
  close(): Promise<void>;
}

/**
 * Records for an hour how long blocks took to become visible.
 *
 * - MAY lose records when a server crashes.
 * - Rejects with a retryable AppError while nothing can be recorded.
 */
export interface VisibleTimes {
  /** Records one time per block, in milliseconds from the arrival of its oldest span to its commit. */
  record(times: readonly number[]): Promise<void>;
  close(): Promise<void>;
}
