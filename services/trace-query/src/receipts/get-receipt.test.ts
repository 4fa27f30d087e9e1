import { AppError } from '@spanhouse/service-runtime';
import type { ReceiptPosition } from '@spanhouse/span-log/receipt';
import { aDeadLetter } from '@spanhouse/trace-store/testing';
import request from 'supertest';
import { untilWaiting } from '../testing/fake-committed-offsets.js';
import { createTestTraceQuery } from '../testing/test-trace-query.js';

// In both partitions, all offsets below 10 are committed.
const stored = { partition: 0, offset: 9, spanCount: 3 };
const storedToo = { partition: 1, offset: 2, spanCount: 4 };
const queued = { partition: 1, offset: 10, spanCount: 5 };
const lost = { logId: 'in-memory-log', partition: 1 };

const zeros = { pending: 0, stored: 0, dead_lettered: 0, lost: 0 };

function create() {
  const query = createTestTraceQuery();
  const get = (receipt: string, headers: Record<string, string> = {}) =>
    request(query.app).get(`/receipts/${receipt}`).set(headers);
  const look = async (...positions: readonly ReceiptPosition[]) =>
    (await get(query.receiptFor(positions))).body;
  return { ...query, get, look, index: query.deadLetters.index };
}

/** Returns dead-lettered rows of the log that issued the receipts. */
function deadRows(partition: number, offset: number, rowCount: number) {
  return aDeadLetter({ logId: 'in-memory-log', position: { partition, offset }, rowCount });
}

describe('GET /receipts/{receipt}', () => {
  it('counts spans, and is queued while one is pending', async () => {
    const { look } = create();

    expect(await look(stored, storedToo, queued)).toEqual({
      ...zeros,
      status: 'queued',
      pending: 5,
      stored: 7,
    });
  });

  it('is stored when no span is pending, and for a write without spans', async () => {
    const { look, offsets } = create();
    expect(await look()).toEqual({ ...zeros, status: 'stored' });

    offsets.commit(10, 11);

    expect(await look(stored, queued)).toEqual({ ...zeros, status: 'stored', stored: 8 });
  });

  it('is partially_dead_lettered when at least one span was dead-lettered, even if all were', async () => {
    const { look, index } = create();
    await index.record([deadRows(0, 9, 1), deadRows(1, 2, 4)]);
    const dead = { ...zeros, status: 'partially_dead_lettered' };

    expect(await look(stored, storedToo)).toEqual({ ...dead, stored: 2, dead_lettered: 5 });
    expect(await look(storedToo)).toEqual({ ...dead, dead_lettered: 4 });
  });

  it('counts the dead letters of a message only once its offset is committed', async () => {
    const { look, index } = create();
    await index.record([deadRows(1, 10, 2)]);

    expect(await look(stored, queued)).toEqual({
      ...zeros,
      status: 'queued',
      pending: 5,
      stored: 3,
    });
  });

  it('is lost when the log dropped a message of it before it was stored, and counts its spans', async () => {
    const { look, index } = create();
    await index.record([deadRows(0, 9, 1), deadRows(1, 2, 1)]);
    await index.recordLost({ ...lost, first: 1, end: 3 });

    expect(await look(stored, storedToo)).toEqual({
      ...zeros,
      status: 'lost',
      stored: 2,
      dead_lettered: 1,
      lost: 4,
    });
    const all = await look(stored, storedToo, queued);
    expect(all).toMatchObject({ status: 'queued', pending: 5, lost: 4 });
    expect((await look(stored)).status).toBe('partially_dead_lettered');
  });

  it('is lost as soon as the loss of its messages is recorded', async () => {
    const { look, index } = create();
    await index.recordLost({ ...lost, first: 10, end: 11 });

    expect(await look(queued)).toEqual({ ...zeros, status: 'lost', lost: 5 });
  });

  it('waits until the spans are stored if the request names its own receipt', async () => {
    const { get, receiptFor, offsets } = create();
    const receipt = receiptFor([queued]);
    const answer = get(receipt, { 'x-consistent-with': receipt }).then(({ body }) => body);
    await untilWaiting(offsets);

    offsets.commit(10, 11);

    expect(await answer).toMatchObject({ status: 'stored' });
  });

  it.each(['nonsense', '53995c3f42cd8ad8', '%E0%A4%A'])('answers 404 for %j', async (receipt) => {
    const { get } = create();

    const { status, body } = await get(receipt);

    expect([status, body]).toEqual([404, { detail: 'Not Found' }]);
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
    const { get, look, receiptFor, deadLetters } = create();
    const message = 'connection refused';
    deadLetters.failure = new AppError('CLICKHOUSE_UNAVAILABLE', message, { retryable: true });

    const pending = await look(queued);
    const inPart = await get(receiptFor([stored, queued]));
    deadLetters.failure = new AppError('CLICKHOUSE_QUERY_FAILED', 'unknown column');
    const failed = await get(receiptFor([queued]));

    expect(pending).toMatchObject({ status: 'queued', pending: 5 });
    expect([inPart.status, failed.status]).toEqual([503, 500]);
  });
});
