/**
 * The codes for dropped spans (see docs/api/ingest.md). A span with several faults gets the code that comes first in
 * this list.
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

/** An entry of `dropped`, as clients receive it. */
export interface DroppedSpan {
  /** The submitted trace id, which may be invalid. The same applies to the span id. */
  trace_id?: string;
  span_id?: string;
  /** The index in the submitted list of spans. */
  index?: number;
  /** The path in the nested form, as a JSON Pointer. */
  path?: string;
  code: DropCode;
  message: string;
}
