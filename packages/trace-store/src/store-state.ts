/** How one table is kept, by the servers that were asked. */
export interface TableState {
  readonly parts: number;
  /** Of the partition that has the most: ClickHouse holds inserts back by this number. */
  readonly partitionPartsMax: number;
  /** Superseded versions included. */
  readonly rows: number;
  readonly bytesOnDisk: number;
}

export interface StoreReading {
  /** Every server that was asked has answered. */
  readonly isComplete: boolean;
  /** By name, those that have parts. */
  readonly tables: ReadonlyMap<string, TableState>;
  readonly merges: number;
  readonly longestMergeSeconds: number;
  readonly pendingMutations: number;
  readonly uptimeSeconds: number;
  /** Of the disk with the smallest share free; both 0 when no disk has a size. */
  readonly diskFreeBytes: number;
  readonly diskSizeBytes: number;
  readonly readonlyReplicas: number;
  readonly replicationDelaySeconds: number;
}

/** What ClickHouse says about itself, for operators. */
export interface StoreState {
  /** Bounded to a few seconds; rejects with an AppError when no server answers in them. */
  read(): Promise<StoreReading>;
  close(): Promise<void>;
}

/** How long spans took to become visible, in milliseconds. */
export interface TimeToVisible {
  readonly p50: number;
  readonly p95: number;
  readonly max: number;
}

/** What the store knows about the way of spans into it. */
export interface IngestReading {
  /** Of the blocks that were stored in the last five minutes; undefined without any. Percentiles are linear. */
  readonly timeToVisible: TimeToVisible | undefined;
  /** Stored spans, superseded versions included. */
  readonly rows: number;
  /** The disk space of all tables, on all servers. */
  readonly bytes: number;
  /** The free space of the disk with the smallest free share; 0 if no disk has a size. */
  readonly freeBytes: number;
}

/** Reads the state of the store for operators. */
export interface IngestState {
  /**
   * Rejects as reads do, and with CLICKHOUSE_UNAVAILABLE unless every server answers: a sum over some of them
   * would look like a loss.
   */
  read(signal: AbortSignal): Promise<IngestReading>;
  close(): Promise<void>;
}

/**
 * Remembers how long blocks took to become visible, for an hour.
 *
 * - MAY lose what was recorded when a server crashes.
 * - Rejects with a retryable AppError while nothing can be recorded.
 */
export interface VisibleTimes {
  /** Takes one time for each block, in milliseconds from the arrival of its oldest span to its commit. */
  record(times: readonly number[]): Promise<void>;
  close(): Promise<void>;
}
