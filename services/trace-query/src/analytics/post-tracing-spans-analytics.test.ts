import { START_NS } from '@spanhouse/trace-store/testing';
import request from 'supertest';
import { createTestTraceQuery } from '../testing/test-trace-query.js';

const hour = { oldest: '2026-05-01T10:00:00Z', newest: '2026-05-01T11:00:00Z', interval: 30 };
const zeros = { count: 0, duration: 0, costs: 0, tokens: 0 };

describe('POST /tracing/spans/analytics', () => {
  it('shows every bucket of the range, zeros in empty ones, and no sum without values', async () => {
    const { app, analyze } = createTestTraceQuery();
    const start_time = START_NS + 30n * 60_000_000_000n;
    const noNumbers = { duration: {}, errors: {}, tokens: {}, costs: {} };
    analyze(
      { start_time, metrics: { ...noNumbers, duration: { cumulative: 5 } } },
      { start_time, trace_id: 'f'.repeat(32), metrics: noNumbers },
    );

    const { body } = await request(app).post('/tracing/spans/analytics').send(hour).expect(200);

    expect(body).toEqual({
      count: 2,
      buckets: [
        { timestamp: '2026-05-01T10:00:00Z', interval: 30, total: zeros, errors: zeros },
        {
          timestamp: '2026-05-01T10:30:00Z',
          interval: 30,
          total: { count: 2, duration: 5 },
          errors: { count: 0 },
        },
      ],
    });
  });

  it('sums traces, or spans if the focus in the body or the query string is span', async () => {
    const { app, analytics } = createTestTraceQuery();
    const post = () => request(app).post('/tracing/spans/analytics');

    await post().expect(200);
    expect(analytics.focus).toBe('trace');
    await post().query({ focus: 'span', rate: '0' }).expect(200);
    expect(analytics.focus).toBe('span');
    expect(analytics.selections[1]).toMatchObject({ ratePercent: 0 });
    await post()
      .send({ formatting: { focus: 'trace' } })
      .query({ focus: 'span' })
      .expect(200);
    expect(analytics.focus).toBe('trace');
  });

  it('has no mirror below /preview', async () => {
    const { app } = createTestTraceQuery();

    await request(app)
      .post('/preview/tracing/spans/analytics')
      .expect(404, { detail: 'Not Found' });
    await request(app).post('/api/tracing/spans/analytics/').expect(200);
  });
});
