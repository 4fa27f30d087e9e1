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
