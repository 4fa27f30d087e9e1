/**
 * The room in memory that a read has for the answers of its statements. An answer of which the size is known is
 * read only into room that was taken for it.
 *
 * - `take` answers at once; false means that there is no room now, and takes none.
 * - `wait` resolves once the room is taken. It MUST reject if that takes too long, and with the reason of the signal.
 */
export interface AnswerRoom {
  take(bytes: number): boolean;
  wait(bytes: number, signal: AbortSignal): Promise<void>;
}

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
