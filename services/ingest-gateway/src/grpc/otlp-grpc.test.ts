import { zstdCompressSync } from 'node:zlib';
import { compressionAlgorithms } from '@grpc/grpc-js';
import { defaultProjectId } from '@spanhouse/catalog';
import { issueKey } from '@spanhouse/catalog/testing';
import { forbidden, unauthorized, unreadableCredentials } from '@spanhouse/service-runtime';
import { encodeExportResponse } from '@spanhouse/span-intake';
import { decodeOtlpAnswer } from '@spanhouse/span-intake/testing/otlp';
import request from 'supertest';
import { grpcFrame, startGrpcGateway } from '../testing/grpc-client.js';
import { otlpBytes } from '../testing/otlp-bytes.js';
import { sampleSpanId, sampleTraceId, spanId } from '../testing/sent-spans.js';
import { countOf, readSpanAccount } from '../testing/span-account.js';
import { createTestGateway } from '../testing/test-gateway.js';

const KIB = 1024;
const gzip = { client: { 'grpc.default_compression_algorithm': compressionAlgorithms.gzip } };

describe('TraceService/Export', () => {
  it('answers OK with an empty response and the receipt in the trailing metadata', async () => {
    const gateway = await startGrpcGateway();

    const answer = await gateway.send(otlpBytes({}));

    expect(answer).toMatchObject({ code: 0, bytes: Buffer.alloc(0), receipt: expect.any(String) });
    const reader = { projectId: defaultProjectId, logId: gateway.log.logId, issuedAfterMs: 0 };
    expect(gateway.receipts.read(answer.receipt ?? '', reader)).toBeDefined();
  });

  it('stores the same spans as over HTTP', async () => {
    const overHttp = createTestGateway();
    const gateway = await startGrpcGateway();

    await request(overHttp.app)
      .post('/v1/traces')
      .set('content-type', 'application/x-protobuf')
      .serialize((bytes) => bytes)
      .send(otlpBytes({}) as unknown as string);
    await gateway.send(otlpBytes({}));

    expect(gateway.storedSpans()).toMatchObject([
      { trace_id: sampleTraceId, span_id: sampleSpanId },
    ]);
    expect(gateway.storedSpans()).toEqual(overHttp.storedSpans());
  });

  it('accepts a message without bytes as an empty request', async () => {
    const gateway = await startGrpcGateway();

    expect(await gateway.send(Buffer.alloc(0))).toMatchObject({ code: 0 });
  });

  it('accepts a gzip message', async () => {
    const gateway = await startGrpcGateway();

    const answer = await gateway.send(otlpBytes({ name: 'x'.repeat(100 * KIB) }), gzip);

    expect([answer.code, gateway.storedSpans().length]).toEqual([0, 1]);
  });

  it('accepts a zstd message', async () => {
    const gateway = await startGrpcGateway();
    const { stream, status } = gateway.open({ 'grpc-encoding': 'zstd' });

    stream.end(grpcFrame(zstdCompressSync(otlpBytes({ name: 'x'.repeat(100 * KIB) })), true));

    expect([await status, gateway.storedSpans().length]).toEqual([0, 1]);
  });

  it('lists refused spans in a partial success, as over HTTP', async () => {
    const gateway = await startGrpcGateway();
    const dropped = [
      { trace_id: sampleTraceId, span_id: spanId(2), code: 'invalid_enum', message: '' } as const,
    ];

    const answer = await gateway.send(otlpBytes({}, { spanId: spanId(2), kind: 99 }));

    expect(answer.code).toBe(0);
    expect(answer.bytes).toEqual(Buffer.from(encodeExportResponse(dropped, 'protobuf')));
    expect(await readSpanAccount(gateway.registry)).toMatchObject({ received: 2, published: 1 });
  });
});

