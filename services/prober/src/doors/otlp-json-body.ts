import { spanKinds, statusCodes } from '@spanhouse/span-schema';
import {
  type ProbeSpan,
  type ProbeTrace,
  type ProbeValue,
  probeService,
} from '../probe/probe-trace.js';

/** Returns the export request of OTLP in JSON. Ids are hex texts, and 64-bit integers are texts. */
export function otlpJsonBody({ trace_id, spans }: ProbeTrace): string {
  const resource = { attributes: [attribute('service.name', probeService)] };
  const scopeSpans = [{ spans: spans.map((span) => toOtlp(span, trace_id)) }];
  return JSON.stringify({ resourceSpans: [{ resource, scopeSpans }] });
}

function toOtlp(span: ProbeSpan, traceId: string): object {
  const { span_id: spanId, parent_id: parentSpanId, span_name: name, event } = span;
  return {
    traceId,
    spanId,
    parentSpanId,
    name,
    kind: spanKinds.indexOf(span.span_kind),
    startTimeUnixNano: String(span.start_time),
    endTimeUnixNano: String(span.end_time),
    attributes: Object.entries(span.attributes).map(([key, value]) => attribute(key, value)),
    events: event && [{ name: event.name, timeUnixNano: String(event.timestamp) }],
    status: { code: statusCodes.indexOf(span.status_code), message: span.status_message },
  };
}

function attribute(key: string, value: ProbeValue): object {
  return { key, value: anyValue(value) };
}

function anyValue(value: ProbeValue): object {
  switch (typeof value) {
    case 'string':
      return { stringValue: value };
    case 'boolean':
      return { boolValue: value };
    case 'bigint':
      return { intValue: String(value) };
    default:
      return { doubleValue: value };
  }
}
