import request from 'supertest';
import { createTestTraceQuery } from '../testing/test-trace-query.js';

describe('GET /attributes/keys', () => {
  it('shows the types a key really has, and how many spans have it', async () => {
    const { app, analytics } = createTestTraceQuery();
    analytics.keys = [{ key: 'tier', types: { string: 2, number: 1, boolean: 0 } }];

    const { body } = await request(app).get('/attributes/keys').expect(200);

    expect(body).toEqual({
      count: 1,
      keys: [{ key: 'tier', types: { string: 2, number: 1 }, count: 3 }],
    });
    expect(analytics.selections).toMatchObject([
      { prefix: '', limit: 100, oldest: undefined, newest: undefined },
    ]);
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
  it('shows scalars as they are, the integers beyond 2^53 included', async () => {
    const { app, analytics } = createTestTraceQuery();
    analytics.values = [
      { json: '"a \\"b\\""', count: 2 },
      { json: '9007199254740993', count: 1 },
      { json: 'true', count: 1 },
    ];

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
