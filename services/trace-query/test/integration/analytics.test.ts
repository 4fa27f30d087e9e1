import type { HttpApp } from '@spanhouse/api-kit';
import { describeWithBackend } from '@spanhouse/service-runtime/testing';
import request from 'supertest';
import { takeIn, testContext } from '../../src/testing/intake.js';
import { openTestStore, type TestStore } from '../../src/testing/test-store.js';
import { createTestTraceQuery } from '../../src/testing/test-trace-query.js';

const window = { oldest: '2026-05-01T00:00:00Z', newest: '2026-05-02T00:00:00Z' };
const trace_id = '0af7651916cd43dd8448eb211c80319c';
const root = {
  trace_id,
  span_id: '00f067aa0ba902b7',
  span_type: 'workflow',
  span_name: 'ask',
  start_time: '2026-05-01T10:00:00Z',
  end_time: '2026-05-01T10:00:02Z',
  attributes: { tier: 'gold', 'ag.type.span': 'workflow', 'ag.user.id': 'u1' },
};
const call = {
  trace_id,
  span_id: '00f067aa0ba902b8',
  parent_id: root.span_id,
  span_name: 'call',
  start_time: '2026-05-01T10:00:00.5Z',
  end_time: '2026-05-01T10:00:01Z',
  attributes: {
    'ag.session.id': 's1',
    'ag.metrics.tokens.incremental': { prompt: 3, completion: 1, total: 4 },
  },
};

describeWithBackend('Analytics over HTTP and ClickHouse', 'CLICKHOUSE_URL', (url) => {
  let store: TestStore;
  let app: HttpApp;

  beforeAll(async () => {
    store = await openTestStore(url);
    ({ app } = createTestTraceQuery({ store: store.reader, analytics: store.analytics }));
    // The trace arrives in two requests, and the first contains the child.
    for (const [index, spans] of [[call], [root]].entries()) {
      const rows = takeIn(JSON.stringify({ spans })).map((span) => ({
        span,
        context: testContext,
      }));
      await store.write(rows, { logOffset: (1n << 48n) | BigInt(index) });
    }
  });
  afterAll(() => store.close());

  it('counts the tokens of a trace that arrived in two requests', async () => {
    const { body, headers } = await request(app)
      .post('/spans/analytics/query')
      .send({ ...window, interval: 60 })
      .expect(200);

    expect(body.count).toBe(1);
    expect(body.buckets[0]).toMatchObject({ timestamp: '2026-05-01T10:00:00Z', interval: 60 });
    expect(body.buckets[0].metrics).toMatchObject({
      'attributes.ag.metrics.duration.cumulative': { count: 1, sum: 2000 },
      'attributes.ag.metrics.tokens.cumulative.total': { count: 1, sum: 4 },
      'attributes.ag.type.trace': { freq: [{ value: 'invocation', count: 1, density: 1 }] },
      'attributes.ag.type.span': { uniq: ['workflow'] },
    });
    expect(headers['x-query-cost']).toMatch(/^rows=\d+, bytes=\d+, ms=\d+$/);
  });

  it('sums them in the older form, by trace and by span', async () => {
    const post = (focus: string) =>
      request(app)
        .post('/tracing/spans/analytics')
        .send({ ...window, focus })
        .expect(200);

    const none = { count: 0 };
    expect((await post('trace')).body.buckets).toMatchObject([
      { interval: 1440, total: { count: 1, duration: 2000, tokens: 4 }, errors: none },
    ]);
    expect((await post('span')).body.buckets).toMatchObject([
      { interval: 1440, total: { count: 2, duration: 2500, tokens: 4 }, errors: none },
    ]);
  });

  it('lists sessions and users of any span', async () => {
    const sessions = await request(app)
      .post('/spans/sessions/query')
      .send({ include_summary: true })
      .expect(200);
    const users = await request(app).post('/spans/users/query').send({}).expect(200);

    expect(sessions.body).toMatchObject({
      session_ids: ['s1'],
      sessions: [
        {
          session_id: 's1',
          traces: 1,
          errors: 0,
          first_time: '2026-05-01T10:00:00Z',
          last_time: '2026-05-01T10:00:02Z',
          tokens: { prompt: 3, completion: 1, total: 4 },
        },
      ],
    });
    expect(users.body).toEqual({ count: 1, user_ids: ['u1'] });
  });

  it('offers the keys and values that were sent', async () => {
    const keys = await request(app).get('/attributes/keys?prefix=t').expect(200);
    const values = await request(app).get('/attributes/values?key=ag.session.id').expect(200);

    expect(keys.body).toEqual({
      count: 1,
      keys: [{ key: 'tier', types: { string: 1 }, count: 1 }],
    });
    expect(values.body).toEqual({ count: 1, values: [{ value: 's1', count: 1 }] });
  });
});
