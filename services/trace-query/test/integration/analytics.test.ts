import type { HttpApp } from '@spanhouse/api-kit';
import { createTestHttpApp } from '@spanhouse/api-kit/testing';
import { anyPrincipal, createMemorySavedQueries, FakeCatalog } from '@spanhouse/catalog/testing';
import {
  createHealth,
  createRegistry,
  createTokenSigner,
  loadConfig,
  systemClock,
} from '@spanhouse/service-runtime';
import {
  createSilentLogger,
  describeWithBackend,
  FakeClock,
} from '@spanhouse/service-runtime/testing';
import { InMemoryDeadLetters, InMemorySpanLog } from '@spanhouse/span-log/testing';
import {
  createTraceAnalytics,
  createTraceReader,
  type TraceAnalytics,
  type TraceReader,
} from '@spanhouse/trace-store/reader';
import {
  aSpanBlock,
  createTestDatabase,
  FakeDeadLetterCounter,
  FakeIngestState,
  FakeLedgerAudit,
  FakeSpanMetrics,
  type TestDatabase,
} from '@spanhouse/trace-store/testing';
import { createSpanWriter, type SpanWriter } from '@spanhouse/trace-store/writer';
import request from 'supertest';
import { createTraceQuery } from '../../src/app.js';
import { queryConfigFields, toQuerySettings } from '../../src/config.js';
import { FakeCommittedOffsets } from '../../src/testing/fake-committed-offsets.js';
import { takeIn, testContext } from '../../src/testing/intake.js';

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
  let database: TestDatabase;
  let writer: SpanWriter;
  let reader: TraceReader;
  let analytics: TraceAnalytics;
  let app: HttpApp;

  beforeAll(async () => {
    database = await createTestDatabase(url);
    const logger = createSilentLogger();
    writer = createSpanWriter(database.config, { logger });
    reader = createTraceReader(database.config, { logger, clock: systemClock });
    analytics = createTraceAnalytics(database.config, { logger, clock: systemClock });
    const offsets = new FakeCommittedOffsets(new FakeClock());
    offsets.commit(10, 10);
    const principal = { ...anyPrincipal(), project_id: testContext.project_id };
    const { routes } = createTraceQuery({
      reader,
      analytics,
      offsets,
      publisher: new InMemorySpanLog(),
      deadLetters: new FakeDeadLetterCounter(),
      letters: new InMemoryDeadLetters(1, systemClock),
      ingestState: new FakeIngestState(),
      ledger: new FakeLedgerAudit(),
      spanMetrics: new FakeSpanMetrics(),
      ingestTotals: async () => ({ acceptedPerSecond: 0, dropped: new Map() }),
      authenticator: { authenticate: async () => principal, forget: () => {} },
      catalog: new FakeCatalog(),
      savedQueries: createMemorySavedQueries(systemClock),
      signer: createTokenSigner('a secret for tests'),
      clock: systemClock,
      health: createHealth({ dependencies: ['clickhouse', 'span_log'] }),
      registry: createRegistry('test'),
      settings: toQuerySettings(loadConfig(queryConfigFields, {})),
      facts: () => ({ authMode: 'open', deadlineMs: 15_000, ingest: {} }),
    });
    app = createTestHttpApp(routes);
    // The trace is sent in two requests, the child first.
    for (const [index, spans] of [[call], [root]].entries()) {
      const rows = takeIn(JSON.stringify({ spans })).map((span) => ({
        span,
        context: testContext,
      }));
      const logOffset = (1n << 48n) | BigInt(index);
      await writer.write(aSpanBlock(rows, { logOffset }), new AbortController().signal);
    }
  });
  afterAll(async () => {
    await Promise.all([writer.close(), reader.close(), analytics.close()]);
    await database.drop();
  });

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
