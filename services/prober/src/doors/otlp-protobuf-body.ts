import { spanKinds, statusCodes } from '@spanhouse/span-schema';
import {
  type ProbeSpan,
  type ProbeTrace,
  type ProbeValue,
  probeService,
} from '../probe/probe-trace.js';
import {
  bytesField,
  doubleField,
  fixed64Field,
  hexField,
  textField,
  varintField,
} from './protobuf-fields.js';

/** Encodes the export request of OTLP in protobuf: ExportTraceServiceRequest of opentelemetry/proto. */
export function otlpProtobufBody({ trace_id, spans }: ProbeTrace): Uint8Array {
  const resource = bytesField(1, attribute(1, 'service.name', probeService));
  const scopeSpans = bytesField(2, ...spans.map((span) => toOtlp(span, trace_id)));
  return bytesField(1, resource, scopeSpans);
}

function toOtlp(span: ProbeSpan, traceId: string): Uint8Array {
  const { parent_id, status_message, event } = span;
  return bytesField(
    2,
    hexField(1, traceId),
    hexField(2, span.span_id),
    ...(parent_id === undefined ? [] : [hexField(4, parent_id)]),
    textField(5, span.span_name),
    varintField(6, spanKinds.indexOf(span.span_kind)),
    fixed64Field(7, span.start_time),
    fixed64Field(8, span.end_time),
    ...Object.entries(span.attributes).map(([key, value]) => attribute(9, key, value)),
    ...(event ? [bytesField(11, fixed64Field(1, event.timestamp), textField(2, event.name))] : []),
    bytesField(
      15,
      ...(status_message === undefined ? [] : [textField(2, status_message)]),
      varintField(3, statusCodes.indexOf(span.status_code)),
    ),
  );
}

function attribute(field: number, key: string, value: ProbeValue): Uint8Array {
  return bytesField(field, textField(1, key), bytesField(2, anyValue(value)));
}

function anyValue(value: ProbeValue): Uint8Array {
  switch (typeof value) {
    case 'string':
      return textField(1, value);
    case 'boolean':
      return varintField(2, Number(value));
    case 'bigint':
      return varintField(3, value);
    default:
      return doubleField(4, value);
  }
}
