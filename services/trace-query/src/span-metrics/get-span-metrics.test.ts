import { issueKey } from '@spanhouse/catalog/testing';
import { AppError } from '@spanhouse/service-runtime';
import type { ProjectSum } from '@spanhouse/trace-store/writer';
import fc from 'fast-check';
import request from 'supertest';
import { parseExposition } from '../testing/parse-exposition.js';
import { createTestTraceQuery, type TestTraceQuery } from '../testing/test-trace-query.js';

const openProject = '00000000-0000-0000-0000-000000000000';

async function add(query: TestTraceQuery, project_id: string, service: string): Promise<void> {
  const sum: ProjectSum = {
    project_id,
    metric: 'calls',
    labels: [service, 'GET', 'SPAN_KIND_SERVER', 'STATUS_CODE_OK'],
    bucket: 1,
    amount: 1n,
    totalNs: 3_000_000n,
    totalBytes: 100n,
    exemplar: { trace_id: 'ab'.repeat(16), durationNs: 3_000_000n, receivedNs: 1n },
  };
  const round = query.spanMetrics.rounds + 1;
  await query.spanMetrics.add([sum], { round, author: 1, positions: [], pairedTo: [] });
}

describe('GET /span-metrics', () => {
  it('answers the text format of Prometheus, and the same twice', async () => {
    const query = createTestTraceQuery();
    await add(query, openProject, 'shop');

    const [first, second] = [
      await request(query.app).get('/span-metrics'),
      await request(query.app).get('/span-metrics'),
    ];

    expect(first.status).toBe(200);
    expect(first.headers['content-type']).toBe('text/plain; version=0.0.4; charset=utf-8');
    expect(Object.keys(parseExposition(first.text, 'prometheus'))).toHaveLength(19);
    expect(second.text).toBe(first.text);
  });

  it.each([
    ['application/openmetrics-text', 'openmetrics'],
    [
      'application/openmetrics-text;version=1.0.0;q=0.5,text/plain;version=0.0.4;q=0.4,*/*;q=0.1',
      'openmetrics',
    ],
    ['application/openmetrics-text;q=0.3,text/plain;version=0.0.4;q=0.4', 'prometheus'],
    ['application/openmetrics-text;q=0', 'prometheus'],
    ['*/*', 'prometheus'],
  ] as const)('answers %s with %s', async (accept, format) => {
    const query = createTestTraceQuery();
    await add(query, openProject, 'shop');

    const { text, headers } = await request(query.app).get('/span-metrics').set({ accept });

    const type =
      format === 'openmetrics' ? /^application\/openmetrics-text; version=1\.0\.0/ : /^text/;
    expect(headers['content-type']).toMatch(type);
    expect(parseExposition(text, format)).not.toEqual({});
  });

  it('answers what a strict parser of both formats accepts, whatever was counted', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anySum(), { maxLength: 8 }), async (sums) => {
        const query = createTestTraceQuery();
        await query.spanMetrics.add(sums, { round: 1, author: 1, positions: [], pairedTo: [] });

        for (const format of ['prometheus', 'openmetrics'] as const) {
          const accept = format === 'prometheus' ? 'text/plain' : 'application/openmetrics-text';
          const asked = request(query.app).get('/span-metrics').set({ accept });
          const { text } = await asked.expect(200);

          expect(Object.keys(parseExposition(text, format)).length > 0).toBe(sums.length > 0);
        }
      }),
    );
  });

  it('is unknown while the counts are off', async () => {
    const { app } = createTestTraceQuery({ settings: { servesSpanMetrics: false } });

    expect((await request(app).get('/span-metrics')).status).toBe(404);
  });

  it('fails as plain text while ClickHouse is unavailable', async () => {
    const query = createTestTraceQuery();
    query.spanMetrics.failure = new AppError('CLICKHOUSE_UNAVAILABLE', 'no', { retryable: true });

    const { status, headers } = await request(query.app).get('/span-metrics');

    expect(status).toBe(503);
    expect(headers['content-type']).toBe('text/plain; charset=utf-8');
  });
});

describe('GET /span-metrics with keys', () => {
  it('asks for a key with view_spans, in every form, and shows its project alone', async () => {
    const query = createTestTraceQuery({ authMode: 'keys' });
    const project = await query.catalog.defaultProject();
    const { text } = await issueKey(query.catalog, ['view_spans']);
    const writer = await issueKey(query.catalog, ['edit_spans']);
    await add(query, project.project_id, 'own');
    await add(query, '00000000-0000-0000-0000-00000000000f', 'foreign');
    const ask = () => request(query.app).get('/span-metrics');

    await ask().expect(401, 'Unauthorized').expect('www-authenticate', 'Basic realm="Spanhouse"');
    await ask().auth('anybody', writer.text).expect(403);
    await ask().auth('anybody', text).set('x-scope-orgid', 'another').expect(403);
    await ask().set('authorization', `Bearer ${text}`).expect(200);
    await ask().auth('anybody', text).expect(200);
    const answer = await ask().set('authorization', `ApiKey ${text}`).expect(200);

    expect(answer.text).toContain('service="own"');
    expect(answer.text).not.toContain('foreign');
  });
});

/** Generates sums of any metric and series, like those that the consumer writes in each round. */
function anySum(): fc.Arbitrary<ProjectSum> {
  const name = fc.constantFrom('', 'shop', '"', 'a\\', '\n', 'ä 😀', '{le="1"}');
  const ns = fc.bigInt({ min: 0n, max: 2n ** 62n });
  const kind: fc.Arbitrary<string> = fc.constantFrom('SPAN_KIND_SERVER', 'SPAN_KIND_CLIENT');
  const type: fc.Arbitrary<string> = fc.constantFrom('', 'database', 'virtual_node');
  const edge = [name, name, type];
  const seriesOf = (
    metrics: readonly ProjectSum['metric'][],
    labels: readonly fc.Arbitrary<string>[],
    buckets: number,
  ) =>
    fc.record({
      metric: fc.constantFrom(...metrics),
      labels: fc.tuple(...labels),
      bucket: fc.nat({ max: buckets }),
    });
  const series = fc.oneof(
    seriesOf(['calls'], [name, name, kind, name], 14),
    seriesOf(['server', 'client'], edge, 8),
    seriesOf(['request', 'failed'], edge, 0),
    seriesOf(['unpaired'], [name, name], 0),
  );
  const exemplar = fc.record({
    trace_id: fc.constant('ab'.repeat(16)),
    durationNs: ns,
    receivedNs: ns,
  });
  return fc
    .record({ series, amount: fc.bigInt({ min: 1n, max: 2n ** 40n }), ns, exemplar })
    .map(({ series, amount, ns: totalNs, exemplar: shown }) => ({
      ...series,
      project_id: openProject,
      amount,
      totalNs,
      totalBytes: amount,
      exemplar: series.metric === 'calls' ? shown : undefined,
    }));
}
