/**
 * The codes of spans that are not accepted (see docs/api/ingest.md). If a span has several faults, its code is the one
 * that comes first in this list.
 */
export const dropCodes = [
  'invalid_span',
  'invalid_trace_id',
  'invalid_span_id',
  'invalid_parent_id',
  'invalid_time',
  'invalid_enum',
  'invalid_event',
  'invalid_link',
  'invalid_reference',
  'invalid_hash',
  'invalid_children',
  'invalid_trace',
  'span_too_large',
] as const;

/** The reason why a submitted span was not accepted. */
export type DropCode = (typeof dropCodes)[number];

/** An entry of `dropped`, in its wire form. */
export interface DroppedSpan {
  /** The submitted ids, valid or not. */
  trace_id?: string;
  span_id?: string;
  /** The index in the submitted list of spans. */
  index?: number;
  /** The path in the nested form, as a JSON Pointer. */
  path?: string;
  code: DropCode;
  message: string;
}
