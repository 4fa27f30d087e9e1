import request from 'supertest';
import { takeInSpans } from '../testing/intake.js';
import { askJaeger } from '../testing/jaeger/ask-jaeger.js';
import { createTestJaeger, createTestTempo } from '../testing/test-doors.js';

const traceId = 'e'.repeat(32);
const hours = { start: '1777629599', end: '1777640500' };
const range = 'start=1777629599&end=1777640500&step=1s';
const milliseconds = 'endTs=1777629800000&lookback=3600000&step=3600';

function q(text: string): string {
  return `q=${encodeURIComponent(text)}`;
}

function entries(count: number, key: string, members: object) {
  return Array.from({ length: count }, (_, index) => ({
    ...members,
    attributes: [{ key, value: { intValue: index } }],
  }));
}

describe('a query of Tempo', () => {
  const timeUnixNano = '1777629600000000000';
  const crowded = takeInSpans([
    {
      events: entries(1001, 'a', { name: 'e', timeUnixNano }),
      links: entries(1000, 'b', { traceId, spanId: '1'.repeat(16) }),
    },
  ]);
  const pairs = '{ event.a + link.b < 0 }';

  it.each([
    `/api/search?${q(pairs)}`,
    `/api/metrics/query_range?${q(`${pairs} | rate()`)}&${range}`,
    `/api/metrics/query?${q(`${pairs} | rate()`)}&${range}`,
    `/api/v2/traces/${traceId}?${q(pairs)}`,
    `/api/v2/search/tags?${q(pairs)}`,
    `/api/v2/search/tag/name/values?${q(pairs)}`,
  ])('is 422 if a span has too many pairs of events and links: %s', async (path) => {
    await createTestTempo({}, crowded)
      .ask(path)
      .expect(422, 'span 0000000000000001 has too many events and links for this query');
  });

  it.each([
    ['count_over_time() by (name)', '500 series have too many points: make step longer'],
    ['compare({ status = error }, 1000)', 'the attributes have too many points: make step longer'],
  ])('is 422 if %s has too many points', async (first, text) => {
    const spans = takeInSpans(
      Array.from({ length: 500 }, (_, index) => ({ name: `name ${index}` })),
    );

    await createTestTempo({}, spans)
      .ask(`/api/metrics/query_range?${q(`{ } | ${first}`)}&${range}`)
      .expect(422, text);
  });
});

describe('a quantile of Tempo', () => {
  const counted = takeInSpans([
    { name: 'name 0', attributes: [{ key: 'x', value: { intValue: 7 } }] },
  ]);

  /** Sends a query to a store in which `changes` are applied to the bucket of the only group. */
  function askWith(changes: object, q: string) {
    const service = createTestTempo({}, counted);
    const { analytics } = service;
    const groupSpans = analytics.groupSpans.bind(analytics);
    analytics.groupSpans = async (...read) =>
      (await groupSpans(...read))?.map((group) => ({
        ...group,
        buckets: group.buckets.map((bucket) => ({ ...bucket, ...changes })),
      }));
    return service.ask(`/api/metrics/query?${new URLSearchParams({ q, ...hours })}`);
  }

  it.each(['span.x', 'duration'])('is 422 if %s of too many spans is measured', async (field) => {
    await askWith({ count: 5e9, durations: [] }, `{ } | quantile_over_time(${field}, 0.5)`).expect(
      422,
      'quantile_over_time measures more than 10000000 spans: narrow the query or its range',
    );
  });

  it('reads the spans themselves if their durations are too many to list', async () => {
    const q = '{ name = "name 0" } | quantile_over_time(duration, 0.5)';

    const listed = await askWith({}, q).expect(200);
    const unlisted = await askWith({ durations: [] }, q).expect(200);

    expect(listed.body.series).toMatchObject([{ value: 1e-9 }]);
    expect(unlisted.body.series).toEqual(listed.body.series);
  });
});

describe('a list of names', () => {
  const tooMany = 'The spans have more than 10000 names.';

  function createWithNames() {
    const service = createTestJaeger();
    const names = Array.from({ length: 10_001 }, (_, index) => `name ${index}`);
    const { analytics } = service;
    const aggregateSpans = analytics.aggregateSpans.bind(analytics);
    analytics.listServices = () => Promise.resolve(names);
    analytics.aggregateSpans = async (...read) => ({
      ...(await aggregateSpans(...read)),
      others: { groups: 1, count: 1 },
    });
    return service;
  }

  it.each([
    ['/api/services', tooMany],
    ['/api/v3/services', tooMany],
    ['/api/services/payments/operations', tooMany],
    ['/api/operations?service=payments', tooMany],
    ['/api/v3/operations?service=payments', tooMany],
    [
      `/api/metrics/calls?service=payments&groupByOperation=true&${milliseconds}`,
      'The operations have more than 1000000 points.',
    ],
  ])('of Jaeger is 422 if there are too many: %s', async (path, text) => {
    expect(await askJaeger(createWithNames().app).refusalOf(path)).toEqual([422, text]);
  });

  it.each(['services', 'spans?serviceName=payments', 'remoteServices?serviceName=payments'])(
    'of Zipkin is 422 if there are too many: %s',
    async (path) => {
      await request(createWithNames().app).get(`/zipkin/api/v2/${path}`).expect(422, tooMany);
    },
  );
});

describe('the tab Monitor', () => {
  const manyPoints = 'endTs=1777629800000&lookback=10999&step=1&groupByOperation=true&quantile=0.5';

  /**
   * Creates the service with several services that have sixty operations each. All calls to these operations fall into
   * the first point.
   */
  function createWithOperations() {
    const service = createTestJaeger();
    const { analytics } = service;
    const aggregateSpans = analytics.aggregateSpans.bind(analytics);
    const rows = Array.from({ length: 60 }, (_, index) => ({
      bucket: 0,
      bin: undefined,
      group: [`"operation ${index}"`],
      measured: [1],
    }));
    analytics.aggregateSpans = async (...read) => ({ ...(await aggregateSpans(...read)), rows });
    return service;
  }

  it('is 422 if only the points of all services together are too many', async () => {
    const { app } = createWithOperations();
    const path = `/api/metrics/latencies?${manyPoints}&service=payments`;

    await request(app).get(`/jaeger${path}`).expect(200);
    expect(await askJaeger(app).refusalOf(`${path}&service=gateway`)).toEqual([
      422,
      'The operations have more than 1000000 points.',
    ]);
  });
});
