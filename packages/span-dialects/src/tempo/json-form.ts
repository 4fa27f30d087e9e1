import { Buffer } from 'node:buffer';
import type {
  InstrumentationScope,
  SpanEvent,
  SpanLink,
  SpanResource,
} from '@spanhouse/span-schema';
import { spanKinds } from '../spans/dialect-span.js';
import {
  type FlatAttribute,
  flattenAttributes,
  flattenSpanAttributes,
  type LeafValue,
} from '../spans/flat-attributes.js';
import { isInt64 } from '../spans/format-values.js';
import { type ShownSpan, shownResource } from './tempo-span.js';
import type { Frame, TraceEnd, TraceForm } from './trace-form.js';

/** Writes messages as JSON in the form of Tempo: ids as base64, enums as names, and no default values. */
export const jsonForm: TraceForm = {
  contentType: 'application/json',
  span: (span) => Buffer.from(JSON.stringify(spanJson(span))),
  scopeFrame: (scope) => frame('scope', scopeJson(scope), { list: 'spans', of: scope }),
  resourceFrame: (resource) =>
    frame('resource', resourceJson(resource), { list: 'scopeSpans', of: resource }),
  traceFrame,
};

function spanJson(span: ShownSpan): object {
  const [unspecified] = spanKinds;
  return {
    traceId: base64(span.trace_id),
    spanId: base64(span.span_id),
    traceState: span.trace_state || undefined,
    parentSpanId: span.parent_id === undefined ? undefined : base64(span.parent_id),
    name: span.span_name || undefined,
    kind: span.span_kind === unspecified ? undefined : span.span_kind,
    startTimeUnixNano: nanoseconds(span.start_time),
    endTimeUnixNano: nanoseconds(span.end_time),
    attributes: attributesJson(span.attributes),
    droppedAttributesCount: span.dropped_attributes_count || undefined,
    events: span.events.length === 0 ? undefined : span.events.map(eventJson),
    droppedEventsCount: span.dropped_events_count || undefined,
    links: span.links.length === 0 ? undefined : span.links.map(linkJson),
    droppedLinksCount: span.dropped_links_count || undefined,
    status: {
      message: span.status_message || undefined,
      code: span.status_code === 'STATUS_CODE_UNSET' ? undefined : span.status_code,
    },
    flags: span.flags || undefined,
  };
}

function eventJson(event: SpanEvent): object {
  return {
    timeUnixNano: nanoseconds(event.timestamp),
    name: event.name || undefined,
    attributes: attributesJson(flattenAttributes(event.attributes)),
    droppedAttributesCount: event.dropped_attributes_count || undefined,
  };
}

function linkJson(link: SpanLink): object {
  return {
    traceId: base64(link.trace_id),
    spanId: base64(link.span_id),
    traceState: link.trace_state || undefined,
    attributes: attributesJson(flattenSpanAttributes(link.attributes)),
    droppedAttributesCount: link.dropped_attributes_count || undefined,
    flags: link.flags || undefined,
  };
}

function scopeJson(scope: InstrumentationScope | undefined): object {
  return {
    name: scope?.name || undefined,
    version: scope?.version || undefined,
    attributes: attributesJson(flattenAttributes(scope?.attributes)),
    droppedAttributesCount: scope?.dropped_attributes_count || undefined,
  };
}

function resourceJson(resource: SpanResource | undefined): object {
  return {
    attributes: attributesJson(shownResource(resource)),
    droppedAttributesCount: resource?.dropped_attributes_count || undefined,
  };
}

function attributesJson(attributes: readonly FlatAttribute[]): readonly object[] | undefined {
  return attributes.length === 0
    ? undefined
    : attributes.map(([key, value]) => ({ key, value: valueJson(value) }));
}

function valueJson(value: LeafValue): object {
  switch (typeof value) {
    case 'string':
      return { stringValue: value };
    case 'boolean':
      return { boolValue: value };
    case 'object':
      return value === null ? {} : { arrayValue: { values: value.map(valueJson) } };
    default:
      return numberJson(value);
  }
}

function numberJson(value: number | bigint): object {
  if (typeof value === 'number' && !Number.isInteger(value)) {
    return { doubleValue: value };
  }
  const whole = BigInt(value);
  return isInt64(whole) ? { intValue: whole.toString() } : { stringValue: whole.toString() };
}

interface Listed {
  readonly list: string;
  readonly of: { readonly schema_url?: string } | undefined;
}

function frame(name: string, head: object, { list, of }: Listed): Frame {
  const url = of?.schema_url ?? '';
  const tail = url === '' ? '' : `,"schemaUrl":${JSON.stringify(url)}`;
  return pieces(`{"${name}":${JSON.stringify(head)},"${list}":[`, `]${tail}}`);
}

function traceFrame({ version, partial }: TraceEnd, bytes: number): Frame {
  if (version === 1) {
    return pieces('{"batches":[', ']}');
  }
  const status =
    partial === undefined ? '' : `,"status":"PARTIAL","message":${JSON.stringify(partial)}`;
  return bytes === 0
    ? pieces('{"trace":{', `},"metrics":{}${status}}`)
    : pieces('{"trace":{"resourceSpans":[', `]},"metrics":{}${status}}`);
}

function pieces(before: string, after: string): Frame {
  return { before: Buffer.from(before), between: Buffer.from(','), after: Buffer.from(after) };
}

function base64(hex: string): string {
  return Buffer.from(hex, 'hex').toString('base64');
}

function nanoseconds(time: bigint): string {
  return BigInt.asUintN(64, time).toString();
}
