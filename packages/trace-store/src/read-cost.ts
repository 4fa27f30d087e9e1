/**
 * Memory for the answers of a read. An answer of known size is read only after its memory is reserved.
 *
 * - `take` returns at once. It returns false, and reserves nothing, if there is not enough memory.
 * - `wait` resolves after the memory is reserved. It MUST reject with the reason of the signal, and if it takes too
 *   long.
 */
export interface AnswerRoom {
  take(bytes: number): boolean;
  wait(bytes: number, signal: AbortSignal): Promise<void>;
}

/** The work of ClickHouse for one statement, or for all statements of a read. */
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
  /** The size of the answer before it is encoded. It is about the same as the size in RowBinary. */
  readonly result_bytes: string;
}

/** Reads the cost from the header of a complete answer. */
export function toReadCost(summary: ClickHouseSummary | undefined): ReadCost {
  return {
    rows: Number(summary?.read_rows ?? 0),
    bytes: Number(summary?.read_bytes ?? 0),
    ms: Number(summary?.elapsed_ns ?? 0) / 1e6,
  };
}
