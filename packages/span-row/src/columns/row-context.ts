/**
 * The facts of a row that are not in its span and are equal for every span of a request. Times are
 * nanoseconds since the Unix epoch.
 */
export interface RowContext {
  /** UUID, lower-case and dashed. */
  project_id: string;
  /** Strictly increasing within a process. It decides which of two writes of a span is later. */
  received_at: bigint;
  /** UUID of the user whose key sent the request. */
  created_by_id: string;
  /** 0 = forever. */
  retention_days: number;
  /** Set if an edit changes a stored span. `created_by_id` is then the one of the stored span. */
  edit?: RowEdit;
}

interface RowEdit {
  created_at: bigint;
  /** UUID of the user who changed the span at `received_at`. */
  updated_by_id: string;
}
