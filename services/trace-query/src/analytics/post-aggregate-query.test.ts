import type { CanonicalSpan, JsonObject } from '@spanhouse/span-schema';
import request from 'supertest';
import { spanId, traceId } from '../testing/a-stored-span.js';
import { createTestTraceQuery } from '../testing/test-trace-query.js';

const DAY_NS = 86_400_000_000_000n;
const oldest = '2026-05-01T00:00:00Z';
const newest = '2026-05-01T01:00:00Z';
const oldestNs = BigInt(Date.parse(oldest)) * 1_000_000n;

type Service = ReturnType<typeof createTestTraceQuery>;

function post(service: Service, body: object | undefined) {
  return request(service.app).post('/spans/aggregate/query').send(body);
}

interface Sent {
  readonly minute: number;
  readonly ms?: number;
  readonly members?: Partial<CanonicalSpan>;
  readonly attributes?: JsonObject;
}

/** Creates the service. Stores each given span as the root of its own trace. */
function serviceWith(...sent: readonly Sent[]): Service {
  const service = createTestTraceQuery();
  service.analyze(
    ...sent.map(({ minute, ms, members, attributes }, index) => ({
      trace_id: traceId(index),
      span_id: spanId(index),
      parent_id: undefined,
      start_time: oldestNs + BigInt(minute) * 60_000_000_000n,
      attributes: { ag: { data: {} }, ...attributes },
      metrics: {
        duration: ms === undefined ? {} : { cumulative: ms },
        errors: { incremental: 1 },
        tokens: { incremental: { prompt: 3, completion: 1, total: 4 } },
        costs: {},
      },
      ...members,
    })),
  );
  return service;
}

const failed = { status_code: 'STATUS_CODE_ERROR' } as const;

