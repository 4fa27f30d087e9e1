import { aContext, aSpan, START_NS } from '@spanhouse/trace-store/testing';
import request from 'supertest';
import { createTestTraceQuery } from '../testing/test-trace-query.js';

const DAY_NS = 86_400_000_000_000n;

describe('GET /project/usage', () => {
  it('counts the spans of the project by the day of their start', async () => {
    const { app, analytics, analyze } = createTestTraceQuery();
    const start_time = START_NS;
    analyze({ start_time: START_NS + DAY_NS }, { start_time }, { start_time });
    analytics.add([{ span: aSpan({ start_time }), context: aContext() }]);

    const { body } = await request(app).get('/project/usage').expect(200);

    const dayOf = (ns: bigint) => new Date(Number(ns / 1_000_000n)).toISOString().slice(0, 10);
    expect(body).toEqual({
      days: [
        { day: dayOf(START_NS), spans: 2 },
        { day: dayOf(START_NS + DAY_NS), spans: 1 },
      ],
    });
  });

  it('takes a range', async () => {
    const { app, analytics } = createTestTraceQuery();

    await request(app)
      .get('/project/usage')
      .query({ oldest: '2026-05-01T10:00:00Z', newest: '2026-05-02T00:00:00Z' })
      .expect(200);

    expect(analytics.selections).toMatchObject([
      { oldest: 1_777_629_600_000_000_000n, newest: 1_777_680_000_000_000_000n },
    ]);
  });

  it('refuses a bound that is no time with 422', async () => {
    const { app } = createTestTraceQuery();

    const { body } = await request(app).get('/project/usage?oldest=yesterday').expect(422);

    expect(body.detail).toEqual([expect.objectContaining({ loc: ['query', 'oldest'] })]);
  });
});
