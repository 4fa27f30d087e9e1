import { AppError } from '@spanhouse/service-runtime';
import request from 'supertest';
import { createTestTraceQuery } from '../testing/test-trace-query.js';

// Offsets below 10 are committed in both partitions.
const STORED = { partition: 0, offset: 9, spanCount: 3 };
const STORED_TOO = { partition: 1, offset: 2, spanCount: 4 };
const QUEUED = { partition: 1, offset: 10, spanCount: 5 };

function create() {
  const query = createTestTraceQuery();
  const get = async (receipt: string, headers: Record<string, string> = {}) => {
    const path = `/receipts/${receipt}`;
    const { status, body, headers: answered } = await request(query.app).get(path).set(headers);
    return { status, body, headers: answered };
  };
  return { ...query, get };
}

describe('GET /receipts/{receipt}', () => {
  it('is queued while a span is pending, and counts spans', async () => {
    const { get, receiptFor } = create();

    const { status, body } = await get(receiptFor([STORED, STORED_TOO, QUEUED]));

    expect([status, body]).toEqual([
      200,
      { status: 'queued', pending: 5, stored: 7, dead_lettered: 0 },
    ]);
  });

  it('is stored when none is pending any more', async () => {
    const { get, receiptFor, offsets } = create();
    const receipt = receiptFor([STORED, QUEUED]);

    offsets.commit(10, 11);

    expect((await get(receipt)).body).toEqual({
      ...{ status: 'stored', pending: 0, stored: 8, dead_lettered: 0 },
    });
  });

  it('is partially_dead_lettered when a span was put aside, also when all were', async () => {
    const { get, receiptFor, deadLetters } = create();
    deadLetters.rows.set('0@9', 1).set('1@2', 4);

    expect((await get(receiptFor([STORED, STORED_TOO]))).body).toEqual({
      ...{ status: 'partially_dead_lettered', pending: 0, stored: 2, dead_lettered: 5 },
    });
    expect((await get(receiptFor([STORED_TOO]))).body).toEqual({
      ...{ status: 'partially_dead_lettered', pending: 0, stored: 0, dead_lettered: 4 },
    });
  });

  it('counts what was put aside of a message only once the message is settled', async () => {
    const { get, receiptFor, deadLetters } = create();
    deadLetters.rows.set('1@10', 2);

    expect((await get(receiptFor([STORED, QUEUED]))).body).toEqual({
      ...{ status: 'queued', pending: 5, stored: 3, dead_lettered: 0 },
    });
  });

  it('is stored for a write without spans', async () => {
    const { get, receiptFor } = create();

    expect((await get(receiptFor([]))).body).toEqual({
      ...{ status: 'stored', pending: 0, stored: 0, dead_lettered: 0 },
    });
  });

  it('answers after the spans are stored when it is to be consistent with its own receipt', async () => {
    const { get, receiptFor, offsets } = create();
    const receipt = receiptFor([QUEUED]);
    const answer = get(receipt, { 'x-consistent-with': receipt });
    while (offsets.waiting === 0) await new Promise((resolve) => setImmediate(resolve));

    offsets.commit(10, 11);

    expect((await answer).body.status).toBe('stored');
  });

  it.each(['nonsense', '53995c3f42cd8ad8', '%E0%A4%A'])('answers 404 for %j', async (receipt) => {
    const { get } = create();

    const { status, body } = await get(receipt);

    expect([status, body]).toEqual([404, { detail: 'Not Found' }]);
  });

  it('answers 404 for a receipt of another project', async () => {
    const { get, receipt } = create();

    expect((await get(receipt(1, '00000000-0000-0000-0000-000000000009'))).status).toBe(404);
  });

  it('answers 404 after 24 hours, and no read waits for it any more', async () => {
    const { app, get, receiptFor, clock } = create();
    const receipt = receiptFor([STORED]);
    await clock.advance(86_399_999);
    const before = await get(receipt);

    await clock.advance(1);

    expect([before.status, (await get(receipt)).status]).toEqual([200, 404]);
    const read = await request(app).post('/spans/query').set('x-consistent-with', receipt);
    expect([read.status, read.body]).toEqual([400, { detail: 'Invalid receipt.' }]);
  });

  it.each(['/preview/receipts/', '/receipts/'])('has no mirror and no list: %s', async (path) => {
    const { app, receiptFor } = create();
    const suffix = path.startsWith('/preview') ? receiptFor([STORED]) : '';

    expect((await request(app).get(`${path}${suffix}`)).status).toBe(404);
  });

  it('answers 405 for another method', async () => {
    const { app, receiptFor } = create();

    const { status, body } = await request(app).delete(`/receipts/${receiptFor([STORED])}`);

    expect([status, body]).toEqual([405, { detail: 'Method Not Allowed' }]);
  });

  it('answers 503 while the log or the store is away', async () => {
    const { get, receiptFor, offsets, deadLetters } = create();
    const receipt = receiptFor([STORED]);
    const message = 'connection refused';
    deadLetters.failure = new AppError('CLICKHOUSE_UNAVAILABLE', message, { retryable: true });
    const withoutStore = await get(receipt);
    offsets.isAway = true;
    const withoutLog = await get(receipt);

    expect([withoutStore.status, withoutStore.body.detail.code]).toEqual([
      503,
      'storage_unavailable',
    ]);
    expect([withoutLog.status, withoutLog.body.detail.code]).toEqual([503, 'log_unavailable']);
    expect(withoutLog.headers['retry-after']).toBe('1');
  });

  it('asks for either of the permissions for spans', async () => {
    const needs: unknown[] = [];
    const query = createTestTraceQuery({
      authenticate: (_authorization, { need }) => {
        needs.push(need);
        return Promise.reject(new AppError('FORBIDDEN', 'not allowed'));
      },
    });

    await request(query.app).get(`/receipts/${query.receiptFor([STORED])}`);

    expect(needs).toEqual([['view_spans', 'edit_spans']]);
  });
});
