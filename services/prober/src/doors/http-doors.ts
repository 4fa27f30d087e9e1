import {
  isJsonObject,
  type JsonObject,
  spanKinds,
  statusCodes,
  stringifyJson,
} from '@spanhouse/span-schema';
import {
  type HttpAnswer,
  type HttpClient,
  type ProbeRequest,
  parseAnswer,
  refusal,
} from '../http/http-client.js';
import { RequestFailure } from '../http/request-failure.js';
import {
  type ProbeSpan,
  type ProbeTrace,
  type ProbeValue,
  probeService,
} from '../probe/probe-trace.js';
import { encodeMessage } from './encode-message.js';
import type { DoorName, WriteDoor, WriteOutcome } from './write-door.js';

/** The encoding of a trace in one protocol, and the check that a response accepts every span. */
interface HttpProtocol {
  readonly form: WriteDoor['form'];
  readonly path: string;
  readonly body: (trace: ProbeTrace) => NonNullable<ProbeRequest['body']>;
  readonly isAccepted: (answer: HttpAnswer, trace: ProbeTrace) => boolean;
}

const ingest = {
  form: 'typed',
  path: '/tracing/spans/ingest',
  isAccepted: namesEverySpan,
} as const;
const otlp = { form: 'typed', path: '/v1/traces' } as const;
const zipkin = {
  form: 'text',
  path: '/api/v2/spans',
  isAccepted: ({ status, text }: HttpAnswer) => status === 202 && text === '',
} as const;

const protocols: Readonly<Partial<Record<DoorName, HttpProtocol>>> = {
  json_flat: { ...ingest, body: flatBody },
  json_nested: { ...ingest, body: nestedBody },
  otlp_http_protobuf: {
    ...otlp,
    body: otlpProtobufBody,
    isAccepted: ({ status, text }) => status === 200 && text === '',
  },
  otlp_http_json: {
    ...otlp,
    body: otlpJsonBody,
    isAccepted: ({ status, text }) => status === 200 && isEmptyObject(text),
  },
  zipkin_json: { ...zipkin, body: zipkinJsonBody },
  zipkin_protobuf: { ...zipkin, body: zipkinProtobufBody },
};

/** Creates the doors for JSON, OTLP and Zipkin over HTTP. */
export function createHttpDoors(client: HttpClient): readonly WriteDoor[] {
  return Object.entries(protocols).map(([name, { form, path, body, isAccepted }]) => ({
    name: name as DoorName,
    form,
    write: (trace, signal) =>
      toOutcome(signal, async () => {
        const answer = await client.send({ path, body: body(trace) }, signal);
        if (!isAccepted(answer, trace)) {
          throw refusal(answer);
        }
        return answer.receipt;
      }),
  }));
}

/** Runs `send`, which resolves with a receipt, and returns the outcome. Converts a RequestFailure to an outcome. */
export async function toOutcome(
  signal: AbortSignal,
  send: () => Promise<string | undefined>,
): Promise<WriteOutcome> {
  try {
    return { status: 'accepted', receipt: await send() };
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof RequestFailure)) {
      throw error;
    }
    const wasAnswered = error.reason === 'refused' || error.reason === 'unreadable';
    return { status: wasAnswered ? 'refused' : 'unanswered', reason: error.message };
  }
}

function namesEverySpan({ status, text }: HttpAnswer, { spans }: ProbeTrace): boolean {
  if (status !== 202) {
    return false;
  }
  const answer = parseAnswer(text);
  return isJsonObject(answer) && answer['count'] === spans.length && !('dropped' in answer);
}

function isEmptyObject(text: string): boolean {
  const answer = parseAnswer(text);
  return isJsonObject(answer) && Object.keys(answer).length === 0;
}

/** Returns an OTLP export request in JSON. */
export function otlpJsonBody(trace: ProbeTrace): string {
  return JSON.stringify(toOtlpRequest(trace));
}

const otlpAttribute = {
  key: [1, 'text'],
  value: [
    2,
    {
      stringValue: [1, 'text'],
      boolValue: [2, 'varint'],
      intValue: [3, 'varint'],
      doubleValue: [4, 'double'],
    },
  ],
} as const;
const otlpSpan = {
  traceId: [1, 'hex'],
  spanId: [2, 'hex'],
  parentSpanId: [4, 'hex'],
  name: [5, 'text'],
  kind: [6, 'varint'],
  startTimeUnixNano: [7, 'fixed64'],
  endTimeUnixNano: [8, 'fixed64'],
  attributes: [9, otlpAttribute],
  events: [11, { timeUnixNano: [1, 'fixed64'], name: [2, 'text'] }],
  status: [15, { message: [2, 'text'], code: [3, 'varint'] }],
} as const;

