import { type SpanEvent, type SpanLink, withoutUndefined } from '@spanhouse/span-schema';
import { type DialectSpan, eventsByTime } from '../spans/dialect-span.js';
import {
  type FlatAttribute,
  flattenSpanAttributes,
  type LeafValue,
} from '../spans/flat-attributes.js';
import { isInt64, shortTraceId, textOfValue, toMicroseconds } from '../spans/format-values.js';
import { resourceAttributes, serviceOf } from '../spans/service-of.js';
import { logFields, spanTags } from './span-tags.js';

/** A value with its type. An integer that a browser would round is written as a string with the type `int64`. */
export interface JaegerTag {
  readonly key: string;
  readonly type: 'string' | 'bool' | 'int64' | 'float64';
  readonly value: string | boolean | number;
}

/**
 * Returns a span in Jaeger's v1 JSON. If the span is on a cycle of parents, it is shown without a parent, because the
 * Jaeger UI would otherwise hide it. A tag and a warning then contain the parent's id.
 */
export function toJaegerSpan(span: DialectSpan, isCyclic: boolean) {
  const { start_time: start, end_time: end, parent_id, trace_id, links, events } = span;
  const isChild = parent_id !== undefined && !isCyclic;
  const parent = isChild ? [referenceTo('CHILD_OF', trace_id, parent_id)] : [];
  return withoutUndefined({
    traceID: shortTraceId(trace_id),
    spanID: span.span_id,
    flags: span.flags || undefined,
    operationName: span.span_name,
    references: [...parent, ...links.map(toReference)],
    startTime: toMicroseconds(start),
    duration: end > start ? toMicroseconds(end - start) : 0,
    tags: toTags(spanTags(span, isCyclic)),
    logs: eventsByTime(events).map(toLog),
    warnings: isCyclic ? [`The parent ${parent_id} is also a descendant of this span.`] : null,
  });
}

/** Returns the process that recorded a span. */
export function toJaegerProcess(span: DialectSpan) {
  return { serviceName: serviceOf(span), tags: toTags(resourceAttributes(span)) };
}

function toTags(attributes: readonly FlatAttribute[]): readonly JaegerTag[] {
  return attributes.map(([key, value]) => toJaegerTag(key, value));
}

function toReference({ trace_id, span_id, attributes }: SpanLink) {
  const isParent = flattenSpanAttributes(attributes).some(
    ([key, value]) => key === 'opentracing.ref_type' && value === 'child_of',
  );
  return referenceTo(isParent ? 'CHILD_OF' : 'FOLLOWS_FROM', trace_id, span_id);
}

function referenceTo(refType: 'CHILD_OF' | 'FOLLOWS_FROM', traceId: string, spanID: string) {
  return { refType, traceID: shortTraceId(traceId), spanID };
}

function toLog(event: SpanEvent) {
  return { timestamp: toMicroseconds(event.timestamp), fields: toTags(logFields(event)) };
}

/** Converts a value to a tag. Any value that is neither a string, a boolean nor a 64-bit number becomes a string. */
function toJaegerTag(key: string, value: LeafValue): JaegerTag {
  switch (typeof value) {
    case 'boolean':
      return { key, type: 'bool', value };
    case 'bigint':
      return wholeNumber(key, value);
    case 'number':
      return Number.isInteger(value)
        ? wholeNumber(key, BigInt(value))
        : { key, type: 'float64', value };
    default:
      return { key, type: 'string', value: textOfValue(value) };
  }
}

function wholeNumber(key: string, value: bigint): JaegerTag {
  if (!isInt64(value)) {
    return { key, type: 'string', value: value.toString() };
  }
  const number = Number(value);
  const isExact = Number.isSafeInteger(number);
  return { key, type: 'int64', value: isExact ? number : value.toString() };
}
