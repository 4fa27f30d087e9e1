/**
 * Memory for the answers of a read. An answer of known size is read only after memory is reserved for it.
 *
 * - `take` returns immediately. If there is not enough memory, it returns false and reserves nothing.
 * - `wait` resolves after the memory is reserved. It MUST reject with the reason of the signal, and also if the wait
 *   takes too long.
 */
export interface AnswerRoom {
  take(bytes: number): boolean;
  wait(bytes: number, signal: AbortSignal): Promise<void>;
}

/** Resources that ClickHouse used for one statement, or for all statements of a read. */
export interface ReadCost {
  readonly rows: number;
  readonly bytes: number;
  /** Time spent in ClickHouse. */
  readonly ms: number;
}

export interface ClickHouseSummary {
  readonly read_rows: string;
  readonly read_bytes: string;
  readonly elapsed_ns: string;
  /** Size of the answer before encoding, which is close to its size in RowBinary. */
  readonly result_bytes: string;
}

/** Reads the cost from the header that ClickHouse sends with a complete answer. */
export function toReadCost(summary: ClickHouseSummary | undefined): ReadCost {
  return {
    rows: Number(summary?.read_rows ?? 0),
    bytes: Number(summary?.read_bytes ?? 0),
    ms: Number(summary?.elapsed_ns ?? 0) / 1e6,
  };
}
