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
