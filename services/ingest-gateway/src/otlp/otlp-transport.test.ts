import { deflateRawSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { createForeignRequestCheck } from '@spanhouse/api-kit';
import { forbidden, unauthorized } from '@spanhouse/service-runtime';
import { encodeExportResponse, encodeRpcStatus, type OtlpEncoding } from '@spanhouse/span-intake';
import type { JsonObject } from '@spanhouse/span-schema';
import { otlpBytes, otlpJson } from '../testing/otlp-bytes.js';
import { answerTo, jsonType, protobufHeaders, sendOtlp } from '../testing/send-otlp.js';
import { sampleSpanId, sampleTraceId, spanId } from '../testing/sent-spans.js';
import { createTestGateway } from '../testing/test-gateway.js';

const MIB = 1024 * 1024;
const unsupported =
  'Unsupported Content-Encoding. The compressions gzip, zstd, deflate and none are accepted.';

interface Form {
  readonly encoding: OtlpEncoding;
  readonly headers: Record<string, string>;
  readonly body: Buffer;
}

const forms: readonly Form[] = [
  { encoding: 'protobuf', headers: protobufHeaders, body: otlpBytes({}) },
  { encoding: 'json', headers: jsonType, body: Buffer.from(JSON.stringify(otlpJson({}))) },
];

function statusBytes(status: { code: number; message: string }, encoding: OtlpEncoding): Buffer {
  return Buffer.from(encodeRpcStatus(status, encoding));
}

/** Checks the transport rules, which are the rows of the table in docs/api/otlp.md. */
describe.each(forms)('the transport of OTLP $encoding', ({ encoding, headers, body }) => {
  it.each(['/v1/traces', '/otlp/v1/traces', '/api/v1/traces', '/api/otlp/v1/traces'])(
    'accepts it on %s',
    async (path) => {
      expect(await answerTo({ body, headers, path })).toMatchObject({
        status: 200,
        type: headers['content-type'],
        receipt: expect.any(String),
        bytes: Buffer.from(encodeExportResponse([], encoding)),
        stored: [{ trace_id: sampleTraceId, span_id: sampleSpanId }],
      });
    },
  );

  it.each<[string, string | undefined, (bytes: Buffer) => Buffer]>([
    ['nothing', 'identity', (bytes) => bytes],
    ['gzip', 'gzip', gzipSync],
    ['gzip', 'GZIP', gzipSync],
    ['zlib', 'deflate', deflateSync],
    ['a bare deflate stream', 'deflate', deflateRawSync],
    ['zstd', 'zstd', zstdCompressSync],
    ['gzip', undefined, gzipSync],
    ['gzip', 'identity', gzipSync],
    ['gzip', 'deflate', gzipSync],
    ['gzip', 'zstd', gzipSync],
    ['zlib', undefined, deflateSync],
    ['zlib', 'identity', deflateSync],
    ['zlib', 'gzip', deflateSync],
    ['zlib', 'zstd', deflateSync],
  ])('decompresses %s with the Content-Encoding %p', async (_, name, compress) => {
    const encoded = name === undefined ? headers : { ...headers, 'content-encoding': name };

    const answer = await answerTo({ body: compress(body), headers: encoded });

    expect([answer.status, answer.stored.length]).toEqual([200, 1]);
  });

  it.each(['br', 'snappy', 'lz4', 'x-snappy-framed', 'gzip, deflate'])(
    'answers 415 with a Status for the Content-Encoding %s',
    async (name) => {
      const answer = await answerTo({ body, headers: { ...headers, 'content-encoding': name } });

      const status = { code: 3, message: unsupported };
      expect([answer.status, answer.stored]).toEqual([415, []]);
      expect(answer.bytes).toEqual(statusBytes(status, encoding));
    },
  );

  it('answers 413 for a body above the limit, before and after decompression', async () => {
    const tooMuch = Buffer.alloc(2 * MIB + 1, ' ');
    const status = { code: 8, message: 'OTLP batch size exceeds 2MB limit.' };

    for (const sent of [tooMuch, gzipSync(tooMuch, { level: 1 })]) {
      const limits = { otlpBodyBytes: 2 * MIB };
      const answer = await answerTo({ body: sent, headers }, { limits });

      expect([answer.status, answer.receipt, answer.stored]).toEqual([413, undefined, []]);
      expect(answer.bytes).toEqual(statusBytes(status, encoding));
      expect(answer.type).toContain(headers['content-type']);
    }
  });

  it('answers 413 to a batch of more than 250,000 spans, or of too many spans for its size', async () => {
    const thousand = new Array<JsonObject>(1000).fill({});
    const sent =
      encoding === 'json'
        ? JSON.stringify({
            resourceSpans: new Array(251).fill(otlpJson(...thousand)['resourceSpans']).flat(),
          })
        : Buffer.concat(new Array<Uint8Array>(251).fill(otlpBytes(...thousand)));
    const most = Math.min(250_000, 8192 + Math.floor(sent.length / 160));
    const status = { code: 8, message: `OTLP batch holds more than ${most} spans.` };

    const answer = await answerTo({ body: sent, headers });

    expect([answer.status, answer.receipt, answer.stored]).toEqual([413, undefined, []]);
    expect(answer.bytes).toEqual(statusBytes(status, encoding));
  });

  it('answers 413 to a batch of more values or fields than a body may hold', async () => {
    const answerWithin = (bodyValues: number) =>
      answerTo({ body, headers }, { limits: { bodyValues } });
    const what = encoding === 'json' ? 'values' : 'fields';
    const status = { code: 8, message: `OTLP batch holds more than 10 ${what}.` };

    const answer = await answerWithin(10);

    expect([answer.status, answer.receipt, answer.stored]).toEqual([413, undefined, []]);
    expect(answer.bytes).toEqual(statusBytes(status, encoding));
    expect((await answerWithin(1000)).status).toBe(200);
  });

  it('accepts a body of exactly the limit', async () => {
    for (const sent of [body, gzipSync(body)]) {
      const answerWithin = async (otlpBodyBytes: number) =>
        (await answerTo({ body: sent, headers }, { limits: { otlpBodyBytes } })).status;
      const limit = Math.max(sent.length, body.length);

      expect(await Promise.all([answerWithin(limit), answerWithin(limit - 1)])).toEqual([200, 413]);
    }
  });

  it.each([
    ['gzip', gzipSync],
    ['deflate', deflateSync],
    ['zstd', zstdCompressSync],
  ])('refuses a %s bomb during decompression', async (name, compress) => {
    const bomb = compress(Buffer.alloc(8 * MIB));
    const bombs = name === 'gzip' ? Buffer.concat(Array.from({ length: 256 }, () => bomb)) : bomb;

    const answer = await answerTo(
      { body: bombs, headers: { ...headers, 'content-encoding': name } },
      { limits: { otlpBodyBytes: MIB } },
    );

    expect(answer.status).toBe(413);
  });

  it('answers 200 with a receipt whether all, some or none of the spans are accepted', async () => {
    const bad = { spanId: spanId(2), kind: 99 };
    for (const spans of [[{}], [{}, bad], [bad], []]) {
      const sent = encoding === 'json' ? JSON.stringify(otlpJson(...spans)) : otlpBytes(...spans);

      const answer = await answerTo({ body: sent, headers });

      expect(answer.status).toBe(200);
      expect(answer.receipt).toBeTruthy();
      expect(answer.type).toBe(headers['content-type']);
    }
  });

  it('answers 200 with a partial success when a normalised span is too large', async () => {
    const answer = await answerTo({ body, headers }, { limits: { spanBytes: 10 } });

    expect(answer.status).toBe(200);
    expect(answer.bytes.toString()).toContain('span_too_large');
    expect(answer.stored).toEqual([]);
  });

  it('answers 503 with a Status while other requests hold the whole byte budget', async () => {
    const gateway = createTestGateway({ limits: { inFlightBytes: 10 } });
    const release = gateway.log.hold();
    const first = sendOtlp(gateway, { body, headers });
    await gateway.log.held;

    const answer = await sendOtlp(gateway, { body, headers });
    release();

    const status = { code: 14, message: 'Failed to queue spans for processing.' };
    expect([answer.status, answer.retryAfter]).toEqual([503, '1']);
    expect(answer.bytes).toEqual(statusBytes(status, encoding));
    expect((await first).status).toBe(200);
  });

  it.each([
    ['no credentials', 401, { detail: { message: 'Unauthorized' } }, unauthorized()],
    [
      'no permission',
      403,
      {
        detail:
          'You do not have access to perform this action. Please contact your organization admin.',
      },
      forbidden('edit_spans'),
    ],
  ])('answers JSON, whatever the encoding, for %s', async (...[, status, problem, error]) => {
    const answer = await answerTo({ body, headers }, { authenticate: () => Promise.reject(error) });

    expect([answer.status, answer.type]).toEqual([status, expect.stringContaining('json')]);
    expect(JSON.parse(answer.bytes.toString())).toEqual(problem);
  });

  it.each([
    ['metrics', 'OTEL_METRICS_EXPORTER=none'],
    ['logs', 'OTEL_LOGS_EXPORTER=none'],
  ])('answers 404 to %s with a Status that names the setting', async (signal, setting) => {
    const message =
      `Spanhouse stores traces, not ${signal}. Set ${setting} in the application; ` +
      `in a Collector, remove the exporter from the ${signal} pipeline.`;
    for (const base of ['/v1', '/otlp/v1', '/api/public/otel/v1']) {
      const answer = await answerTo(
        { body, headers, path: `${base}/${signal}` },
        { authMode: 'keys' },
      );

      expect([answer.status, answer.type]).toEqual([
        404,
        expect.stringContaining(headers['content-type'] ?? ''),
      ]);
      expect(answer.bytes).toEqual(statusBytes({ code: 12, message }, encoding));
    }
  });

  it('answers 403 with a Status that names ALLOWED_HOSTS to a request from another site', async () => {
    const openMode = { AUTH_MODE: 'open', HTTP_HOST: '127.0.0.1', ALLOWED_HOSTS: [] } as const;
    const refuseForeign = createForeignRequestCheck(openMode);
    const foreign = { ...headers, origin: 'https://evil.example' };

    const answer = await answerTo({ body, headers: foreign }, { refuseForeign });

    const message =
      'The origin "https://evil.example" is foreign. ' +
      'Without API keys, only loopback names and the names in ALLOWED_HOSTS are allowed.';
    const type = expect.stringContaining(headers['content-type'] ?? '');
    expect([answer.status, answer.type]).toEqual([403, type]);
    expect(answer.bytes).toEqual(statusBytes({ code: 7, message }, encoding));
    expect(answer.stored).toEqual([]);
  });
});
