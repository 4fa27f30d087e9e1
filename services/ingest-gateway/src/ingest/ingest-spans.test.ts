import { FakeClock } from '@spanhouse/service-runtime/testing';
import { ROW_SCHEMA_VERSION } from '@spanhouse/span-row';
import request from 'supertest';
import { aSentSpan, sampleSpanId, sampleTraceId, spanId, traceId } from '../testing/sent-spans.js';
import { readSpanAccount } from '../testing/span-account.js';
import { createTestGateway, type TestGateway } from '../testing/test-gateway.js';

const path = '/tracing/spans/ingest';
const zeroUuid = '00000000-0000-0000-0000-000000000000';

function post(gateway: TestGateway, spans: readonly object[]) {
  return request(gateway.app).post(path).send({ spans });
}

function padded(n: number, bytes: number, members: object = {}) {
  return aSentSpan({
    span_id: spanId(n),
    attributes: { pad: 'x'.repeat(bytes), 'ag.metrics.errors.incremental': 1 },
    ...members,
  });
}

describe('the gateway and its log', () => {
  it('answers only after the log has stored the spans', async () => {
    const gateway = createTestGateway();
    const events: string[] = [];
    const release = gateway.log.hold();

    const answering = post(gateway, [aSentSpan()]).then(({ status }) => {
      events.push(`answered ${status}`);
    });
    await gateway.log.held;
    events.push('log has the spans');
    release();
    await answering;

    expect(events).toEqual(['log has the spans', 'answered 202']);
  });

  it('answers 503 log_unavailable with Retry-After while the log refuses spans', async () => {
    const gateway = createTestGateway();
    gateway.log.answerWith({ status: 'retryable', reason: 'disk full', retryAfterSeconds: 3 });

    const { status, body, headers } = await post(gateway, [aSentSpan()]);

    expect(status).toBe(503);
    expect(body.detail).toMatchObject({ code: 'log_unavailable' });
    expect(headers['retry-after']).toBe('3');
    expect(headers['x-ingest-receipt']).toBeUndefined();
    expect(headers['x-ag-support-id']).toBeTruthy();
    expect(gateway.health.report().dependencies['span_log']).toEqual({
      state: 'lost',
      reason: 'disk full',
    });
  });

  it('recovers as soon as the log does', async () => {
    const gateway = createTestGateway();
    gateway.log.answerWith({ status: 'retryable', reason: 'disk full', retryAfterSeconds: 3 });
    await post(gateway, [aSentSpan()]);

    gateway.log.answerWith(undefined);
    const { status } = await post(gateway, [aSentSpan()]);

    expect(status).toBe(202);
    expect(gateway.health.report().dependencies['span_log']).toEqual({ state: 'reached' });
  });

  it('answers 500 without internals if the log refuses the spans permanently', async () => {
    const gateway = createTestGateway();
    gateway.log.answerWith({ status: 'failed', reason: 'secret internals' });

    const { status, text } = await post(gateway, [aSentSpan()]);

    expect(status).toBe(500);
    expect(text).not.toContain('secret internals');
  });
});

describe('a published record', () => {
  it('has a later receive time than all records of an earlier process, whatever its clock was', async () => {
    const anHourAhead = new FakeClock().nowNs() + 3_600_000_000_000n;
    const gateway = createTestGateway({ latestReceipt: anHourAhead });

    await post(gateway, [aSentSpan()]);

    expect(gateway.log.records[0]?.receivedAt).toBe(anHourAhead + 1n);
  });

  it('belongs to the default project and has a strictly increasing receive time', async () => {
    const gateway = createTestGateway();

    await Promise.all([1, 2, 3].map((n) => post(gateway, [aSentSpan({ span_id: spanId(n) })])));

    const stored = gateway.storedSpans();
    const receivedAt = stored.map((span) => span.received_at);
    expect(new Set(receivedAt).size).toBe(3);
    expect(receivedAt).toEqual(receivedAt.toSorted((a, b) => Number(a - b)));
    expect(stored[0]).toMatchObject({ created_by_id: zeroUuid });
    expect(gateway.log.records[0]).toMatchObject({
      projectId: zeroUuid,
      rowSchemaVersion: ROW_SCHEMA_VERSION,
    });
  });

  it('appears in the receipt with its position and its number of spans', async () => {
    const gateway = createTestGateway();
    const spans = Array.from({ length: 20 }, (_, n) => aSentSpan({ trace_id: traceId(n + 1) }));

    const { headers } = await post(gateway, spans);

    const { receipts, log } = gateway;
    const receipt = receipts.read(String(headers['x-ingest-receipt']), {
      projectId: zeroUuid,
      logId: log.logId,
      issuedAfterMs: 0,
    });
    expect(receipt?.target).toEqual(new Map(log.records.map(({ partition }) => [partition, 1])));
    expect(receipt?.target.size).toBeGreaterThan(1);
    const counts = receipt?.positions.map(({ partition, spanCount }) => [partition, spanCount]);
    expect(new Map(counts as [number, number][])).toEqual(
      new Map(log.records.map(({ partition, spanCount }) => [partition, spanCount])),
    );
  });

  it('carries the request id of the caller', async () => {
    const gateway = createTestGateway();

    await post(gateway, [aSentSpan()]).set('x-request-id', 'from-the-caller');

    expect(gateway.log.records).toMatchObject([{ requestId: 'from-the-caller' }]);
  });
});

it('shows the price table of its spans at /health', async () => {
  const gateway = createTestGateway();
  const metrics = { tokens: { incremental: { prompt: 8 } } };
  const ag = { meta: { response: { model: 'gpt-4o' } }, metrics };
  await post(gateway, [aSentSpan({ attributes: { ag } })]).expect(202);

  const { body } = await request(gateway.app).get('/health').expect(200);

  const { name, version } = body.price_table;
  expect(gateway.storedSpans()).toMatchObject([
    { pricing: JSON.stringify({ table: name, version, model: 'gpt-4o' }) },
  ]);
});

describe('a span above the limit', () => {
  const limits = { spanBytes: 20_000 };

  it('is dropped with its position and omitted from the roll-up', async () => {
    const gateway = createTestGateway({ limits });
    const root = aSentSpan({ span_name: 'root' });
    const small = padded(2, 10, { parent_id: sampleSpanId });
    const large = padded(3, 30_000, { parent_id: sampleSpanId });

    const { status, body } = await post(gateway, [root, large, small]);

    expect(status).toBe(202);
    expect(body).toMatchObject({
      count: 2,
      links: [{ span_id: sampleSpanId }, { span_id: spanId(2) }],
      dropped: [{ trace_id: sampleTraceId, span_id: spanId(3), index: 1, code: 'span_too_large' }],
    });
    const stored = gateway.storedSpans();
    expect(stored.map(({ span_name: name }) => name)).toEqual(['root', 'ask']);
    expect(JSON.parse(stored[0]?.metrics ?? '')).toMatchObject({ errors: { cumulative: 1 } });
  });

  it('is answered 422 if it is the only span', async () => {
    const gateway = createTestGateway({ limits });

    const { status, body } = await post(gateway, [padded(1, 30_000)]);

    expect(status).toBe(422);
    expect(body.detail).toMatchObject([{ loc: ['body', 'spans', 0] }]);
    expect(body.dropped).toMatchObject([{ code: 'span_too_large' }]);
    expect(await readSpanAccount(gateway.registry)).toEqual({
      received: 1,
      dropped: 1,
      published: 0,
      failed: 0,
    });
  });
});
