/** Explanations of the codes for dropped entries; see docs/api/ingest.md. */
const faults: Readonly<Record<string, string>> = {
  invalid_span: 'not an object, or a member of the wrong type',
  invalid_trace_id: 'no valid trace_id',
  invalid_span_id: 'no valid span_id',
  invalid_parent_id: 'an invalid parent_id',
  invalid_time: 'a time that is missing, ambiguous, unreadable or out of range',
  invalid_enum: 'an unknown type, kind or status',
  invalid_event: 'an event without a name or a usable time',
  invalid_link: 'a link without a valid id',
  invalid_reference: 'a reference with a bad id, slug or type',
  invalid_hash: 'a hash with a bad id, slug or type',
  invalid_children: 'children that are not an object',
  invalid_trace: 'a trace without a usable trace_id',
  span_too_large: 'larger than the limit of a span',
};

/** Returns the explanation of a code. Returns `''` for a code that a later version added. */
export function faultOf(code: string): string {
  return faults[code] ?? '';
}
