import { AppError } from '@spanhouse/service-runtime';
import request from 'supertest';
import { letterOf } from '../testing/letters.js';
import { testAdminKey } from '../testing/test-admin.js';
import { createTestTraceQuery, type TestTraceQueryOptions } from '../testing/test-trace-query.js';

function create(options: TestTraceQueryOptions = {}) {
  const query = createTestTraceQuery({ ...options, settings: { adminKeys: [testAdminKey] } });
  const get = () =>
    request(query.app).get('/admin/ingest').set('authorization', `Access ${testAdminKey}`);
  return { ...query, get };
}

describe('GET /admin/ingest', () => {
  it('shows lag, times, rate, dropped codes, dead letters and the store', async () => {
    const dropped = new Map([
      ['invalid_enum', 3],
      ['invalid_time', 9],
      ['invalid_event', 3],
      ['invalid_link', 0],
    ]);
    const { get, offsets, ingestState, clock } = create({
      ingestTotals: { acceptedPerSecond: 41_000.5, dropped },
    });
    offsets.commit(10, 7);
    offsets.ends = [10, 9];
    offsets.unreadMs = 400;
    await ingestState.record([600, 900]);
    ingestState.store = { rows: 5, bytes: 7000, freeBytes: 120_000_000_000 };

    const { status, body, headers } = await get();

    expect(status).toBe(200);
    expect(headers['cache-control']).toBe('no-store');
    expect(body).toEqual({
      at: new Date(clock.nowMs()).toISOString(),
      partitions: [
        { partition: 0, end: 10, committed: 10, lag_records: 0, lag_seconds: 0 },
        { partition: 1, end: 9, committed: 7, lag_records: 2, lag_seconds: 0.4 },
      ],
      time_to_visible_ms: { p50: 750, p95: 885, max: 900 },
      accepted_per_second: 41_000.5,
      dropped: [
        { code: 'invalid_time', count: 9 },
        { code: 'invalid_enum', count: 3 },
        { code: 'invalid_event', count: 3 },
      ],
      dead_letters: 0,
      store: { rows: 5, bytes: 7000, free_bytes: 120_000_000_000 },
    });
  });

  it('counts the rows of dead letters that are not settled', async () => {
    const { get, log } = create();
    const origin = { partition: 0, offset: 8 };
    await log.put([await letterOf([{}, {}, {}]), await letterOf([{}], { origin })]);
    const before = (await get()).body.dead_letters;
    await log.settle([{ letterId: '1-0-8-0', origin: { partition: 0, offset: 9 } }]);

    expect([before, (await get()).body.dead_letters]).toEqual([4, 3]);
  });

  it('gives null for times without a value', async () => {
    const { body } = await create().get();

    expect(body.time_to_visible_ms).toEqual({ p50: null, p95: null, max: null });
  });

  it('names how many gateways the numbers are sums of', async () => {
    const ingestTotals = { acceptedPerSecond: 0, dropped: new Map(), gateways: 3 };

    const { body } = await create({ ingestTotals }).get();

    expect(body.gateways).toBe(3);
  });

  it('answers 503 while the log or the store is unavailable', async () => {
    const { get, offsets, ingestState } = create();
    offsets.isAway = true;
    const withoutLog = await get();
    offsets.isAway = false;
    ingestState.failure = new AppError('CLICKHOUSE_UNAVAILABLE', 'away', { retryable: true });
    const withoutStore = await get();

    expect([withoutLog.status, withoutStore.status]).toEqual([503, 503]);
  });
});
