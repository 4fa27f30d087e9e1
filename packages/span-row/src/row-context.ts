/** What a row holds beside its span: the same for every span of a request. Times are ns since the Unix epoch. */
export interface RowContext {
  /** UUID, lower-case and dashed. */
  project_id: string;
  /** Strictly increasing within a process; decides which of two writes of a span is later. */
  received_at: bigint;
  /** UUID of the user whose key sent the request. */
  created_by_id: string;
  /** 0 = for ever. */
  retention_days: number;
  /** Of a span that is changed and not sent; its `created_by_id` stays what it was. */
  edit?: RowEdit;
}

interface RowEdit {
  created_at: bigint;
  /** UUID of the user who changed it, at `received_at`. */
  updated_by_id: string;
}
