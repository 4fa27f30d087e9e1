import { Buffer } from 'node:buffer';
import {
  type CanonicalSpan,
  formatTimestamp,
  type JsonValue,
  parseSpanId,
  parseTimestamp,
  parseTraceId,
  SPAN_TYPES,
  stringifyJson,
} from '@spanhouse/span-schema';
import type { IngestOutcome } from '../../accept-spans.js';
import { finishSpans } from '../../finish-spans.js';
import { readOtlpJson } from '../../otlp/decode-json.js';
import { readOtlpProtobuf } from '../../otlp/decode-protobuf.js';
import type { OtlpReadResult } from '../../otlp/otlp-read-result.js';
import { parseJsonBody } from '../../parse-json-body.js';
import { readIngestRequest } from '../../read-ingest-request.js';
import { readSingleTraceRequest, readTraceBody } from '../../read-single-trace.js';
import { readTraceList } from '../../read-trace-list.js';
import { readZipkinSpans } from '../../zipkin/read-zipkin-spans.js';
import { INTAKE_CONTEXT } from '../read-body.js';
import type { FuzzBody } from './fuzz-body.js';

/**
 * Takes a body in. Throws when the intake does, when it answers something undocumented, or when a span that it
 * accepted is not canonical. Returns the number of accepted spans.
 */
export function checkIntake(body: FuzzBody): number {
  const { receivedAt } = INTAKE_CONTEXT;
  if (body.format === 'otlp_protobuf') {
    return checkOtlp(readOtlpProtobuf(body.bytes, receivedAt));
  }
  const parsed = parseJsonBody(body.bytes);
  if (parsed.status !== 'parsed') {
    return checkRefusal(parsed);
  }
  const { value } = parsed;
  switch (body.format) {
    case 'otlp_json':
      return checkOtlp(readOtlpJson(value, receivedAt));
    case 'zipkin':
      return checkOutcome(readZipkinSpans(value, receivedAt));
    case 'trace':
      return checkOutcome(readTraceBody(value, INTAKE_CONTEXT));
    case 'trace_list':
      return checkOutcome(readTraceList(value, INTAKE_CONTEXT));
    default:
      return checkIngest(value);
  }
}

function checkIngest(value: JsonValue): number {
  checkOutcome(readSingleTraceRequest(structuredClone(value), INTAKE_CONTEXT));
  return checkOutcome(readIngestRequest(value, INTAKE_CONTEXT));
}

function checkOtlp(result: OtlpReadResult): number {
  if (result.status !== 'read') {
    claim(result.reason.length > 0, 'a refusal says why');
    return 0;
  }
  claim(result.failedAdapters.length === 0, 'no adapter fails');
  stringifyJson(result.dropped as unknown as JsonValue);
  return checkSpans(finishSpans(result.drafts));
}

function checkOutcome(outcome: IngestOutcome): number {
  if (outcome.status !== 'accepted') {
    return checkRefusal(outcome);
  }
  stringifyJson(outcome.dropped as unknown as JsonValue);
  return checkSpans(outcome.spans);
}

function checkRefusal(outcome: Exclude<IngestOutcome, { status: 'accepted' }>): number {
  if (outcome.status === 'bad_request') {
    claim(outcome.message.length > 0, 'a 400 has a text');
  } else {
    claim(outcome.detail.length > 0, 'a 422 has a detail');
    stringifyJson(outcome.detail as unknown as JsonValue);
  }
  return 0;
}

function checkSpans(spans: readonly CanonicalSpan[]): number {
  const keys = new Set(spans.map((span) => `${span.trace_id} ${span.span_id}`));
  claim(keys.size === spans.length, 'ids are accepted once');
  for (const span of spans) {
    checkSpan(span);
  }
  return spans.length;
}

function checkSpan(span: CanonicalSpan): void {
  const { trace_id: traceId, span_id: spanId, parent_id: parentId, attributes, metrics } = span;
  claim(parseTraceId(traceId) === traceId, 'the trace id is canonical');
  claim(parseSpanId(spanId) === spanId, 'the span id is canonical');
  claim(parentId === undefined || parseSpanId(parentId) === parentId, 'the parent id is canonical');
  claim(SPAN_TYPES.includes(span.span_type), 'the span type is known');
  for (const time of [span.start_time, span.end_time, ...(span.events ?? []).map(timeOf)]) {
    claim(parseTimestamp(formatTimestamp(time)) === time, 'a time is in range');
  }
  claim(Object.keys(attributes).at(-1) === 'ag', 'ag comes last');
  const { data } = attributes['ag'] as { data?: JsonValue };
  claim(typeof data === 'object', 'ag has data');
  const text = stringifyJson([attributes, { ...metrics }] as unknown as JsonValue);
  claim(Buffer.from(text).toString() === text, 'texts are Unicode');
  claim(
    !/"(?:prompt|completion|total)":null/.test(stringifyJson(metricsOf(span))),
    'sums are finite',
  );
}

function timeOf(event: { timestamp: bigint }): bigint {
  return event.timestamp;
}

function metricsOf({ metrics: { tokens, costs } }: CanonicalSpan): JsonValue {
  return [{ ...tokens.cumulative }, { ...costs.cumulative }, { ...costs.incremental }];
}

function claim(isTrue: boolean, what: string): void {
  if (!isTrue) {
    throw new Error(`It does not hold that ${what}`);
  }
}
