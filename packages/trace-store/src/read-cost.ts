/** What ClickHouse did for a statement, or for all those of a read. */
export interface ReadCost {
  readonly rows: number;
  readonly bytes: number;
  /** Time in ClickHouse. */
  readonly ms: number;
}

export interface ClickHouseSummary {
  readonly read_rows: string;
  readonly read_bytes: string;
  readonly elapsed_ns: string;
  /** The size of the answer before it is encoded, which is about that of RowBinary. */
  readonly result_bytes: string;
}

/** The summary is in the head of every answer that ClickHouse sends complete. */
export function toReadCost(summary: ClickHouseSummary | undefined): ReadCost {
  return {
    rows: Number(summary?.read_rows ?? 0),
    bytes: Number(summary?.read_bytes ?? 0),
    ms: Number(summary?.elapsed_ns ?? 0) / 1e6,
  };
}
