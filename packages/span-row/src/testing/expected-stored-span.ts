import {
  type CanonicalSpan,
  formatTimestamp,
  type JsonObject,
  type JsonValue,
  stringifyJson,
} from '@spanhouse/span-schema';
import type { RowContext } from '../columns/column.js';
import type { StoredSpan } from '../decode/stored-span.js';

/** Computes the span that a row must decode to, with code that is simple and slow. */
export function expectedStoredSpan(span: CanonicalSpan, context: RowContext): StoredSpan {
  return {
    trace_id: span.trace_id,
    span_id: span.span_id,
    parent_id: span.parent_id,
    trace_type: span.trace_type,
    span_type: span.span_type,
    has_type_span: span.has_type_span,
    span_kind: span.span_kind,
    span_name: span.span_name,
    start_time: span.start_time,
    end_time: span.end_time,
    status_code: span.status_code,
    status_message: span.status_message,
    session_id: span.session_id,
    user_id: span.user_id,
    agent_id: span.agent_id,
    trace_state: span.trace_state,
    flags: span.flags,
    dropped_attributes_count: span.dropped_attributes_count,
    dropped_events_count: span.dropped_events_count,
    dropped_links_count: span.dropped_links_count,
    attributes: stringifyJson(span.attributes),
    metrics: textOf(span.metrics) ?? '',
    submitted_cumulative: textOf(span.submitted_cumulative),
    has_mapped_usage: span.has_mapped_usage,
    references: listText(span.references),
    links: listText(span.links),
    hashes: listText(span.hashes),
    events: listText(
      span.events?.map((event) => ({ ...event, timestamp: formatTimestamp(event.timestamp) })),
    ),
    resource: textOf(span.resource),
    scope: textOf(span.scope),
    pricing: textOf(span.pricing),
    received_at: context.received_at,
    created_at: context.edit?.created_at ?? context.received_at,
    created_by_id: context.created_by_id,
    updated_at: context.edit && context.received_at,
    updated_by_id: context.edit?.updated_by_id,
  };
}

function textOf(value: object | undefined): string | undefined {
  return value === undefined ? undefined : stringifyJson(value as JsonValue);
}

function listText(
  entries: readonly { readonly attributes?: JsonObject }[] | undefined,
): string | undefined {
  return entries === undefined || entries.length === 0
    ? undefined
    : textOf(entries.map(withoutEmptyAttributes));
}

function withoutEmptyAttributes<Entry extends { readonly attributes?: JsonObject }>(
  entry: Entry,
): object {
  const { attributes, ...rest } = entry;
  return attributes === undefined || Object.keys(attributes).length === 0 ? rest : entry;
}
