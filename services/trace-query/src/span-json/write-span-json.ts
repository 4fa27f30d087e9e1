import { agEnd, openAg, type StoredSpan } from '@spanhouse/span-row';
import { formatTimestamp } from '@spanhouse/span-schema';
import { unwrapDefaultOutputs } from './default-outputs.js';

/** Values that replace the stored values of a span in trace-shaped reads. */
export interface TraceContext {
  readonly trace_type: string;
  readonly metrics: string;
}

/** Returns a span as JSON; see docs/api/spans-and-traces.md. Joins the stored JSON without parsing it. */
export function writeSpanJson(span: StoredSpan, shown: TraceContext = span): string {
  // `join` needs a fraction of the memory that concatenation needs, because a concatenated string keeps its parts.
  const pieces: string[] = ['{"created_at":"', formatTimestamp(span.created_at), '"'];
  pushText(pieces, 'created_by_id', span.created_by_id);
  if (span.updated_at !== undefined) {
    pieces.push(',"updated_at":"', formatTimestamp(span.updated_at), '"');
  }
  pushText(pieces, 'updated_by_id', span.updated_by_id);
  pushText(pieces, 'trace_id', span.trace_id);
  pushText(pieces, 'span_id', span.span_id);
  pushText(pieces, 'parent_id', span.parent_id);
  pushText(pieces, 'trace_type', shown.trace_type);
  pushText(pieces, 'span_type', span.span_type);
  pushText(pieces, 'span_kind', span.span_kind);
  pushText(pieces, 'span_name', span.span_name);
  pieces.push(',"start_time":"', formatTimestamp(span.start_time));
  pieces.push('","end_time":"', formatTimestamp(span.end_time), '"');
  pushText(pieces, 'status_code', span.status_code);
  pushText(pieces, 'status_message', span.status_message);
  pushText(pieces, 'session_id', span.session_id);
  pushText(pieces, 'user_id', span.user_id);
  pushText(pieces, 'agent_id', span.agent_id);
  pieces.push(',"attributes":');
  pushAttributes(pieces, span, shown);
  pushJson(pieces, 'references', span.references);
  pushJson(pieces, 'links', span.links);
  pushJson(pieces, 'hashes', span.hashes);
  pushJson(pieces, 'events', span.events);
  pushProvenance(pieces, span);
  pieces.push('}');
  return pieces.join('');
}

/** Returns a span's attributes as JSON, including the span's type and metrics. */
export function attributesJson(span: StoredSpan): string {
  const pieces: string[] = [];
  pushAttributes(pieces, span, span);
  return pieces.join('');
}

function pushProvenance(pieces: string[], span: StoredSpan): void {
  pushJson(pieces, 'resource', span.resource);
  pushJson(pieces, 'scope', span.scope);
  pushText(pieces, 'trace_state', span.trace_state);
  pushJson(pieces, 'flags', span.flags?.toString());
  pushCount(pieces, 'dropped_attributes_count', span.dropped_attributes_count);
  pushCount(pieces, 'dropped_events_count', span.dropped_events_count);
  pushCount(pieces, 'dropped_links_count', span.dropped_links_count);
  pushJson(pieces, 'pricing', span.pricing);
}

function pushAttributes(pieces: string[], span: StoredSpan, shown: TraceContext): void {
  const stored = unwrapDefaultOutputs(span.attributes);
  pieces.push(openAg(stored), ',"type":{"trace":"', shown.trace_type, '"');
  if (span.has_type_span) {
    pushText(pieces, 'span', span.span_type);
  }
  pieces.push('},"metrics":', shown.metrics, agEnd);
}

function pushText(pieces: string[], name: string, value: string | undefined): void {
  if (value !== undefined) {
    pieces.push(',"', name, '":', JSON.stringify(value));
  }
}

function pushJson(pieces: string[], name: string, json: string | undefined): void {
  if (json !== undefined) {
    pieces.push(',"', name, '":', json);
  }
}

function pushCount(pieces: string[], name: string, count: number): void {
  if (count > 0) {
    pushJson(pieces, name, count.toString());
  }
}