/** Encodes the same OTLP export request in protobuf, as ExportTraceServiceRequest of opentelemetry/proto. */
export function otlpProtobufBody(trace: ProbeTrace) {
  const resource = [1, { attributes: [1, otlpAttribute] }] as const;
  const resourceSpans = { resource, scopeSpans: [2, { spans: [2, otlpSpan] }] } as const;
  return encodeMessage({ resourceSpans: [1, resourceSpans] }, toOtlpRequest(trace));
}

/** Returns an OTLP export request. Ids are hex strings, and 64-bit integers are strings. */
function toOtlpRequest({ trace_id, spans }: ProbeTrace): object {
  const resource = { attributes: [attribute('service.name', probeService)] };
  const scopeSpans = [{ spans: spans.map((span) => toOtlp(span, trace_id)) }];
  return { resourceSpans: [{ resource, scopeSpans }] };
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

const NS_PER_SECOND = 1_000_000_000n;

/** Returns an ingest request with a list of spans. */
export function flatBody({ trace_id, spans }: ProbeTrace): string {
  return stringifyJson({ spans: spans.map((span) => toJson(span, trace_id)) });
}

/** Returns an ingest request with a tree of spans. Nesting replaces the parent ids, and the keys are the span names. */
export function nestedBody({ trace_id, spans }: ProbeTrace): string {
  const childrenOf = (parentId: string | undefined): JsonObject =>
    Object.fromEntries(
      spans
        .filter(({ parent_id }) => parent_id === parentId)
        .map((span) => [span.span_name, toNode(span)]),
    );
  const toNode = (span: ProbeSpan): JsonObject => {
    const { parent_id: _parent, span_name: _name, ...node } = toJson(span, trace_id);
    const children = childrenOf(span.span_id);
    return Object.keys(children).length === 0 ? node : { ...node, spans: children };
  };
  return stringifyJson({ traces: { [trace_id]: { spans: childrenOf(undefined) } } });
}

function toJson(span: ProbeSpan, trace_id: string): JsonObject {
  const { span_id, parent_id, span_name, span_kind, status_code, status_message, event } = span;
  return {
    trace_id,
    span_id,
    ...(parent_id !== undefined && { parent_id }),
    span_name,
    span_kind,
    start_time: toIsoTime(span.start_time),
    end_time: toIsoTime(span.end_time),
    status_code,
    ...(status_message !== undefined && { status_message }),
    attributes: { ...span.attributes },
    ...(event && { events: [{ name: event.name, timestamp: toIsoTime(event.timestamp) }] }),
    resource: { attributes: { 'service.name': probeService } },
  };
}

/** Formats a time with nine fractional digits. */
function toIsoTime(ns: bigint): string {
  const second = new Date(Number(ns / NS_PER_SECOND) * 1000).toISOString().slice(0, 19);
  return `${second}.${String(ns % NS_PER_SECOND).padStart(9, '0')}Z`;
}

const NS_PER_US = 1000n;
/** The kinds in zipkin.proto. A span within a process has no kind. */
const kinds = ['', 'CLIENT', 'SERVER', 'PRODUCER', 'CONSUMER'];

/** Returns a list of Zipkin v2 spans in JSON. The trace MUST have the form `text`. */
export function zipkinJsonBody(trace: ProbeTrace): string {
  return JSON.stringify(trace.spans.map((span) => toZipkin(span, trace.trace_id)));
}

const zipkinSpan = {
  traceId: [1, 'hex'],
  parentId: [2, 'hex'],
  id: [3, 'hex'],
  kind: [4, 'varint'],
  name: [5, 'text'],
  timestamp: [6, 'fixed64'],
  duration: [7, 'varint'],
  localEndpoint: [8, { serviceName: [1, 'text'] }],
  annotations: [10, { timestamp: [1, 'fixed64'], value: [2, 'text'] }],
  tags: [11, { key: [1, 'text'], value: [2, 'text'] }],
} as const;

/**
 * Encodes a probe's Zipkin spans in protobuf, as the message ListOfSpans of zipkin.proto. Maps are encoded as lists of
 * entries.
 */
export function zipkinProtobufBody({ spans, trace_id }: ProbeTrace) {
  const shown = spans.map((span) => {
    const { kind, tags, ...rest } = toZipkin(span, trace_id);
    const entries = Object.entries(tags).map(([key, value]) => ({ key, value }));
    return { ...rest, ...(kind !== undefined && { kind: kinds.indexOf(kind) }), tags: entries };
  });
  return encodeMessage({ spans: [1, zipkinSpan] }, { spans: shown });
}

function toZipkin(span: ProbeSpan, traceId: string) {
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
