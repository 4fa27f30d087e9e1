import { type SpanEvent, type SpanLink, withoutUndefined } from '@spanhouse/span-schema';
import type { DialectSpan } from '../spans/dialect-span.js';
import { eventsByTime } from '../spans/events-by-time.js';
import {
  type FlatAttribute,
  flattenLinkAttributes,
  type LeafValue,
} from '../spans/flat-attributes.js';
import { isInt64 } from '../spans/is-int64.js';
import { serviceOf } from '../spans/service-of.js';
import { shortTraceId } from '../spans/short-trace-id.js';
import { textOfValue } from '../spans/text-of-value.js';
import { toMicroseconds } from '../spans/to-microseconds.js';
import type {
  JaegerLog,
  JaegerProcess,
  JaegerReference,
  JaegerSpan,
  JaegerTag,
} from './jaeger-span.js';
import { logFields, processTags, spanTags } from './span-tags.js';

/**
 * Returns a span in Jaeger's v1 JSON. A span on a cycle of parents has no parent, because the Jaeger UI would not show
 * it. A tag and a warning name the parent.
 */
export function toJaegerSpan(span: DialectSpan, isCyclic: boolean): JaegerSpan {
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
export function toJaegerProcess(span: DialectSpan): JaegerProcess {
  return { serviceName: serviceOf(span), tags: toTags(processTags(span)) };
}

function toTags(attributes: readonly FlatAttribute[]): readonly JaegerTag[] {
  return attributes.map(([key, value]) => toJaegerTag(key, value));
}

function toReference({ trace_id, span_id, attributes }: SpanLink): JaegerReference {
  const isParent = flattenLinkAttributes(attributes).some(
    ([key, value]) => key === 'opentracing.ref_type' && value === 'child_of',
  );
  return referenceTo(isParent ? 'CHILD_OF' : 'FOLLOWS_FROM', trace_id, span_id);
}

function referenceTo(
  refType: JaegerReference['refType'],
  traceId: string,
  spanID: string,
): JaegerReference {
  return { refType, traceID: shortTraceId(traceId), spanID };
}

function toLog(event: SpanEvent): JaegerLog {
  return { timestamp: toMicroseconds(event.timestamp), fields: toTags(logFields(event)) };
}

/** Returns a value as a tag. Anything except strings, booleans and 64-bit numbers becomes a string. */
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
