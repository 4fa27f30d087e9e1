import request from 'supertest';
import { aStoredSpan } from '../testing/a-stored-span.js';
import { untilWaiting } from '../testing/fake-committed-offsets.js';
import { createTestTraceQuery } from '../testing/test-trace-query.js';

const { trace_id, span_id } = aStoredSpan();

type ReadRoute = readonly ['get' | 'post', string];

const reads: readonly [ReadRoute, ...ReadRoute[]] = [
  ['post', '/spans/query'],
  ['post', '/traces/query'],
  ['post', '/tracing/spans/query'],
  ['get', `/spans/?trace_id=${trace_id}`],
  ['get', `/spans/${trace_id}/${span_id}`],
  ['get', `/traces/?trace_id=${trace_id}`],
  ['get', `/traces/${trace_id}`],
  ['get', `/tracing/traces/${trace_id}`],
];

type Headers = Record<string, string>;

function create() {
  const query = createTestTraceQuery();
  query.reader.add([aStoredSpan()], { offset: 14 });
  const read = (headers: Headers, [method, path]: ReadRoute = reads[0]) =>
    request(query.app)[method](path).set(headers);
  return { ...query, read };
}

describe('x-consistent-with', () => {
  it.each(reads)('holds %s %s back until the receipt is stored', async (method, path) => {
    const query = create();
    const answer = query
      .read({ 'x-consistent-with': query.receipt(15) }, [method, path])
      .then(({ body }) => body);
    await untilWaiting(query.offsets);

    query.offsets.commit(15, 0);

    await expect(answer).resolves.toMatchObject({ count: 1 });
  });

  it('does not wait for a write that is already stored', async () => {
    const { read, receipt } = create();

    expect((await read({ 'x-consistent-with': receipt(10) })).status).toBe(200);
  });

  it('waits for every one of several receipts', async () => {
    const query = create();
    const answer = query
      .read({ 'x-consistent-with': `${query.receipt(3)}, ${query.receipt(15)}` })
      .then((response) => response);
    await untilWaiting(query.offsets);

    query.offsets.commit(15, 0);

    expect((await answer).status).toBe(200);
  });

  it.each([
    [{}, 5000],
    [{ 'x-consistency-timeout-ms': '20' }, 20],
    [{ 'x-consistency-timeout-ms': '99999999' }, 30_000],
    [{ 'x-consistency-timeout-ms': '0' }, 0],
  ])('gives up with %j after %d ms', async (headers, timeoutMs) => {
    const query = create();
    const answer = query
      .read({ ...headers, 'x-consistent-with': query.receipt(99) })
      .then((response) => response);
    await untilWaiting(query.offsets);
    if (timeoutMs > 0) {
      await query.clock.advance(timeoutMs - 1);
    }
    const waiting = query.offsets.waiting;

    await query.clock.advance(1);

    const { status, body } = await answer;
    expect(waiting).toBe(1);
    expect([status, body.detail.code]).toEqual([504, 'not_yet_visible']);
  });

  it.each(['', 'nonsense', '53995c3f42cd8ad8'])('refuses the receipt %j', async (receipt) => {
    const { read } = create();

    const { status, body } = await read({ 'x-consistent-with': receipt });

    expect([status, body]).toEqual([400, { detail: 'Invalid receipt.' }]);
  });

  it('refuses the receipt of another project, and an invalid receipt among valid ones', async () => {
    const { read, receipt } = create();
    const foreign = receipt(1, '00000000-0000-0000-0000-000000000009');

    expect((await read({ 'x-consistent-with': foreign })).body.detail).toBe('Invalid receipt.');
    expect((await read({ 'x-consistent-with': `${receipt(1)},x` })).body.detail).toBe(
      'Invalid receipt.',
    );
  });

  it.each(['-1', '1.5', 'soon', '', '1e3'])('refuses a time-out of %j', async (timeout) => {
    const { read } = create();

    const { status, body } = await read({ 'x-consistency-timeout-ms': timeout });

    expect([status, body]).toEqual([400, { detail: 'Invalid x-consistency-timeout-ms.' }]);
  });

  it('shows the write that it waited for even if the log becomes unavailable at that moment', async () => {
    const query = create();
    await query.read({}); // makes the service remember a snapshot with offset 10
    const answer = query.read({ 'x-consistent-with': query.receipt(15) }).then(({ body }) => body);
    await untilWaiting(query.offsets);
    query.offsets.isAway = true;

    query.offsets.commit(15, 0);

    await expect(answer).resolves.toMatchObject({ count: 1 });
  });

  it('counts the waits', async () => {
    const { read, receipt, registry } = create();
    await read({ 'x-consistent-with': receipt(10) });

    expect(await registry.metrics()).toContain(
      'spanhouse_query_receipt_wait_seconds_count{outcome="visible"} 1',
    );
  });
});
