/** The facts of a row that all spans of a request share. Times are nanoseconds since the Unix epoch. */
export interface RowContext {
  /** UUID, lower-case and dashed. */
  project_id: string;
  /** Strictly increasing within a process. It decides which of two writes of a span is later. */
  received_at: bigint;
  /** UUID of the user whose key sent the request. */
  created_by_id: string;
  /** 0 = forever. */
  retention_days: number;
  /** Set if the row is an edit of a stored span, whose `created_by_id` it keeps. */
  edit?: RowEdit;
}

interface RowEdit {
  created_at: bigint;
  /** UUID of the user who changed the span at `received_at`. */
  updated_by_id: string;
}
