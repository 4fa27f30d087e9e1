import { Buffer } from 'node:buffer';
import {
  type CanonicalSpan,
  formatTimestamp,
  type JsonValue,
  parseSpanId,
  parseTimestamp,
  parseTraceId,
  spanTypes,
  stringifyJson,
} from '@spanhouse/span-schema';
import type { IngestOutcome } from '../../canonical/accept-spans.js';
import { finishSpans } from '../../canonical/finish-spans.js';
import { parseJsonBody } from '../../json/parse-json-body.js';
import { readOtlpJson } from '../../otlp/json/decode-json.js';
import type { OtlpReadResult } from '../../otlp/otlp-spans.js';
import { readOtlpProtobuf } from '../../otlp/protobuf/decode-protobuf.js';
import { readIngestRequest } from '../../request/read-ingest-request.js';
import { readSingleTraceRequest, readTraceBody } from '../../request/read-single-trace.js';
import { readTraceList } from '../../request/read-trace-list.js';
import {
  type DecodedZipkinSpans,
  decodeZipkinProtobuf,
} from '../../zipkin/decode-zipkin-protobuf.js';
import { readZipkinSpans } from '../../zipkin/read-zipkin-spans.js';
import { intakeContext } from '../read-body.js';
import type { FuzzBody } from './fuzz-body.js';

/**
 * Reads a body and returns the number of accepted spans. Throws if the intake throws, if the outcome is not a
 * documented one, or if an accepted span is not canonical.
 */
export function checkIntake(body: FuzzBody): number {
  const { receivedAt } = intakeContext;
  if (body.format === 'otlp_protobuf') {
    return checkOtlp(readOtlpProtobuf(body.bytes, receivedAt));
  }
  if (body.format === 'zipkin_protobuf') {
    return checkZipkin(decodeZipkinProtobuf(body.bytes), receivedAt);
  }
  const parsed = parseJsonBody(body.bytes);
  if (parsed.status !== 'parsed') {
    claim(parsed.message.length > 0, 'malformed JSON has a reason');
    return 0;
  }
  const { value } = parsed;
  switch (body.format) {
    case 'otlp_json':
      return checkOtlp(readOtlpJson(value, receivedAt));
    case 'zipkin':
      return checkOutcome(readZipkinSpans(value, receivedAt));
    case 'trace':
      return checkOutcome(readTraceBody(value, intakeContext));
    case 'trace_list':
      return checkOutcome(readTraceList(value, intakeContext));
    default:
      return checkIngest(value);
  }
}

function checkIngest(value: JsonValue): number {
  checkOutcome(readSingleTraceRequest(structuredClone(value), intakeContext));
  return checkOutcome(readIngestRequest(value, intakeContext));
}

function checkOtlp(result: OtlpReadResult): number {
  if (result.status !== 'read') {
    claim(result.reason.length > 0, 'a refusal says why');
    return 0;
  }
  claim(result.failedAdapters.length === 0, 'no adapter fails');
  stringifyJson(result.dropped as unknown as JsonValue);
  return checkSpans(finishSpans(result.drafts).spans);
}

function checkZipkin(decoded: DecodedZipkinSpans, receivedAt: bigint): number {
  if (decoded.status !== 'read') {
    claim(decoded.reason.length > 0, 'a refusal says why');
    return 0;
  }
  return checkOutcome(readZipkinSpans(decoded.spans, receivedAt));
}

function checkOutcome(outcome: IngestOutcome): number {
  if (outcome.status !== 'accepted') {
    return checkRefusal(outcome);
  }
  stringifyJson(outcome.dropped as unknown as JsonValue);
  return checkSpans(outcome.spans);
}

function checkRefusal(outcome: Exclude<IngestOutcome, { status: 'accepted' }>): number {
  if (outcome.status === 'too_complex') {
    claim(outcome.reason.length > 0, 'a 413 has a text');
  } else if (outcome.status === 'bad_request') {
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
  claim(spanTypes.includes(span.span_type), 'the span type is known');
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
