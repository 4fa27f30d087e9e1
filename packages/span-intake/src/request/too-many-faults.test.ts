import { Buffer } from 'node:buffer';
import type { JsonValue } from '@spanhouse/span-schema';
import { readOtlpJson } from '../otlp/json/decode-json.js';
import { readOtlpProtobuf } from '../otlp/protobuf/decode-protobuf.js';
import { MAX_FAULTS } from '../submission/problem.js';
import { missingMember } from '../submission/span-fault.js';
import { otlpSpanIdFields, protobufMessage } from '../testing/otlp.js';
import { intakeContext } from '../testing/read-body.js';
import { readZipkinSpans } from '../zipkin/read-zipkin-spans.js';
import { readIngestRequest } from './read-ingest-request.js';
import { readTraceList } from './read-trace-list.js';

const noSpans: JsonValue[] = new Array(MAX_FAULTS + 1).fill(1);
const { receivedAt } = intakeContext;

describe('an OTLP batch of spans that are smaller than any exporter sends', () => {
  it('is refused as a whole', () => {
    const span = protobufMessage(2, otlpSpanIdFields);
    const spans = Buffer.concat(new Array<Buffer>(20_000).fill(span));
    const batch = protobufMessage(1, protobufMessage(2, spans));

    expect(readOtlpProtobuf(batch, receivedAt)).toEqual({
      status: 'too_complex',
      limit: 'spans',
      reason: `OTLP batch holds more than ${8192 + Math.floor(batch.length / 160)} spans.`,
    });
  });
});

describe('a fault', () => {
  it('has no stack trace, which would cost more than the span', () => {
    const { message, stack } = missingMember('invalid_span', ['name']);

    expect(stack).toBe(`Error: ${message}`);
    expect(new Error('another').stack).toContain('\n    at ');
  });
});

describe('a body with only faults', () => {
  it.each<[string, () => object]>([
    ['flat', () => readIngestRequest({ spans: noSpans }, intakeContext)],
    [
      'nested',
      () => readIngestRequest({ traces: { t: { spans: { a: noSpans } } } }, intakeContext),
    ],
    ['a list of traces', () => readTraceList({ traces: noSpans }, intakeContext)],
    ['Zipkin', () => readZipkinSpans(noSpans, receivedAt)],
  ])('is refused as a whole: %s', (_form, read) => {
    expect(read()).toMatchObject({
      status: 'unprocessable',
      detail: [{ type: 'too_many_invalid_spans' }],
    });
  });

  it('is undecodable as OTLP', () => {
    const emptySpans = Buffer.concat(noSpans.map(() => protobufMessage(2)));
    const protobuf = protobufMessage(1, protobufMessage(2, emptySpans));
    const json = { resourceSpans: [{ scopeSpans: [{ spans: noSpans }] }] };
    const refusal = { status: 'undecodable', reason: 'More than 10000 spans are no valid spans.' };

    expect(readOtlpProtobuf(protobuf, receivedAt)).toEqual(refusal);
    expect(readOtlpJson(json, receivedAt)).toEqual(refusal);
  });
});
