import type { JsonObject } from '@spanhouse/span-schema';
import request from 'supertest';
import { traceId } from '../testing/a-stored-span.js';
import { createTestTraceQuery } from '../testing/test-trace-query.js';

const paths = [
  '/spans/analytics/query',
  '/tracing/analytics/query',
  '/preview/spans/analytics/query',
  '/preview/tracing/analytics/query',
];
const DAY_NS = 86_400_000_000_000n;
const oldest = '2026-05-01T00:00:00Z';
const newest = '2026-05-02T00:00:00Z';
const oldestNs = BigInt(Date.parse(oldest)) * 1_000_000n;
const projectId = '00000000-0000-0000-0000-000000000000';

function post(
  service: ReturnType<typeof createTestTraceQuery>,
  body: string | object | undefined,
  query: Record<string, string> = {},
) {
  return request(service.app).post('/spans/analytics/query').query(query).send(body);
}

describe('POST /spans/analytics/query', () => {
  it('answers under its paths and their mirrors, without a body as well', async () => {
    for (const path of paths) {
      const { body } = await request(createTestTraceQuery().app).post(path).expect(200);

      expect(body).toMatchObject({ count: 0, buckets: [] });
    }
  });

  it('measures the metrics of the default specs over the 30 days before the next UTC midnight', async () => {
    const service = createTestTraceQuery();
    const now = service.clock.nowNs();
    const newest = (now / DAY_NS + 1n) * DAY_NS;

    const { body } = await post(service, {}).expect(200);

    expect(service.analytics.selections).toEqual([
      expect.objectContaining({
        project_id: projectId,
        filter: undefined,
        oldest: newest - 30n * DAY_NS,
        newest,
        bucketNs: 30n * DAY_NS,
        ratePercent: undefined,
      }),
    ]);
    expect(body.query).toMatchObject({
      formatting: { focus: 'trace', format: 'agenta' },
      windowing: { interval: 43_200 },
    });
    expect(body.query).not.toHaveProperty('filtering');
    expect(
      body.specs.map(({ type, path }: { type: string; path: string }) => [type, path]),
    ).toEqual([
      ['numeric/continuous', 'attributes.ag.metrics.duration.cumulative'],
      ['numeric/continuous', 'attributes.ag.metrics.errors.cumulative'],
      ['numeric/continuous', 'attributes.ag.metrics.costs.cumulative.total'],
      ['numeric/continuous', 'attributes.ag.metrics.tokens.cumulative.total'],
      ['categorical/single', 'attributes.ag.type.trace'],
      ['categorical/single', 'attributes.ag.type.span'],
    ]);
  });

  it('shows each bucket by its start and its paths, leaving out what has no values', async () => {
    const service = createTestTraceQuery();
    const at = (minutes: number, attributes: JsonObject) => ({
      trace_id: traceId(minutes),
      start_time: oldestNs + BigInt(minutes) * 60_000_000_000n,
      attributes,
    });
    service.analyze(
      at(0, { tier: 'gold' }),
      at(59, { tier: 'free' }),
      at(60, { tier: 5 }),
      at(23 * 60, { plan: {} }),
    );
    const specs = [
      { type: 'string', path: 'attributes.tier' },
      { type: 'json', path: 'plan' },
    ];

    const { body } = await post(service, { oldest, newest, interval: 60, specs });

    expect(body.count).toBe(2);
    expect(body.buckets).toEqual([
      {
        timestamp: oldest,
        interval: 60,
        metrics: { 'attributes.tier': { type: 'string', count: 2 } },
      },
      {
        timestamp: '2026-05-01T23:00:00Z',
        interval: 60,
        metrics: { 'attributes.plan': { type: 'json', count: 1 } },
      },
    ]);
  });

  it('prefers, field by field, the body to the query string, and a nested member to both', async () => {
    const service = createTestTraceQuery();
    const specs = JSON.stringify([{ type: 'binary', path: 'ok' }]);

    const { body } = await post(
      service,
      {
        oldest: '2026-04-01T00:00:00Z',
        newest,
        windowing: { oldest },
        filtering: { conditions: [{ field: 'span_type', value: 'llm' }] },
      },
      { oldest: 'yesterday', rate: '0.29', specs, limit: 'ignored', unknown: '1' },
    ).expect(200);

    expect(service.analytics.selections).toEqual([
      expect.objectContaining({
        oldest: oldestNs,
        ratePercent: 29,
        filter: { kind: 'equals_any', field: 'span_type', values: ['llm'] },
      }),
    ]);
    expect(service.analytics.specs).toEqual([
      expect.objectContaining({ type: 'binary', path: 'ok' }),
    ]);
    expect(body.query).toEqual({
      formatting: { focus: 'trace', format: 'agenta' },
      windowing: { newest, oldest, interval: 1440, rate: 0.29 },
      filtering: { conditions: [{ field: 'span_type', value: 'llm' }] },
    });
  });

  it.each(['none', '*', undefined])(
    'leaves other specs of a path as they are when a spec of it has the type %s',
    async (type) => {
      const service = createTestTraceQuery();
      const wanted = { type: 'string', path: 'attributes.a' };
      const nothing = { type, path: 'a' };

      for (const specs of [
        [wanted, nothing],
        [nothing, wanted],
      ]) {
        const { body } = await post(service, { specs }).expect(200);

        expect(body.specs).toEqual([wanted]);
      }
    },
  );

  it('uses the later of two specs for one path, and ignores `none` and `*`', async () => {
    const service = createTestTraceQuery();

    const { body } = await post(service, {
      specs: [
        { type: 'string', path: 'a' },
        { path: 'b' },
        { type: '*', path: 'c' },
        { type: 'numeric/continuous', path: 'attributes.a', bins: 3, vmin: 0 },
      ],
    }).expect(200);

    expect(body.specs).toEqual([
      { type: 'numeric/continuous', path: 'attributes.a', bins: 3, vmin: 0, edge: true },
    ]);
  });

  it.each([
    [{ specs: [{ type: 'numeric' }] }, ['body', 'specs', 0, 'type'], 'enum'],
    [{ specs: [{ bins: 0 }] }, ['body', 'specs', 0, 'bins'], 'greater_than_equal'],
    [{ specs: [{ bins: 10_001 }] }, ['body', 'specs', 0, 'bins'], 'less_than_equal'],
    [{ specs: [{ bins: 1.5 }] }, ['body', 'specs', 0, 'bins'], 'int_type'],
    [{ specs: [{ vmin: 2, vmax: 1 }] }, ['body', 'specs', 0], 'value_error'],
    [{ specs: {} }, ['body', 'specs'], 'list_type'],
    [{ specs: '[' }, ['body', 'specs'], 'json_invalid'],
    [{ focus: 'tree' }, ['body', 'focus'], 'enum'],
    [{ interval: 0 }, ['body', 'interval'], 'value_error'],
    [{ windowing: { rate: 2 } }, ['body', 'windowing', 'rate'], 'value_error'],
    [{ filter: 'x' }, ['body', 'filter'], 'json_invalid'],
  ])('refuses %j with 422', async (sent, loc, type) => {
    const { body } = await post(createTestTraceQuery(), sent).expect(422);

    expect(body.detail).toEqual([expect.objectContaining({ loc, type })]);
  });

  it('names the query string as the location of its specs', async () => {
    const { body } = await post(createTestTraceQuery(), undefined, { specs: '[{"type":"x"}]' });

    expect(body.detail).toEqual([expect.objectContaining({ loc: ['query', 'specs', 0, 'type'] })]);
  });
});
