import { gzipSync } from 'node:zlib';
import {
  aZipkinSpan,
  encodeZipkin,
  zipkinSpanId,
  zipkinTraceId,
} from '@spanhouse/span-intake/testing';
import request from 'supertest';
import { jsonType } from '../testing/send-otlp.js';
import { readSpanAccount } from '../testing/span-account.js';
import { createTestGateway, type TestGatewayOptions } from '../testing/test-gateway.js';

function setUp() {
  const gateway = createTestGateway();
  const post = (body: unknown, path = '/api/v2/spans') =>
    request(gateway.app).post(path).set(jsonType).send(JSON.stringify(body));
  return { gateway, post };
}

describe('POST /api/v2/spans in protobuf', () => {
  const protobuf = (bytes: Uint8Array, options: TestGatewayOptions = {}, encoding = 'identity') => {
    const gateway = createTestGateway(options);
    const sent = request(gateway.app)
      .post('/api/v2/spans')
      .set({ 'content-type': 'Application/x-protobuf', 'content-encoding': encoding })
      .serialize((body) => body)
      .send(Buffer.from(bytes) as unknown as string);
    return { gateway, sent };
  };
  const spans = [
    aZipkinSpan({ kind: 'CLIENT', localEndpoint: { serviceName: 'shop', ipv4: '10.0.0.1' } }),
    aZipkinSpan({ id: 'a'.repeat(16), parentId: zipkinSpanId, tags: { error: 'no' } }),
  ];

  it('stores the same spans as from JSON', async () => {
    const { gateway: fromJson, post } = setUp();
    await post(spans);

    const { gateway, sent } = protobuf(encodeZipkin(spans));
    const response = await sent;

    expect([response.status, response.text]).toEqual([202, '']);
    expect(response.headers['x-ingest-receipt']).toBeTruthy();
    expect(gateway.storedSpans()).toHaveLength(2);
    expect(gateway.storedSpans()).toEqual(fromJson.storedSpans());
    expect(await gateway.registry.metrics()).toContain(
      'spanhouse_gateway_request_body_bytes_count{format="zipkin_protobuf"} 1',
    );
  });

  it('accepts a compressed body, and reads an empty body as an empty list', async () => {
    const { gateway, sent } = protobuf(gzipSync(encodeZipkin(spans)), {}, 'gzip');

    expect([(await sent).status, gateway.storedSpans().length]).toEqual([202, 2]);
    expect((await protobuf(Buffer.alloc(0)).sent).status).toBe(202);
  });

  it('lists the dropped spans as for JSON', async () => {
    const { sent } = protobuf(encodeZipkin([aZipkinSpan({ kind: 7 }), aZipkinSpan()]));

    const { status, body } = await sent;

    expect(status).toBe(202);
    expect(body.dropped).toMatchObject([{ trace_id: zipkinTraceId, code: 'invalid_enum' }]);
  });

  it('answers 400 with the reason for a body that cannot be decoded', async () => {
    const { sent } = protobuf(Buffer.from('[{}]'));

    const { status, body } = await sent;

    expect([status, body.detail]).toEqual([
      400,
      expect.stringMatching(
        /^The body is not a list of spans in Zipkin's protobuf: .* at byte \d+\.$/,
      ),
    ]);
  });

  it('answers 413 to a body that is too large or has too many values', async () => {
    const bytes = encodeZipkin(spans);
    const { gateway, sent } = protobuf(bytes, { limits: { bodyValues: 3 } });
    const large = protobuf(bytes, { limits: { jsonBodyBytes: 10 } });

    expect((await large.sent).status).toBe(413);
    expect([(await sent).status, gateway.storedSpans()]).toEqual([413, []]);
    expect(await gateway.registry.metrics()).toContain(
      'spanhouse_gateway_requests_too_complex_total{limit="values"} 1',
    );
  });
});

describe('POST /api/v2/spans', () => {
  it.each(['/api/v2/spans', '/v2/spans', '/v2/spans/'])(
    '%s answers 202 without a body, with a receipt',
    async (path) => {
      const { gateway, post } = setUp();

      const response = await post([aZipkinSpan()], path);

      expect([response.status, response.text]).toEqual([202, '']);
      expect(response.headers['x-ingest-receipt']).toBeTruthy();
      expect(gateway.storedSpans()).toMatchObject([
        { trace_id: `0000000000000000${zipkinTraceId}`, span_id: zipkinSpanId },
      ]);
    },
  );

  it('answers 202 for an empty list', async () => {
    const { post } = setUp();

    expect(await post([])).toMatchObject({ status: 202, text: '' });
  });

  it('lists the dropped spans if it drops some of them', async () => {
    const { gateway, post } = setUp();

    const response = await post([aZipkinSpan({ kind: 'ROBOT' }), aZipkinSpan()]);

    expect(response.status).toBe(202);
    expect(response.body).toEqual({
      dropped: [
        {
          trace_id: zipkinTraceId,
          span_id: zipkinSpanId,
          index: 0,
          code: 'invalid_enum',
          message: 'kind is not one of CLIENT, SERVER, PRODUCER, CONSUMER.',
        },
      ],
    });
    expect(response.headers['x-ingest-receipt']).toBeTruthy();
    expect(gateway.storedSpans()).toHaveLength(1);
  });

  it('answers 400 with detail and dropped when it drops all spans', async () => {
    const { gateway, post } = setUp();

    const response = await post([aZipkinSpan({ id: 'x' }), 'no span']);

    expect(response.status).toBe(400);
    expect(response.body).toMatchObject({
      detail: 'None of the 2 spans could be accepted; of the first one: id is not a valid id.',
      dropped: [
        { index: 0, code: 'invalid_span_id' },
        { index: 1, code: 'invalid_span' },
      ],
    });
    expect(response.headers['x-ingest-receipt']).toBeUndefined();
    expect(gateway.log.records).toEqual([]);
    expect(await readSpanAccount(gateway.registry)).toMatchObject({ received: 2, dropped: 2 });
  });

  it('answers 422 for a body that is not a list', async () => {
    const { post } = setUp();

    const response = await post({ spans: [] });

    expect(response.status).toBe(422);
    expect(response.body.detail).toMatchObject([{ type: 'list_type' }]);
  });
});
