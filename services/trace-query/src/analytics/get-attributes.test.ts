import type { JsonObject } from '@spanhouse/span-schema';
import request from 'supertest';
import { traceId } from '../testing/a-stored-span.js';
import { createTestTraceQuery } from '../testing/test-trace-query.js';

/** Creates the service with one trace for each of the given attribute objects. Each trace has one span. */
function withAttributes(...attributes: readonly JsonObject[]) {
  const query = createTestTraceQuery();
  query.analyze(
    ...attributes.map((each, index) => ({ trace_id: traceId(index), attributes: each })),
  );
  return query;
}

describe('GET /attributes/keys', () => {
  it('shows the types that a key has, and how many spans have it', async () => {
    const { app, analytics } = withAttributes({ tier: 'gold' }, { tier: 'free' }, { tier: 5 });

    const { body } = await request(app).get('/attributes/keys?prefix=tier').expect(200);

    expect(body).toEqual({
      count: 1,
      keys: [{ key: 'tier', types: { string: 2, number: 1 }, count: 3 }],
    });
    expect(analytics.selections).toMatchObject([
      { prefix: 'tier', limit: 100, oldest: undefined, newest: undefined },
    ]);
  });

  it('shows all keys without a prefix', async () => {
    const { app, analytics } = withAttributes({ tier: 'gold' });

    const { body } = await request(app).get('/attributes/keys').expect(200);

    expect(body.keys.map(({ key }: { key: string }) => key)).toEqual([
      'ag.metrics.duration.cumulative',
      'ag.type.trace',
      'tier',
    ]);
    expect(analytics.selections).toMatchObject([{ prefix: '', limit: 100 }]);
  });

  it('takes a prefix, a range and a limit of 1000 at most', async () => {
    const { app, analytics } = createTestTraceQuery();

    await request(app)
      .get('/attributes/keys')
      .query({ prefix: 'ag.', oldest: '2026-05-01T10:00:00Z', newest: '2026-05-02', limit: '5000' })
      .expect(200);

    expect(analytics.selections).toMatchObject([
      { prefix: 'ag.', oldest: 1_777_629_600_000_000_000n, limit: 1000 },
    ]);
  });

  it.each([
    ['limit', '0'],
    ['oldest', 'yesterday'],
    ['source', 'links'],
  ])('refuses %s=%s with 422', async (name, value) => {
    const { app } = createTestTraceQuery();

    const { body } = await request(app)
      .get('/attributes/keys')
      .query({ [name]: value })
      .expect(422);

    expect(body.detail).toEqual([expect.objectContaining({ loc: ['query', name] })]);
  });
});

describe('GET /attributes/values', () => {
  it('lists the values of another source', async () => {
    const { app, analytics, analyze } = createTestTraceQuery();
    analyze({ resource: { attributes: { zone: 'a' } } });

    const { body } = await request(app)
      .get('/attributes/values?key=zone&source=resource')
      .expect(200);

    expect(body).toEqual({ count: 1, values: [{ value: 'a', count: 1 }] });
    expect(analytics.selections).toMatchObject([{ key: 'zone', source: 'resource' }]);
  });

  it('shows scalars unchanged, including integers beyond 2^53', async () => {
    const values = ['a "b"', 'a "b"', 9_007_199_254_740_993n, true];
    const { app, analytics } = withAttributes(...values.map((tier) => ({ tier })));

    const { text } = await request(app).get('/attributes/values?key=tier').expect(200);

    expect(text).toBe(
      '{"count":3,"values":[{"value":"a \\"b\\"","count":2},{"value":9007199254740993,"count":1},{"value":true,"count":1}]}',
    );
    expect(analytics.selections).toMatchObject([{ key: 'tier', limit: 100 }]);
  });

  it.each(['', '?key='])('needs a key: %s', async (query) => {
    const { app } = createTestTraceQuery();

    const { body } = await request(app).get(`/attributes/values${query}`).expect(400);

    expect(body).toEqual({ detail: "'key' is required." });
  });
});
