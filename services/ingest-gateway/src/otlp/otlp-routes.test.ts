import { gzipSync } from 'node:zlib';
import { encodeExportResponse, encodeRpcStatus } from '@spanhouse/span-intake';
import request from 'supertest';
import { otlpBytes, otlpJson } from '../testing/otlp-bytes.js';
import { answerTo, jsonType, protobufHeaders, sendOtlp } from '../testing/send-otlp.js';
import { sampleTraceId, spanId } from '../testing/sent-spans.js';
import { createTestGateway } from '../testing/test-gateway.js';

const asJson = { body: JSON.stringify(otlpJson({})), headers: jsonType };

describe('GET /v1/traces', () => {
  it.each(['/v1/traces', '/otlp/v1/traces', '/api/otlp/v1/traces/'])(
    'answers ready on %s',
    async (path) => {
      const { status, body } = await request(createTestGateway().app).get(path);

      expect([status, body]).toEqual([200, { status: 'ready' }]);
    },
  );
});

describe('POST /v1/traces', () => {
  it('reads a body without content type as protobuf', async () => {
    const answer = await answerTo({ body: otlpBytes({}), headers: { 'content-type': '' } });

    expect([answer.status, answer.stored.length]).toEqual([200, 1]);
  });

  it('stores the same span from both encodings', async () => {
    const fromProtobuf = await answerTo({ body: otlpBytes({}) });
    const fromJson = await answerTo(asJson);

    expect(fromProtobuf.stored).toHaveLength(1);
    expect(fromProtobuf.stored).toEqual(fromJson.stored);
  });

  it.each([protobufHeaders, jsonType])(
    'accepts an empty body as an empty request (%j)',
    async (headers) => {
      const answer = await answerTo({ body: '', headers });

      expect(answer.status).toBe(200);
      expect(answer.receipt).toBeTruthy();
    },
  );

  it('lists refused spans in a partial success and accepts the others', async () => {
    const dropped = [
      { trace_id: sampleTraceId, span_id: spanId(2), code: 'invalid_enum', message: '' } as const,
      {
        trace_id: sampleTraceId,
        span_id: spanId(0),
        code: 'invalid_span_id',
        message: '',
      } as const,
    ];

    const answer = await answerTo({
      body: otlpBytes({}, { spanId: spanId(2), kind: 99 }, { spanId: spanId(0) }),
    });

    expect(answer.status).toBe(200);
    expect(answer.bytes).toEqual(Buffer.from(encodeExportResponse(dropped, 'protobuf')));
    expect(answer.stored).toHaveLength(1);
  });
});

describe('POST /v1/traces, refused', () => {
  const failedToParse = { code: 3, message: 'Failed to parse OTLP stream.' };

  it.each([
    ['truncated protobuf', otlpBytes({}).subarray(0, -3), protobufHeaders],
    ['text as protobuf', 'hello', protobufHeaders],
    ['malformed JSON', '{"resourceSpans":[', jsonType],
    ['JSON of another shape', '{"resourceSpans":5}', jsonType],
    ['a damaged gzip stream', gzipSync(otlpBytes({})).subarray(0, 30), protobufHeaders],
    ['a stream that is no zstd', 'hello', { ...protobufHeaders, 'content-encoding': 'zstd' }],
  ])('answers 400 with a Status for %s', async (_, body, headers) => {
    const answer = await answerTo({ body, headers });

    const encoding = headers === jsonType ? 'json' : 'protobuf';
    expect(answer.status).toBe(400);
    expect(answer.type).toContain(headers['content-type']);
    expect(answer.bytes).toEqual(Buffer.from(encodeRpcStatus(failedToParse, encoding)));
    expect([answer.receipt, answer.stored]).toEqual([undefined, []]);
  });

  it.each(['text/plain', 'application/protobuf+x', 'application/xml'])(
    'answers 415 for %s',
    async (type) => {
      const answer = await answerTo({ body: otlpBytes({}), headers: { 'content-type': type } });

      expect(answer.status).toBe(415);
      expect(JSON.parse(answer.bytes.toString())).toEqual({ detail: 'Unsupported Content-Type.' });
    },
  );

  it('answers 503 with Retry-After and a Status while the log is unavailable', async () => {
    const gateway = createTestGateway();
    gateway.log.answerWith({ status: 'retryable', reason: 'disk full', retryAfterSeconds: 7 });

    const answer = await sendOtlp(gateway, asJson);

    expect([answer.status, answer.retryAfter, answer.receipt]).toEqual([503, '7', undefined]);
    expect(JSON.parse(answer.bytes.toString())).toEqual({
      code: 14,
      message: 'Failed to queue spans for processing.',
    });
  });

  it('answers 503 with a Status while the catalog has never been reached', async () => {
    const gateway = createTestGateway();
    gateway.catalog.goAway();

    const answer = await sendOtlp(gateway, { body: otlpBytes({}) });

    expect([answer.status, answer.retryAfter]).toEqual([503, '1']);
  });

  it('answers 500 with a Status without details if the log refuses the spans permanently', async () => {
    const gateway = createTestGateway();
    gateway.log.answerWith({ status: 'failed', reason: 'secret internals' });

    const answer = await sendOtlp(gateway, asJson);

    expect(answer.status).toBe(500);
    expect(JSON.parse(answer.bytes.toString())).toEqual({
      code: 13,
      message: 'An unexpected error occurred.',
    });
  });
});
