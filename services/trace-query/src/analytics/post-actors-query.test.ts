import { AppError } from '@spanhouse/service-runtime';
import type { CanonicalSpan } from '@spanhouse/span-schema';
import { START_NS } from '@spanhouse/trace-store/testing';
import request from 'supertest';
import { traceId } from '../testing/a-stored-span.js';
import { createTestTraceQuery } from '../testing/test-trace-query.js';

/** One trace for each session and each user, newest first, and a second span of session `c`. */
const spans: readonly Partial<CanonicalSpan>[] = [
  ...['c', 'ä "b"', 'a'].map((id, index) => ({
    trace_id: traceId(index),
    start_time: START_NS + 3n - BigInt(index),
    end_time: START_NS + 3n,
    attributes: { ag: { session: { id }, user: { id } } },
  })),
  {
    trace_id: 'f'.repeat(32),
    start_time: START_NS + 3n,
    end_time: START_NS + 1_000_000_001n,
    attributes: { ag: { session: { id: 'c' }, user: { id: 'c' } } },
    metrics: {
      duration: {},
      errors: { incremental: 1 },
      tokens: { incremental: { prompt: 3, completion: 1, total: 4 } },
      costs: { incremental: { prompt: 0.5, completion: 0.25, total: 0.75 } },
    },
  },
];

function withActors() {
  const service = createTestTraceQuery();
  service.analyze(...spans);
  const post = (body: object, path = '/spans/sessions/query') =>
    request(service.app).post(path).send(body);
  return { ...service, post };
}

describe('POST /spans/sessions/query and /spans/users/query', () => {
  it.each(['/spans', '/tracing', '/preview/spans', '/preview/tracing'])(
    'answer below %s',
    async (root) => {
      const { post, analytics } = withActors();

      const sessions = await post({}, `${root}/sessions/query`).expect(200);
      const users = await post({}, `${root}/users/query`).expect(200);

      expect(sessions.body).toEqual({ count: 3, session_ids: ['c', 'ä "b"', 'a'] });
      expect(users.body).toEqual({ count: 3, user_ids: ['c', 'ä "b"', 'a'] });
      expect(analytics.selections).toMatchObject([
        {
          actor: 'session',
          isLatest: false,
          withSummaries: false,
          order: 'descending',
          limit: 1000,
        },
        { actor: 'user' },
      ]);
    },
  );

  it('show the boundary of older clients with the token, and continue by the token alone', async () => {
    const { post, analytics } = withActors();

    const first = await post({ realtime: true, windowing: { limit: 2 } }).expect(200);
    const { windowing } = first.body;
    const second = await post({ windowing: { next: windowing.next, limit: 1 } }).expect(200);

    expect(first.body).toMatchObject({ count: 2, session_ids: ['c', 'ä "b"'] });
    expect(windowing).toEqual({
      newest: '2026-05-01T10:00:00.000000002Z',
      limit: 2,
      order: 'descending',
      next: expect.any(String),
    });
    expect(second.body).toEqual({ count: 1, session_ids: ['a'] });
    expect(analytics.selections[1]).toMatchObject({
      isLatest: true,
      limit: 1,
      newest: undefined,
      after: { id: 'ä "b"', time: 1_777_629_600_000_000_002n },
    });
  });

  it('give the boundary as oldest in ascending order', async () => {
    const { post } = withActors();

    const { body } = await post({
      windowing: { limit: 1, order: 'ascending', oldest: '2026-01-01' },
    });

    expect(body.windowing).toMatchObject({ oldest: '2026-05-01T10:00:00.000000001Z' });
    expect(body.windowing).not.toHaveProperty('newest');
  });

  it('take a boundary alone as a bound, and ignore a UUID next to it', async () => {
    const { post, analytics } = withActors();
    const next = '00f067aa-0ba9-02b7-00f0-67aa0ba902b7';

    await post({ windowing: { newest: '2026-05-01T10:00:00.000000002Z', next } }).expect(200);

    expect(analytics.selections).toMatchObject([
      { newest: 1_777_629_600_000_000_002n, after: undefined },
    ]);
  });

  it('refuse the token of another list', async () => {
    const { post } = withActors();
    const { body } = await post({ windowing: { limit: 1 } }, '/spans/users/query');

    const answer = await post({ windowing: { next: body.windowing.next } }).expect(400);

    expect(answer.body).toEqual({ detail: "Invalid 'next' token." });
  });

  it('show the clamped limit when there is no more', async () => {
    const { body } = await withActors().post({ windowing: { limit: 20_000 } });

    expect(body.windowing).toEqual({ limit: 10_000, order: 'descending' });
  });

  it('add summaries of sessions, and none of users', async () => {
    const { post } = withActors();

    const sessions = await post({ include_summary: true, windowing: { limit: 1 } });
    const users = await post({ include_summary: true }, '/spans/users/query');

    expect(sessions.body.sessions).toEqual([
      {
        session_id: 'c',
        traces: 2,
        first_time: '2026-05-01T10:00:00.000000003Z',
        last_time: '2026-05-01T10:00:01.000000001Z',
        tokens: { prompt: 3, completion: 1, total: 4 },
        costs: { prompt: 0.5, completion: 0.25, total: 0.75 },
        errors: 1,
      },
    ]);
    expect(users.body).not.toHaveProperty('sessions');
  });

  it('need a body', async () => {
    const { app } = createTestTraceQuery();

    const { body } = await request(app).post('/spans/sessions/query').expect(422);

    expect(body.detail).toEqual([
      { type: 'missing', loc: ['body'], msg: 'Field required', input: null },
    ]);
  });

  it.each([
    [{ realtime: 'yes' }, ['body', 'realtime']],
    [{ include_summary: 1 }, ['body', 'include_summary']],
    [{ windowing: { limit: 0 } }, ['body', 'windowing', 'limit']],
    [[], ['body']],
  ])('refuse %j with 422', async (sent, loc) => {
    const { body } = await withActors().post(sent).expect(422);

    expect(body.detail).toEqual([expect.objectContaining({ loc })]);
  });

  it('answer 503 while ClickHouse is unavailable, never an empty list', async () => {
    const { post, analytics } = withActors();
    analytics.failure = new AppError('CLICKHOUSE_UNAVAILABLE', 'gone', { retryable: true });

    const { body } = await post({}).expect(503).expect('retry-after', /\d/);

    expect(body.detail).toMatchObject({ code: 'storage_unavailable' });
  });
});
