import { Buffer } from 'node:buffer';
import type { JsonValue } from '@spanhouse/span-schema';
import { readOtlpJson } from './otlp/decode-json.js';
import { readOtlpProtobuf } from './otlp/decode-protobuf.js';
import { MAX_OTLP_SPANS } from './otlp/too-many-spans.js';
import { readIngestRequest } from './read-ingest-request.js';
import { readTraceList } from './read-trace-list.js';
import { OTLP_SPAN_ID_FIELDS, protobufMessage } from './testing/otlp.js';
import { INTAKE_CONTEXT } from './testing/read-body.js';
import { MAX_FAULTS } from './too-many-faults.js';
import { readZipkinSpans } from './zipkin/read-zipkin-spans.js';

const NO_SPANS: JsonValue[] = new Array(MAX_FAULTS + 1).fill(1);
const { receivedAt } = INTAKE_CONTEXT;

describe('an OTLP batch of more spans than any exporter sends', () => {
  it('is refused as a whole', () => {
    const span = protobufMessage(2, OTLP_SPAN_ID_FIELDS);
    const spans = Buffer.concat(new Array<Buffer>(MAX_OTLP_SPANS + 1).fill(span));
    const batch = protobufMessage(1, protobufMessage(2, spans));

    expect(readOtlpProtobuf(batch, receivedAt)).toEqual({
      status: 'too_many_spans',
      reason: 'OTLP batch holds more than 250000 spans.',
    });
  });
});

describe('a body of nothing but faults', () => {
  it.each<[string, () => object]>([
    ['flat', () => readIngestRequest({ spans: NO_SPANS }, INTAKE_CONTEXT)],
    [
      'nested',
      () => readIngestRequest({ traces: { t: { spans: { a: NO_SPANS } } } }, INTAKE_CONTEXT),
    ],
    ['a list of traces', () => readTraceList({ traces: NO_SPANS }, INTAKE_CONTEXT)],
    ['Zipkin', () => readZipkinSpans(NO_SPANS, receivedAt)],
  ])('is refused as a whole: %s', (_form, read) => {
    expect(read()).toMatchObject({
      status: 'unprocessable',
      detail: [{ type: 'too_many_invalid_spans' }],
    });
  });

  it('is undecodable as OTLP', () => {
    const emptySpans = Buffer.concat(NO_SPANS.map(() => protobufMessage(2)));
    const protobuf = protobufMessage(1, protobufMessage(2, emptySpans));
    const json = { resourceSpans: [{ scopeSpans: [{ spans: NO_SPANS }] }] };
    const refusal = { status: 'undecodable', reason: 'More than 50000 spans are no valid spans.' };

    expect(readOtlpProtobuf(protobuf, receivedAt)).toEqual(refusal);
    expect(readOtlpJson(json, receivedAt)).toEqual(refusal);
  });
});
