import { type ProbeSpan, type ProbeTrace, probeService } from '../probe/probe-trace.js';
import {
  bytesField,
  entryField,
  fixed64Field,
  hexField,
  textField,
  varintField,
} from './protobuf-fields.js';

const NS_PER_US = 1000n;
/** The kinds of zipkin.proto. A span inside a process has no kind. */
const kinds = ['', 'CLIENT', 'SERVER', 'PRODUCER', 'CONSUMER'];

/** Returns a list of Zipkin v2 spans in JSON. The probe MUST have the form `text`. */
export function zipkinJsonBody(trace: ProbeTrace): string {
  return JSON.stringify(trace.spans.map((span) => toZipkin(span, trace.trace_id)));
}

/** Encodes the same list as the message ListOfSpans of zipkin.proto. */
export function zipkinProtobufBody(trace: ProbeTrace): Uint8Array {
  return Buffer.concat(trace.spans.map((span) => encode(toZipkin(span, trace.trace_id))));
}

interface ZipkinSpan {
  readonly traceId: string;
  readonly id: string;
  readonly parentId?: string;
  readonly kind?: string;
  readonly name: string;
  readonly timestamp: number;
  readonly duration: number;
  readonly localEndpoint: { readonly serviceName: string };
  readonly annotations: readonly { readonly timestamp: number; readonly value: string }[];
  readonly tags: Readonly<Record<string, string>>;
}

function toZipkin(span: ProbeSpan, traceId: string): ZipkinSpan {
  const { parent_id: parentId, status_code, status_message, event } = span;
  const kind = span.span_kind.replace('SPAN_KIND_', '');
  return {
    traceId,
    id: span.span_id,
    ...(parentId !== undefined && { parentId }),
    ...(kinds.includes(kind) && { kind }),
    name: span.span_name,
    timestamp: toMicroseconds(span.start_time),
    duration: toMicroseconds(span.end_time - span.start_time),
    localEndpoint: { serviceName: probeService },
    annotations: event ? [{ timestamp: toMicroseconds(event.timestamp), value: event.name }] : [],
    tags: {
      ...toTexts(span.attributes),
      'otel.status_code': status_code.replace('STATUS_CODE_', ''),
      ...(status_message !== undefined && { 'otel.status_description': status_message }),
    },
  };
}

function toTexts(attributes: ProbeSpan['attributes']): Record<string, string> {
  return Object.fromEntries(Object.entries(attributes).map(([key, value]) => [key, String(value)]));
}

function toMicroseconds(ns: bigint): number {
  return Number(ns / NS_PER_US);
}

function encode(span: ZipkinSpan): Uint8Array {
  return bytesField(
    1,
    hexField(1, span.traceId),
    ...(span.parentId === undefined ? [] : [hexField(2, span.parentId)]),
    hexField(3, span.id),
    ...(span.kind === undefined ? [] : [varintField(4, kinds.indexOf(span.kind))]),
    textField(5, span.name),
    fixed64Field(6, BigInt(span.timestamp)),
    varintField(7, span.duration),
    bytesField(8, textField(1, span.localEndpoint.serviceName)),
    ...span.annotations.map(({ timestamp, value }) =>
      bytesField(10, fixed64Field(1, BigInt(timestamp)), textField(2, value)),
    ),
    ...Object.entries(span.tags).map(([key, value]) => entryField(11, key, value)),
  );
}
