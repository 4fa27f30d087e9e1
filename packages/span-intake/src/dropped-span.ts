/** Why a submitted span was not accepted (API: "Per-span isolation"). */
export type DropCode =
  | 'invalid_span'
  | 'invalid_trace_id'
  | 'invalid_span_id'
  | 'invalid_parent_id'
  | 'invalid_time'
  | 'invalid_enum'
  | 'invalid_event'
  | 'invalid_link'
  | 'invalid_reference'
  | 'invalid_hash'
  | 'invalid_children'
  | 'invalid_trace'
  | 'span_too_large';

/** An entry of `dropped`, in its wire form. */
export interface DroppedSpan {
  trace_id?: string;
  span_id?: string;
  index?: number;
  path?: string;
  code: DropCode;
  message: string;
}
