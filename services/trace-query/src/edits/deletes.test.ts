import { AppError } from '@spanhouse/service-runtime';
import { DeferredSpanPublisher } from '@spanhouse/span-log/deferred-publisher';
import { partitionOfTrace } from '@spanhouse/span-log/publisher';
import { deletedTraceOf } from '@spanhouse/span-log/subscription';
import { InMemorySpanLog } from '@spanhouse/span-log/testing';
import request from 'supertest';
import { aStoredSpan, spanId } from '../testing/a-stored-span.js';
import { untilWaiting } from '../testing/fake-committed-offsets.js';
import { createTestTraceQuery, type TestTraceQueryOptions } from '../testing/test-trace-query.js';

const traceId = 'a'.repeat(32);
const projectId = '00000000-0000-0000-0000-000000000000';

const paths = ['/traces/', '/tracing/traces/', '/simple/traces/'];

function create(options: TestTraceQueryOptions = {}) {
  const query = createTestTraceQuery(options);
  query.reader.add(
    [
      aStoredSpan({ trace_id: traceId, span_id: spanId(2), parent_id: spanId(1), start_time: 6n }),
      aStoredSpan({ trace_id: traceId, span_id: spanId(1), start_time: 5n }),
    ],
    { projectId, partition: partitionOfTrace(projectId, traceId, 2) },
  );
  const remove = async (path: string, headers: Record<string, string> = {}) => {
    const { status, body, headers: answered } = await request(query.app).delete(path).set(headers);
    return { status, body, receipt: answered['x-ingest-receipt'] };
  };
  const published = () => [0, 1].flatMap((partition) => query.log.messages(partition));
  return { ...query, remove, published };
}

function isInSecond(id: string): boolean {
  return partitionOfTrace(projectId, id, 2) === 1;
}

