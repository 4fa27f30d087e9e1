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
import { otlpProtobufBody } from './otlp-protobuf-body.js';
import {
  bytesField,
  entryField,
  fixed64Field,
  hexField,
  textField,
  varintField,
} from './protobuf-fields.js';
import type { DoorName, WriteDoor, WriteOutcome } from './write-door.js';

/** The encoding of a trace in one protocol, and the check that the answer accepts every span. */
interface HttpProtocol {
  readonly form: WriteDoor['form'];
  readonly request: (trace: ProbeTrace) => ProbeRequest;
  readonly isAccepted: (answer: HttpAnswer, trace: ProbeTrace) => boolean;
}

const protobuf = 'application/x-protobuf';

const protocols: Readonly<Partial<Record<DoorName, HttpProtocol>>> = {
  json_flat: {
    form: 'typed',
    request: (trace) => ({ path: '/tracing/spans/ingest', body: flatBody(trace) }),
    isAccepted: namesEverySpan,
  },
  json_nested: {
    form: 'typed',
    request: (trace) => ({ path: '/tracing/spans/ingest', body: nestedBody(trace) }),
    isAccepted: namesEverySpan,
  },
  otlp_http_protobuf: {
    form: 'typed',
    request: (trace) => ({
      path: '/v1/traces',
      body: new Uint8Array(otlpProtobufBody(trace)),
      contentType: protobuf,
    }),
    isAccepted: ({ status, text }) => status === 200 && text === '',
  },
  otlp_http_json: {
    form: 'typed',
    request: (trace) => ({ path: '/v1/traces', body: otlpJsonBody(trace) }),
    isAccepted: ({ status, text }) => status === 200 && isEmptyObject(text),
  },
  zipkin_json: {
    form: 'text',
    request: (trace) => ({ path: '/api/v2/spans', body: zipkinJsonBody(trace) }),
    isAccepted: ({ status, text }) => status === 202 && text === '',
  },
  zipkin_protobuf: {
    form: 'text',
    request: (trace) => ({
      path: '/api/v2/spans',
      body: new Uint8Array(zipkinProtobufBody(trace)),
      contentType: protobuf,
    }),
    isAccepted: ({ status, text }) => status === 202 && text === '',
  },
};

/** Creates the doors over HTTP: JSON, OTLP and Zipkin. */
export function createHttpDoors(client: HttpClient): readonly WriteDoor[] {
  return Object.entries(protocols).map(([name, { form, request, isAccepted }]) => ({
    name: name as DoorName,
    form,
    write: (trace, signal) =>
      toOutcome(signal, async () => {
        const answer = await client.send(request(trace), signal);
        if (!isAccepted(answer, trace)) {
          throw refusal(answer);
        }
        return answer.receipt;
      }),
  }));
}

/** Runs `send`, which resolves with the receipt. Converts RequestFailures to outcomes. */
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

const NS_PER_SECOND = 1_000_000_000n;

/** Returns the ingest request with a list of spans. */
export function flatBody({ trace_id, spans }: ProbeTrace): string {
  return stringifyJson({ spans: spans.map((span) => toJson(span, trace_id)) });
}

/** Returns the ingest request with a tree of spans. The nesting defines the parents, and the keys are the names. */
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
