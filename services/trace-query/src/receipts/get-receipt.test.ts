import { AppError } from '@spanhouse/service-runtime';
import { aDeadLetter } from '@spanhouse/trace-store/testing';
import request from 'supertest';
import { createTestTraceQuery } from '../testing/test-trace-query.js';

// Offsets below 10 are committed in both partitions.
const stored = { partition: 0, offset: 9, spanCount: 3 };
const storedToo = { partition: 1, offset: 2, spanCount: 4 };
const queued = { partition: 1, offset: 10, spanCount: 5 };

function create() {
  const query = createTestTraceQuery();
  const get = async (receipt: string, headers: Record<string, string> = {}) => {
    const path = `/receipts/${receipt}`;
    const { status, body, headers: answered } = await request(query.app).get(path).set(headers);
    return { status, body, headers: answered };
  };
  return { ...query, get };
}

/** Returns dead-lettered rows of the log of the receipts. */
function deadRows(partition: number, offset: number, rowCount: number) {
  return aDeadLetter({ logId: 'in-memory-log', place: { partition, offset }, rowCount });
}

describe('GET /receipts/{receipt}', () => {
  it('is queued while a span is pending, and counts spans', async () => {
    const { get, receiptFor } = create();

    const { status, body } = await get(receiptFor([stored, storedToo, queued]));

    expect([status, body]).toEqual([
      200,
      { status: 'queued', pending: 5, stored: 7, dead_lettered: 0, lost: 0 },
    ]);
  });

  it('is stored when no span is pending', async () => {
    const { get, receiptFor, offsets } = create();
    const receipt = receiptFor([stored, queued]);

    offsets.commit(10, 11);

    expect((await get(receipt)).body).toEqual({
      status: 'stored',
      pending: 0,
      stored: 8,
      dead_lettered: 0,
      lost: 0,
    });
  });

  it('is partially_dead_lettered when at least one span was dead-lettered, even if all were', async () => {
    const { get, receiptFor, deadLetters } = create();
    await deadLetters.index.record([deadRows(0, 9, 1), deadRows(1, 2, 4)]);

    expect((await get(receiptFor([stored, storedToo]))).body).toEqual({
      status: 'partially_dead_lettered',
      pending: 0,
      stored: 2,
      dead_lettered: 5,
      lost: 0,
    });
    expect((await get(receiptFor([storedToo]))).body).toEqual({
      status: 'partially_dead_lettered',
      pending: 0,
      stored: 0,
      dead_lettered: 4,
      lost: 0,
    });
  });

  it('counts the dead letters of a message only once its offset is committed', async () => {
    const { get, receiptFor, deadLetters } = create();
    await deadLetters.index.record([deadRows(1, 10, 2)]);

    expect((await get(receiptFor([stored, queued]))).body).toEqual({
      status: 'queued',
      pending: 5,
      stored: 3,
      dead_lettered: 0,
      lost: 0,
    });
  });

  it('is lost when the log dropped a message of it before it was stored, and counts its spans', async () => {
    const { get, receiptFor, deadLetters } = create();
    await deadLetters.index.record([deadRows(0, 9, 1), deadRows(1, 2, 1)]);
    await deadLetters.index.recordLost({
      logId: 'in-memory-log',
      partition: 1,
      first: 1,
      end: 3,
    });

    expect((await get(receiptFor([stored, storedToo]))).body).toEqual({
      status: 'lost',
      pending: 0,
      stored: 2,
      dead_lettered: 1,
      lost: 4,
    });
    expect((await get(receiptFor([stored, storedToo, queued]))).body).toMatchObject({
      status: 'queued',
      pending: 5,
      lost: 4,
    });
    expect((await get(receiptFor([stored]))).body.status).toBe('partially_dead_lettered');
  });

  it('is lost as soon as the loss of its messages is recorded', async () => {
    const { get, receiptFor, deadLetters } = create();
    await deadLetters.index.recordLost({
      logId: 'in-memory-log',
      partition: 1,
      first: 10,
      end: 11,
    });

    expect((await get(receiptFor([queued]))).body).toMatchObject({
      status: 'lost',
      pending: 0,
      lost: 5,
    });
  });

  it('is stored for a write without spans', async () => {
    const { get, receiptFor } = create();

    expect((await get(receiptFor([]))).body).toEqual({
      status: 'stored',
      pending: 0,
      stored: 0,
      dead_lettered: 0,
      lost: 0,
    });
  });

  it('waits until the spans are stored if the request names its own receipt', async () => {
    const { get, receiptFor, offsets } = create();
    const receipt = receiptFor([queued]);
    const answer = get(receipt, { 'x-consistent-with': receipt });
    while (offsets.waiting === 0) {
      await new Promise((resolve) => setImmediate(resolve));
    }

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

  it('answers 404 after 24 hours, and reads no longer wait for it', async () => {
    const { app, get, receiptFor, clock } = create();
    const receipt = receiptFor([stored]);
    await clock.advance(86_399_999);
    const before = await get(receipt);

    await clock.advance(1);

    expect([before.status, (await get(receipt)).status]).toEqual([200, 404]);
    const read = await request(app).post('/spans/query').set('x-consistent-with', receipt);
    expect([read.status, read.body]).toEqual([400, { detail: 'Invalid receipt.' }]);
  });

  it.each(['/preview/receipts/', '/receipts/'])('has no mirror and no list: %s', async (path) => {
    const { app, receiptFor } = create();
    const suffix = path.startsWith('/preview') ? receiptFor([stored]) : '';

    expect((await request(app).get(`${path}${suffix}`)).status).toBe(404);
  });

  it('answers 405 for another method', async () => {
    const { app, receiptFor } = create();

    const { status, body } = await request(app).delete(`/receipts/${receiptFor([stored])}`);

    expect([status, body]).toEqual([405, { detail: 'Method Not Allowed' }]);
  });

  it('answers 503 while the log or the store is unavailable', async () => {
    const { get, receiptFor, offsets, deadLetters } = create();
    const receipt = receiptFor([stored]);
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

  it('is queued while the store is unavailable and every span is pending', async () => {
    const { get, receiptFor, deadLetters } = create();
    const message = 'connection refused';
    deadLetters.failure = new AppError('CLICKHOUSE_UNAVAILABLE', message, { retryable: true });

    const pending = await get(receiptFor([queued]));
    const inPart = await get(receiptFor([stored, queued]));
    deadLetters.failure = new AppError('CLICKHOUSE_QUERY_FAILED', 'unknown column');
    const failed = await get(receiptFor([queued]));

    expect(pending.body).toMatchObject({ status: 'queued', pending: 5 });
    expect([inPart.status, failed.status]).toEqual([503, 500]);
  });

  it('asks for either of the permissions for spans', async () => {
    const needs: unknown[] = [];
    const query = createTestTraceQuery({
      authenticate: (_authorization, { need }) => {
        needs.push(need);
        return Promise.reject(new AppError('FORBIDDEN', 'not allowed'));
      },
    });

    await request(query.app).get(`/receipts/${query.receiptFor([stored])}`);

    expect(needs).toEqual([['view_spans', 'edit_spans']]);
  });
});
