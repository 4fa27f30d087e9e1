import { deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { encodeExportResponse, encodeRpcStatus } from '@spanhouse/span-intake';
import request from 'supertest';
import { otlpBytes, otlpJson } from '../testing/otlp-bytes.js';
import { answerTo, jsonType, protobufHeaders, sendOtlp } from '../testing/send-otlp.js';
import { sampleSpanId, sampleTraceId, spanId } from '../testing/sent-spans.js';
import { createTestGateway } from '../testing/test-gateway.js';

function json(value: unknown): string {
  return JSON.stringify(value);
}

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
  it.each(['/v1/traces', '/otlp/v1/traces'])('accepts protobuf on %s', async (path) => {
    const answer = await answerTo({ body: otlpBytes({}), path });

    expect([answer.status, answer.bytes.length]).toEqual([200, 0]);
    expect(answer.type).toBe('application/x-protobuf');
    expect(answer.receipt).toBeTruthy();
    expect(answer.stored).toMatchObject([{ trace_id: sampleTraceId, span_id: sampleSpanId }]);
  });

  it('reads a body without content type as protobuf', async () => {
    const answer = await answerTo({ body: otlpBytes({}), headers: { 'content-type': '' } });

    expect([answer.status, answer.stored.length]).toEqual([200, 1]);
  });

  it('accepts JSON and answers in JSON', async () => {
    const answer = await answerTo({ body: json(otlpJson({})), headers: jsonType });

    expect([answer.status, answer.bytes.toString()]).toEqual([200, '{}']);
    expect(answer.type).toBe('application/json');
    expect(answer.stored).toMatchObject([{ trace_id: sampleTraceId, span_id: sampleSpanId }]);
  });

  it('stores the same span from both encodings', async () => {
    const fromProtobuf = await answerTo({ body: otlpBytes({}) });
    const fromJson = await answerTo({ body: json(otlpJson({})), headers: jsonType });

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

  it.each([
    ['gzip', gzipSync],
    ['deflate', deflateSync],
    ['zstd', zstdCompressSync],
  ])('accepts %s', async (encoding, compress) => {
    const headers = { ...protobufHeaders, 'content-encoding': encoding };

    const answer = await answerTo({ body: compress(otlpBytes({})), headers });

    expect([answer.status, answer.stored.length]).toEqual([200, 1]);
  });

  it('recognises gzip without a header, and zlib with a wrong header', async () => {
    const unnamed = await answerTo({ body: gzipSync(otlpBytes({})) });
    const misnamed = await answerTo({
      body: deflateSync(otlpBytes({})),
      headers: { ...protobufHeaders, 'content-encoding': 'gzip' },
    });

    expect([unnamed.status, misnamed.status]).toEqual([200, 200]);
  });

  it('names refused spans in a partial success and accepts the others', async () => {
    const spans = [{}, { spanId: spanId(2), kind: 99 }, { spanId: '0000000000000000' }];
    const dropped = [
      { trace_id: sampleTraceId, span_id: spanId(2), code: 'invalid_enum', message: '' } as const,
      {
        trace_id: sampleTraceId,
        span_id: spanId(0),
        code: 'invalid_span_id',
        message: '',
      } as const,
    ];

    const answer = await answerTo({ body: otlpBytes(...spans) });

    expect(answer.status).toBe(200);
    expect(answer.bytes).toEqual(Buffer.from(encodeExportResponse(dropped, 'protobuf')));
    expect(answer.stored).toHaveLength(1);
  });

  it('answers 200 with a receipt when every span is refused', async () => {
    const answer = await answerTo({ body: json(otlpJson({ kind: 99 })), headers: jsonType });

    expect(answer.status).toBe(200);
    expect(answer.receipt).toBeTruthy();
    expect(JSON.parse(answer.bytes.toString())).toEqual({
      partialSuccess: {
        rejectedSpans: '1',
        errorMessage: `1 span refused: ${sampleTraceId}/${sampleSpanId} invalid_enum`,
      },
    });
  });
});

describe('POST /v1/traces, refused', () => {
  const failedToParse = { code: 3, message: 'Failed to parse OTLP stream.' };

  it.each([
    ['truncated protobuf', otlpBytes({}).subarray(0, -3), protobufHeaders],
    ['text as protobuf', 'hello', protobufHeaders],
    ['malformed JSON', '{"resourceSpans":[', jsonType],
    ['JSON of another shape', '{"resourceSpans":5}', jsonType],
    ['a JSON list', '[]', jsonType],
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

  it('answers 415 with a Status for an unknown encoding', async () => {
    const headers = { ...jsonType, 'content-encoding': 'br' };

    const answer = await answerTo({ body: '{}', headers });

    expect(answer.status).toBe(415);
    expect(JSON.parse(answer.bytes.toString())).toEqual({
      code: 3,
      message: expect.stringMatching(/^Unsupported Content-Encoding\. .*gzip, zstd/),
    });
  });

  it.each([
    [2 * 1024 * 1024, '2MB'],
    [512 * 1024, '0.5MB'],
  ])('answers 413 with the configured limit of %i bytes', async (otlpBodyBytes, text) => {
    const body = Buffer.alloc(otlpBodyBytes + 1);

    const answer = await answerTo({ body }, { limits: { otlpBodyBytes } });

    const status = { code: 8, message: `OTLP batch size exceeds ${text} limit.` };
    expect(answer.status).toBe(413);
    expect(answer.bytes).toEqual(Buffer.from(encodeRpcStatus(status, 'protobuf')));
  });

  it('answers 503 with Retry-After and a Status while the log is unavailable', async () => {
    const gateway = createTestGateway();
    gateway.log.answerWith({ status: 'retryable', reason: 'disk full', retryAfterSeconds: 7 });

    const answer = await sendOtlp(gateway, { body: json(otlpJson({})), headers: jsonType });

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

  it('answers 500 with a Status without details when the log refuses for good', async () => {
    const gateway = createTestGateway();
    gateway.log.answerWith({ status: 'failed', reason: 'secret internals' });

    const answer = await sendOtlp(gateway, { body: json(otlpJson({})), headers: jsonType });

    expect(answer.status).toBe(500);
    expect(JSON.parse(answer.bytes.toString())).toEqual({
      code: 13,
      message: 'An unexpected error occurred.',
    });
  });
});
