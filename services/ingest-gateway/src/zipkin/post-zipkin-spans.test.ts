import { gzipSync } from 'node:zlib';
import { aZipkinSpan, zipkinSpanId, zipkinTraceId } from '@spanhouse/span-intake/testing';
import request from 'supertest';
import { spanAccountOf } from '../testing/span-account.js';
import { createTestGateway } from '../testing/test-gateway.js';

const jsonType = { 'content-type': 'application/json' };

function setUp() {
  const gateway = createTestGateway();
  const post = (body: unknown, path = '/api/v2/spans') =>
    request(gateway.app).post(path).set(jsonType).send(JSON.stringify(body));
  return { gateway, post };
}

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

  it('names the dropped spans when it drops some of them', async () => {
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
    expect(await spanAccountOf(gateway.registry)).toMatchObject({ received: 2, dropped: 2 });
  });

  it('stores both halves of a shared span', async () => {
    const { gateway, post } = setUp();
    const client = aZipkinSpan({ kind: 'CLIENT' });

    await post([client]);
    await post([{ ...client, kind: 'SERVER', shared: true }]);

    const stored = gateway.storedSpans();
    expect(new Set(stored.map((span) => span.span_id)).size).toBe(2);
    expect(stored[1]).toMatchObject({ parent_id: zipkinSpanId, span_kind: 'SPAN_KIND_SERVER' });
  });

  it('accepts a compressed body', async () => {
    const { gateway } = setUp();

    const { status } = await request(gateway.app)
      .post('/api/v2/spans')
      .set({ ...jsonType, 'content-encoding': 'gzip' })
      .serialize((bytes) => bytes)
      .send(gzipSync(JSON.stringify([aZipkinSpan()])) as unknown as string);

    expect([status, gateway.storedSpans().length]).toEqual([202, 1]);
  });

  it.each([
    ['no list', '{"spans":[]}', 'list_type'],
    ['no JSON', '[{', 'json_invalid'],
    ['nothing', '', 'missing'],
  ])('answers 422 for %s', async (_, body, type) => {
    const { gateway } = setUp();

    const response = await request(gateway.app).post('/v2/spans').set(jsonType).send(body);

    expect(response.status).toBe(422);
    expect(response.body.detail).toMatchObject([{ type }]);
  });

  it('answers 422 for the protobuf of Zipkin', async () => {
    const { gateway } = setUp();

    const { status } = await request(gateway.app)
      .post('/v2/spans')
      .set('content-type', 'application/x-protobuf')
      .send('x');

    expect(status).toBe(422);
  });

  it('answers 503 with Retry-After while the log is unavailable', async () => {
    const { gateway, post } = setUp();
    gateway.log.answerWith({ status: 'retryable', reason: 'disk full', retryAfterSeconds: 7 });

    const response = await post([aZipkinSpan()]);

    expect([response.status, response.headers['retry-after']]).toEqual([503, '7']);
  });
});