describe('TraceService/Export, refused', () => {
  it('answers INVALID_ARGUMENT for a message that is not an export request', async () => {
    const gateway = await startGrpcGateway();

    const answer = await gateway.send(Buffer.from('hello'));

    expect(answer).toMatchObject({ code: 3, details: 'Failed to parse OTLP stream.' });
    expect([answer.receipt, gateway.storedSpans()]).toEqual([undefined, []]);
  });

  it.each(['gzip', 'zstd'])('answers INVALID_ARGUMENT for a damaged %s message', async (name) => {
    const gateway = await startGrpcGateway();
    const { stream, status } = gateway.open({ 'grpc-encoding': name });

    stream.end(grpcFrame(Buffer.from('this is not compressed'), true));

    expect(await status).toBe(3);
  });

  it('answers RESOURCE_EXHAUSTED for a small zstd message that is too large after decompression', async () => {
    const gateway = await startGrpcGateway({ limits: { otlpBodyBytes: 256 * KIB } });
    const { stream, status } = gateway.open({ 'grpc-encoding': 'zstd' });

    stream.end(grpcFrame(zstdCompressSync(Buffer.alloc(64 * 1024 * KIB)), true));

    expect(await status).toBe(8);
  });

  it('answers UNIMPLEMENTED for another compression, with a list of the accepted ones', async () => {
    const gateway = await startGrpcGateway();
    const { stream, status } = gateway.open({ 'grpc-encoding': 'snappy' });
    let message: unknown;
    stream.on('response', (head) => {
      message = head['grpc-message'];
    });

    stream.end(grpcFrame(otlpBytes({}), true));

    expect(await status).toBe(12);
    expect(decodeURIComponent(String(message))).toMatch(/"snappy"\. The compressions gzip, zstd/);
  });

  it.each([
    ['a message over the limit', 300 * KIB, {}],
    ['a message that is small until it is inflated', 64 * 1024 * KIB, gzip],
  ])('answers RESOURCE_EXHAUSTED without a RetryInfo for %s', async (_, bytes, options) => {
    const gateway = await startGrpcGateway({ limits: { otlpBodyBytes: 256 * KIB } });

    const answer = await gateway.send(Buffer.alloc(bytes), options);

    expect(answer).toMatchObject({
      code: 8,
      details: 'OTLP batch size exceeds 0.25MB limit.',
      statusDetails: undefined,
    });
  });

  it('answers UNAVAILABLE with a RetryInfo while the log is unavailable', async () => {
    const gateway = await startGrpcGateway();
    gateway.log.answerWith({ status: 'retryable', reason: 'disk full', retryAfterSeconds: 7 });

    const answer = await gateway.send(otlpBytes({}));

    const message = 'Failed to queue spans for processing.';
    expect(answer).toMatchObject({ code: 14, details: message });
    expect(decodeOtlpAnswer('RpcStatus', answer.statusDetails ?? Buffer.alloc(0))).toMatchObject({
      code: 14,
      message,
      details: [{ typeUrl: 'type.googleapis.com/google.rpc.RetryInfo' }],
    });
  });

  it('answers INTERNAL without details if the log refuses the spans permanently', async () => {
    const gateway = await startGrpcGateway();
    gateway.log.answerWith({ status: 'failed', reason: 'secret internals' });

    expect(await gateway.send(otlpBytes({}))).toMatchObject({
      code: 13,
      details: 'An unexpected error occurred.',
    });
  });

  it('answers UNAVAILABLE while requests over HTTP hold the whole byte budget', async () => {
    const gateway = await startGrpcGateway({ limits: { inFlightBytes: 100 } });
    const release = gateway.log.hold();
    const overHttp = request(gateway.app)
      .post('/v1/traces')
      .set('content-type', 'application/x-protobuf')
      .serialize((bytes) => bytes)
      .send(otlpBytes({}) as unknown as string)
      .then(({ status }) => status);
    await gateway.log.held;

    const answer = await gateway.send(otlpBytes({}));
    release();

    expect(answer).toMatchObject({ code: 14, statusDetails: expect.any(Buffer) });
    expect(await overHttp).toBe(200);
    expect(await countOf(gateway.registry, 'http_body_bytes_in_flight')).toBe(0);
  });
});

describe('the sender of TraceService/Export', () => {
  it('is identified by the metadata entry authorization', async () => {
    const seen: unknown[] = [];
    const gateway = await startGrpcGateway({
      authenticate: (headers, { need }) => {
        seen.push(headers.authorization, need);
        return Promise.reject(unauthorized());
      },
    });

    await gateway.send(otlpBytes({}), { authorization: 'ApiKey abc.def' });

    expect(seen).toEqual(['ApiKey abc.def', 'edit_spans']);
  });

  it.each([
    ['UNAUTHENTICATED', 16, 'Unauthorized', unauthorized()],
    [
      'UNAUTHENTICATED, with what is accepted,',
      16,
      expect.stringMatching(/^Unauthorized\. Send an API key .*`x-api-key: <key>`/),
      unreadableCredentials(),
    ],
    [
      'PERMISSION_DENIED',
      7,
      'You do not have access to perform this action. Please contact your organization admin.',
      forbidden('no'),
    ],
  ])('is answered %s', async (...[, code, details, error]) => {
    const gateway = await startGrpcGateway({ authenticate: () => Promise.reject(error) });

    expect(await gateway.send(otlpBytes({}))).toMatchObject({ code, details });
    expect(gateway.storedSpans()).toEqual([]);
  });

  it('receives RESOURCE_EXHAUSTED with a RetryInfo when its project exceeds its rate', async () => {
    const gateway = await startGrpcGateway({
      limits: { otlpRate: { requestsPerSecond: 1, burst: 1 } },
    });

    const first = await gateway.send(otlpBytes({}));
    const second = await gateway.send(otlpBytes({}));

    expect(first.code).toBe(0);
    expect(second).toMatchObject({
      code: 8,
      details: 'Rate limit exceeded. Please retry after 1 seconds.',
      statusDetails: expect.any(Buffer),
    });
  });

  it.each([
    ['Bearer', (key: string) => ({ authorization: `Bearer ${key}` })],
    ['Basic', (key: string) => ({ authorization: `Basic ${btoa(`pk:${key}`)}` })],
    ['x-api-key', (key: string) => ({ 'x-api-key': key })],
  ])('may send its key as %s', async (_, headersOf) => {
    const gateway = await startGrpcGateway({ authMode: 'keys' });
    const { text } = await issueKey(gateway.catalog, ['edit_spans']);
    const { stream, status } = gateway.open(headersOf(text));

    stream.end(grpcFrame(otlpBytes({})));

    expect(await status).toBe(0);
    expect(gateway.storedSpans()).toHaveLength(1);
  });

  it('is refused before the message arrives', async () => {
    const gateway = await startGrpcGateway({ authenticate: () => Promise.reject(unauthorized()) });

    const { status } = gateway.open();

    expect(await status).toBe(16);
  });
});