describe('POST /spans/aggregate/query', () => {
  it('counts all spans and the failed ones without a body', async () => {
    const { body } = await post(
      serviceWith({ minute: 0 }, { minute: 1, members: failed }),
      undefined,
    );

    expect(body).toEqual({ accuracy: 'exact', total: { count: 2, failed: 1 } });
  });

  it('counts by time in buckets that begin at oldest, without those that are empty', async () => {
    const service = serviceWith({ minute: 0 }, { minute: 59, members: failed }, { minute: 59 });

    const { body } = await post(service, { windowing: { oldest, newest }, time: { buckets: 7 } });

    expect(body).toEqual({
      accuracy: 'exact',
      interval_ms: 514_286,
      total: { count: 3, failed: 1 },
      rows: [
        { time: oldest, count: 1, failed: 0 },
        { time: '2026-05-01T00:51:25.716000Z', count: 2, failed: 1 },
      ],
    });
  });

  it('leaves bounds open, and fills them in with a time', async () => {
    const service = createTestTraceQuery();
    const midnight = (service.clock.nowNs() / DAY_NS + 1n) * DAY_NS;

    await post(service, {}).expect(200);
    const { body } = await post(service, { time: { interval_ms: 3_600_000 } }).expect(200);

    expect(service.analytics.selections).toMatchObject([
      { oldest: undefined, newest: undefined },
      { oldest: midnight - 30n * DAY_NS, newest: midnight },
    ]);
    expect(body.interval_ms).toBe(3_600_000);
  });

  it('measures groups, the largest first, and counts the others', async () => {
    const tier = (name: string) => ({ attributes: { tier: name } });
    const service = serviceWith(
      { minute: 0, ms: 1, ...tier('a') },
      { minute: 0, ms: 4, ...tier('b') },
      { minute: 0, ms: 2, ...tier('b') },
      { minute: 0 },
    );

    const { body } = await post(service, {
      group_by: [{ field: 'attributes', key: 'tier' }, { field: 'status_code' }],
      measures: [
        'count',
        'errors',
        'duration.p50',
        'duration.p99.9',
        'duration.sum',
        'tokens.sum',
        'tokens.prompt',
        'costs.completion',
      ],
      limit: 1,
    });

    const measured = { errors: 2, tokens: { sum: 8, prompt: 6 }, costs: { completion: 0 } };
    expect(body.rows).toEqual([
      {
        group: ['b', 'STATUS_CODE_OK'],
        count: 2,
        ...measured,
        duration: { p50: 3, 'p99.9': 3.998, sum: 6 },
      },
    ]);
    expect(body.others).toEqual({ groups: 2, count: 2 });
  });

  it('shows an absent value as null, and numbers with their type', async () => {
    const service = serviceWith({ minute: 0, attributes: { n: 5 } }, { minute: 0 });

    const { body } = await post(service, { group_by: [{ field: 'attributes', key: 'n' }] });

    expect(body.rows.map(({ group }: { group: unknown }) => group)).toEqual([[5], [null]]);
  });

  it('counts the values of facets; those that are listed, others and absent make up the total', async () => {
    const service = serviceWith(
      ...['a', 'a', 'b', 'c'].map((tier) => ({ minute: 0, attributes: { tier } })),
      { minute: 0, attributes: { tier: ['a'] } },
      { minute: 0 },
    );

    const { body } = await post(service, {
      facets: [{ field: 'attributes', key: 'tier' }, { field: 'span_kind' }],
      limit: 2,
    });

    expect(body.facets).toEqual([
      {
        field: 'attributes',
        key: 'tier',
        values: [
          { value: 'a', count: 2 },
          { value: 'b', count: 1 },
        ],
        others: { values: 2, count: 2 },
        absent: 1,
      },
      expect.objectContaining({ field: 'span_kind', others: { values: 0, count: 0 }, absent: 0 }),
    ]);
  });

  it('cuts values into bins and closes the last one', async () => {
    const service = serviceWith(...[1, 2, 3, 9].map((ms) => ({ minute: 0, ms })), { minute: 0 });

    const { body } = await post(service, { value: { bins: 2 } });

    expect(body.value).toEqual({ min: 1, max: 9, outside: 1 });
    expect(body.rows).toEqual([
      { value: [1, 5], count: 3, failed: 0 },
      { value: [5, 9], count: 1, failed: 0 },
    ]);
  });

  it('cuts positive values into bins of equal ratio on a logarithmic scale', async () => {
    const service = serviceWith(...[0, 1, 9, 100].map((ms) => ({ minute: 0, ms })));

    const { body } = await post(service, {
      value: { path: 'attributes.ag.metrics.duration.cumulative', scale: 'log', bins: 2 },
    });

    expect(body.value).toEqual({ min: 1, max: 100, outside: 1 });
    expect(body.rows).toEqual([
      { value: [1, 10], count: 2, failed: 0 },
      { value: [10, 100], count: 1, failed: 0 },
    ]);
  });

  it('makes one bin of equal values, and none without values', async () => {
    const one = await post(serviceWith({ minute: 0, ms: 5 }, { minute: 0, ms: 5 }), { value: {} });
    const none = await post(serviceWith({ minute: 0 }), { value: {} });

    expect(one.body.rows).toEqual([{ value: [5, 5], count: 2, failed: 0 }]);
    expect(none.body).toMatchObject({ value: { min: null, max: null, outside: 1 }, rows: [] });
  });

  it('counts traces with their totals', async () => {
    const service = serviceWith({ minute: 0 });
    service.analyze({
      trace_id: traceId(0),
      span_id: spanId(1),
      parent_id: spanId(0),
      start_time: oldestNs,
      metrics: {
        duration: {},
        errors: { incremental: 2 },
        tokens: { incremental: { prompt: 1, completion: 1, total: 2 } },
        costs: {},
      },
    });

    const { body } = await post(service, {
      focus: 'trace',
      measures: ['count', 'errors', 'tokens.sum'],
    });

    expect(body.total).toEqual({ count: 1, errors: 3, tokens: { sum: 6 } });
  });

  it.each([
    { time: {} },
    { time: { buckets: 1, interval_ms: 1 } },
    { time: { interval_ms: 1 } },
    { value: { min: 2, max: 1 } },
    { value: { scale: 'log', min: 0 } },
    { measures: ['sum'] },
    { measures: ['duration.p101'] },
    { measures: ['tokens.total'] },
  ])('answers 422 to %j', async (body) => {
    await post(createTestTraceQuery(), body).expect(422);
  });

  it.each([
    [{ group_by: [{ field: 'trace_id' }] }, "Unsupported condition field 'trace_id'."],
    [{ facets: [{ field: 'events' }] }, "Unsupported condition field 'events'."],
    [{ facets: [{ field: 'attributes' }] }, "'attributes' key is required and thus never null."],
  ])('answers 400 to %j', async (body, detail) => {
    const answer = await post(createTestTraceQuery(), body).expect(400);

    expect(answer.body.detail).toBe(detail);
  });
});