describe('DELETE', () => {
  it.each([
    ['/traces/', 202, { count: 1, trace_id: traceId }],
    [
      '/tracing/traces/',
      202,
      {
        count: 2,
        links: [1, 2].map((id) => ({ trace_id: traceId, span_id: spanId(id) })),
      },
    ],
    ['/simple/traces/', 200, { count: 1, link: { trace_id: traceId, span_id: spanId(1) } }],
    ['/preview/traces/', 202, { count: 1, trace_id: traceId }],
  ])('%s{trace_id} answers which stored spans it removes', async (path, expected, answer) => {
    const { remove } = create();

    const { status, body, receipt } = await remove(`${path}${traceId}`);

    expect([status, body]).toEqual([expected, answer]);
    expect(receipt).toMatch(/./);
  });

  it.each([
    ['/traces/', 202, { count: 0 }],
    ['/tracing/traces/', 202, { count: 0, links: [] }],
    ['/simple/traces/', 200, { count: 0 }],
  ])(
    '%s{trace_id} deletes an unknown trace, because its spans may be queued',
    async (path, expected, answer) => {
      const { remove, published } = create();

      const { status, body, receipt } = await remove(`${path}${'b'.repeat(32)}`);

      expect([status, body]).toEqual([expected, answer]);
      expect(receipt).toMatch(/./);
      expect(published().map(deletedTraceOf)).toEqual(['b'.repeat(32)]);
    },
  );

  it('goes through the log, in the partition of the trace and with the time of receipt', async () => {
    const { remove, published, clock } = create();

    await remove(`/traces/0x${traceId.toUpperCase()}`);

    expect(published()).toMatchObject([
      {
        partition: partitionOfTrace(projectId, traceId, 2),
        headers: { kind: 'delete-trace', projectId, receivedAt: clock.nowNs() },
      },
    ]);
  });

  it.each(paths)('%s{trace_id} refuses an invalid id with 400 Invalid trace_id', async (path) => {
    const { remove, published } = create();

    const { status, body, receipt } = await remove(`${path}xyz`);

    expect([status, body, receipt]).toEqual([400, { detail: 'Invalid trace_id' }, undefined]);
    expect(published()).toEqual([]);
  });

  it('returns a receipt that is pending until the delete takes effect', async () => {
    const { app, remove, offsets } = create();
    const { receipt } = await remove(`/traces/${traceId}`);
    const statusOf = async () => (await request(app).get(`/receipts/${receipt}`)).body.status;

    offsets.commit(0, 0);
    expect(await statusOf()).toBe('queued');
    offsets.commit(1, 1);
    expect(await statusOf()).toBe('stored');
  });

  it('answers 503 while the store or the log is unavailable, and publishes nothing without a receipt', async () => {
    const { reader, remove, published } = create();
    reader.failure = new AppError('CLICKHOUSE_UNAVAILABLE', 'away', { retryable: true });
    const withoutStore = await remove(`/traces/${traceId}`);

    expect([withoutStore.status, withoutStore.body.detail.code]).toEqual([
      503,
      'storage_unavailable',
    ]);
    expect(published()).toEqual([]);

    const reason = 'no broker';
    const publisher = new InMemorySpanLog({ partitionCount: 2 });
    publisher.publish = async () => ({ status: 'retryable', reason, retryAfterSeconds: 1 });
    const { app } = create({ publisher });
    const answer = await request(app).delete(`/traces/${traceId}`);

    expect([answer.status, answer.body.detail.code, answer.headers['retry-after']]).toEqual([
      503,
      'log_unavailable',
      '1',
    ]);
  });

  it('waits for the receipts that the request names', async () => {
    const { remove, receipt } = create();

    const answer = await remove(`/traces/${traceId}`, {
      'x-consistent-with': receipt(10),
    });
    const foreign = await remove(`/traces/${traceId}`, { 'x-consistent-with': 'nonsense' });

    expect([answer.status, foreign.status]).toEqual([202, 400]);
  });

  it.each(paths)('%s{trace_id} counts nothing when it is repeated at once', async (path) => {
    const { app, offsets, reader, remove } = create();
    const partition = partitionOfTrace(projectId, traceId, 2);
    const first = await remove(`${path}${traceId}`);
    offsets.ends = [11, 11];

    const again = request(app)
      .delete(`${path}${traceId}`)
      .then((answer) => answer.body);
    await untilWaiting(offsets);
    reader.delete({
      logPartition: partition,
      tombstones: [{ projectId, traceId, logOffset: (1n << 48n) | 10n }],
    });
    offsets.commit(11, 11);

    expect(first.body.count).toBeGreaterThan(0);
    expect(await again).toMatchObject({ count: 0 });
  });

  it('is accepted after its time-out and counts what is stored', async () => {
    const { clock, offsets, published, remove } = create();
    offsets.ends = [11, 11];

    const inTime = remove(`/traces/${traceId}`, { 'x-consistency-timeout-ms': '700' });
    await untilWaiting(offsets);
    await clock.advance(699);
    const before = published().length;
    await clock.advance(1);

    expect(await inTime).toMatchObject({ status: 202, body: { count: 1 } });
    expect(before).toBe(0);
    expect(published()).toHaveLength(1);
  });

  it('shares its time-out with the wait for receipts, and neither counts as reading', async () => {
    const { clock, offsets, published, receipt, registry, remove } = create();
    offsets.ends = [99, 99];

    const removed = remove(`/traces/${traceId}`, {
      'x-consistent-with': receipt(11),
      'x-consistency-timeout-ms': '700',
    });
    await untilWaiting(offsets);
    await clock.advance(500);
    offsets.commit(11, 11);
    await untilWaiting(offsets);
    await clock.advance(199);
    const before = published().length;
    await clock.advance(1);

    expect((await removed).status).toBe(202);
    expect(before).toBe(0);
    expect(await registry.metrics()).toMatch(
      /^spanhouse_query_read_duration_seconds_sum{kind="edit".*} 0$/m,
    );
  });

  it('goes to the partition of the trace also in a log that is reached while it waits for the store', async () => {
    const log = new InMemorySpanLog({ partitionCount: 2 });
    const publisher = new DeferredSpanPublisher();
    const { app, offsets } = create({ publisher });
    const inSecond = ['a', 'b', 'c', 'd'].map((digit) => digit.repeat(32)).find(isInSecond);
    offsets.ends = [11, 11];

    const removed = request(app)
      .delete(`/traces/${inSecond}`)
      .then(({ status }) => status);
    await untilWaiting(offsets);
    await publisher.resolve(log);
    offsets.commit(11, 11);

    expect(await removed).toBe(202);
    expect([log.messages(0), log.messages(1).map(deletedTraceOf)]).toEqual([[], [inSecond]]);
  });

  it('does not wait for other partitions', async () => {
    const { offsets, remove } = create();
    offsets.ends = partitionOfTrace(projectId, traceId, 2) === 0 ? [10, 99] : [99, 10];

    expect(await remove(`/traces/${traceId}`)).toMatchObject({ status: 202, body: { count: 1 } });
  });

  it('is no method of the reserved words that GET knows', async () => {
    const { remove } = create();

    expect((await remove('/traces/query')).body).toEqual({ detail: 'Invalid trace_id' });
  });
});
