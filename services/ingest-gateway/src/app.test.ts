import request from 'supertest';
import { createTestGateway } from './testing/test-gateway.js';

const trace = '4bf92f3577b34da6a3ce929d0e0e4736';
const span = '00f067aa0ba902b7';
const times = { start_time: '2026-05-01T10:00:00Z', end_time: '2026-05-01T10:00:01Z' };

describe('createIngestGateway', () => {
  it('answers 202 with count, links and a receipt that names the positions of the spans', async () => {
    const { app, receipts, log, storedSpans } = createTestGateway();

    const response = await request(app)
      .post('/tracing/spans/ingest')
      .send({ spans: [{ trace_id: trace, span_id: span, span_name: 'ask', ...times }] });

    expect(response.status).toBe(202);
    expect(response.body).toEqual({ count: 1, links: [{ trace_id: trace, span_id: span }] });
    const receipt = String(response.headers['x-ingest-receipt']);
    const [record] = log.records;
    const expected = { projectId: record?.projectId ?? '', logId: log.logId, issuedAfterMs: 0 };
    expect(receipts.read(receipt, expected)?.positions).toEqual([
      { partition: record?.partition, offset: 0, spanCount: 1 },
    ]);
    expect(storedSpans()).toMatchObject([{ trace_id: trace, span_id: span, span_name: 'ask' }]);
  });

  it('shows at /health the price table that its spans name', async () => {
    const { app, storedSpans } = createTestGateway();
    const metrics = { tokens: { incremental: { prompt: 8 } } };
    const ag = { meta: { response: { model: 'gpt-4o' } }, metrics };
    await request(app)
      .post('/tracing/spans/ingest')
      .send({ spans: [{ trace_id: trace, span_id: span, attributes: { ag }, ...times }] })
      .expect(202);

    const { body } = await request(app).get('/health').expect(200);

    const { name, version } = body.price_table;
    expect(storedSpans()).toMatchObject([
      { pricing: JSON.stringify({ table: name, version, model: 'gpt-4o' }) },
    ]);
  });
});
