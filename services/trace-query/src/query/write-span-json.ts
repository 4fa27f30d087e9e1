import type { StoredSpan } from '@spanhouse/span-row';
import { formatTimestamp } from '@spanhouse/span-schema';
import { unwrapDefaultOutputs } from './default-outputs.js';

/** What a trace-shaped read shows in place of the stored values. */
export interface TraceContext {
  readonly trace_type: string;
  readonly metrics: string;
}

/** The JSON text of a span (API: "Output span"), spliced from the stored texts without parsing them. */
export function writeSpanJson(span: StoredSpan, shown: TraceContext = span): string {
  const attributes = writeAttributes(span, shown);
  let json = `{"created_at":"${formatTimestamp(span.created_at)}","created_by_id":"${span.created_by_id}"`;
  if (span.updated_at !== undefined) {
    json += `,"updated_at":"${formatTimestamp(span.updated_at)}"`;
  }
  json += text('updated_by_id', span.updated_by_id);
  json += `,"trace_id":"${span.trace_id}","span_id":"${span.span_id}"`;
  json += text('parent_id', span.parent_id);
  json += text('trace_type', shown.trace_type);
  json += text('span_type', span.span_type);
  json += text('span_kind', span.span_kind);
  json += text('span_name', span.span_name);
  json += `,"start_time":"${formatTimestamp(span.start_time)}","end_time":"${formatTimestamp(span.end_time)}"`;
  json += text('status_code', span.status_code);
  json += text('status_message', span.status_message);
  json += text('session_id', span.session_id);
  json += text('user_id', span.user_id);
  json += text('agent_id', span.agent_id);
  json += `,"attributes":${attributes}`;
  json += spliced('references', span.references);
  json += spliced('links', span.links);
  json += spliced('hashes', span.hashes);
  json += spliced('events', span.events);
  return `${json}${writeProvenance(span)}}`;
}

function writeProvenance(span: StoredSpan): string {
  return (
    spliced('resource', span.resource) +
    spliced('scope', span.scope) +
    text('trace_state', span.trace_state) +
    spliced('flags', span.flags) +
    count('dropped_attributes_count', span.dropped_attributes_count) +
    count('dropped_events_count', span.dropped_events_count) +
    count('dropped_links_count', span.dropped_links_count) +
    spliced('pricing', span.pricing)
  );
}

/** `ag` is the last member, so type and metrics go in before the last two braces. */
function writeAttributes(span: StoredSpan, shown: TraceContext): string {
  const stored = unwrapDefaultOutputs(span.attributes);
  const trace = JSON.stringify(shown.trace_type);
  const type = span.has_type_span ? `${trace},"span":${JSON.stringify(span.span_type)}` : trace;
  return `${stored.slice(0, -2)},"type":{"trace":${type}},"metrics":${shown.metrics}}}`;
}

function text(name: string, value: string | undefined): string {
  return value === undefined ? '' : `,"${name}":${JSON.stringify(value)}`;
}

function spliced(name: string, json: string | number | undefined): string {
  return json === undefined ? '' : `,"${name}":${json}`;
}

function count(name: string, value: number): string {
  return value === 0 ? '' : `,"${name}":${value}`;
}
