import { type SpanEvent, type SpanLink, withoutUndefined } from '@spanhouse/span-schema';
import { type DialectSpan, eventsByTime, spanKinds, statusCodes } from '../spans/dialect-span.js';
import {
  type FlatAttribute,
  flattenAttributes,
  flattenSpanAttributes,
  type LeafValue,
} from '../spans/flat-attributes.js';
import { isInt64, textOfValue } from '../spans/format-values.js';

export type OtlpSpan = ReturnType<typeof toOtlpSpan>;
export type OtlpScope = ReturnType<typeof toOtlpScope>;

/** Returns a span in OTLP/JSON. A span on a cycle of parents has no parent id; an attribute contains the id instead. */
export function toOtlpSpan(span: DialectSpan, isCyclic: boolean) {
  const { parent_id, status_message, status_code, events, links } = span;
  const hidden: readonly FlatAttribute[] =
    isCyclic && parent_id !== undefined ? [['spanhouse.parent_id', parent_id]] : [];
  return withoutUndefined({
    traceId: span.trace_id,
    spanId: span.span_id,
    traceState: span.trace_state || undefined,
    parentSpanId: isCyclic ? undefined : parent_id,
    name: span.span_name,
    kind: numberOf(span.span_kind, spanKinds),
    startTimeUnixNano: String(span.start_time),
    endTimeUnixNano: String(span.end_time),
    attributes: toAttributes([...flattenSpanAttributes(span.attributes), ...hidden]),
    droppedAttributesCount: span.dropped_attributes_count || undefined,
    events: eventsByTime(events).map(toEvent),
    droppedEventsCount: span.dropped_events_count || undefined,
    links: links.map(toLink),
    droppedLinksCount: span.dropped_links_count || undefined,
    status: withoutUndefined({
      message: status_message || undefined,
      code: numberOf(status_code, statusCodes) || undefined,
    }),
    flags: span.flags || undefined,
  });
}

/** Returns the resource of a span. It has no attributes if it is unknown. */
export function toOtlpResource({ resource }: DialectSpan) {
  return {
    attributes: toAttributes(flattenAttributes(resource?.attributes)),
    ...droppedOf(resource),
  };
}

/** Returns the library that created a span. */
export function toOtlpScope({ scope }: DialectSpan) {
  return withoutUndefined({
    name: scope?.name,
    version: scope?.version,
    attributes: toAttributes(flattenAttributes(scope?.attributes)),
    ...droppedOf(scope),
  });
}

function toAttributes(attributes: readonly FlatAttribute[]) {
  return attributes.map(([key, value]) => ({ key, value: toOtlpValue(value) }));
}

function toOtlpValue(value: LeafValue): object {
  switch (typeof value) {
    case 'string':
      return { stringValue: value };
    case 'boolean':
      return { boolValue: value };
    case 'bigint':
      return toWholeNumber(value);
    case 'number':
      return Number.isInteger(value) ? toWholeNumber(BigInt(value)) : { doubleValue: value };
    default:
      return value === null ? {} : { arrayValue: { values: value.map(toOtlpValue) } };
  }
}

/** Converts an integer. One beyond 64 bits becomes a string, because OTLP does not support it. */
function toWholeNumber(value: bigint): object {
  return isInt64(value) ? { intValue: value.toString() } : { stringValue: textOfValue(value) };
}

function toEvent(event: SpanEvent) {
  return {
    timeUnixNano: String(event.timestamp),
    name: event.name,
    attributes: toAttributes(flattenAttributes(event.attributes)),
    ...droppedOf(event),
  };
}

function toLink(link: SpanLink) {
  return withoutUndefined({
    traceId: link.trace_id,
    spanId: link.span_id,
    traceState: link.trace_state || undefined,
    attributes: toAttributes(flattenSpanAttributes(link.attributes)),
    ...droppedOf(link),
    flags: link.flags || undefined,
  });
}

function droppedOf(owner: { readonly dropped_attributes_count?: number } | undefined): {
  readonly droppedAttributesCount?: number;
} {
  const count = owner?.dropped_attributes_count ?? 0;
  return count > 0 ? { droppedAttributesCount: count } : {};
}

/** Returns the number of an enum. Unknown names, which a newer writer may use, are unspecified. */
function numberOf(name: string, names: readonly string[]): number {
  return Math.max(names.indexOf(name), 0);
}
