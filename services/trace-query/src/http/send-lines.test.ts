import { once } from 'node:events';
import { request as openRequest } from 'node:http';
import { AppError, listen } from '@spanhouse/service-runtime';
import { waitUntil } from '@spanhouse/service-runtime/testing';
import request from 'supertest';
import { aStoredSpan, spanId } from '../testing/a-stored-span.js';
import { createTestTraceQuery } from '../testing/test-trace-query.js';

const ndjson = 'application/x-ndjson';

function spansOf(count: number, text = '') {
  return Array.from({ length: count }, (_, index) =>
    aStoredSpan({
      trace_id: (index + 1).toString(16).padStart(32, '0'),
      span_id: spanId(index),
      start_time: BigInt(index),
      attributes: JSON.stringify({ text, ag: { data: {} } }),
    }),
  );
}

function create(options?: Parameters<typeof createTestTraceQuery>[0]) {
  const query = createTestTraceQuery(options);
  const stream = (path: string, body: object = {}, accept = ndjson) =>
    request(query.app).post(path).set('accept', accept).send(body);
  return { ...query, stream };
}

type Json = ReturnType<typeof JSON.parse>;

function linesOf(text: string): Json[] {
  expect(text === '' || text.endsWith('\n')).toBe(true);
  return text
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line));
}

describe.each(['/spans/query', '/traces/query'])(
  'POST %s with Accept: application/x-ndjson',
  (path) => {
    it('answers every item as a line, in the order and form of the JSON answer', async () => {
      const { app, reader, stream } = create({ settings: { defaultLimit: 3, maxLimit: 4 } });
      reader.add(spansOf(7));
      const items: Json[] = [];
      let windowing: object | undefined = {};
      while (windowing !== undefined) {
        const page: Json = (await request(app).post(path).send({ windowing })).body;
        items.push(...(page.spans ?? page.traces));
        windowing = page.windowing;
      }

      const { status, headers, text } = await stream(path);

      expect([status, headers['content-type']]).toEqual([200, ndjson]);
      expect(linesOf(text)).toEqual(items);
      expect(items).toHaveLength(7);
    });

    it('is limited by a limit in the request, however large, not by the one inside a token', async () => {
      const { app, reader, stream } = create({ settings: { defaultLimit: 2, maxLimit: 2 } });
      reader.add(spansOf(6));
      const { next } = (await request(app).post(path).send({})).body.windowing;

      const five = await stream(path, { windowing: { limit: 5 } });
      const rest = await stream(path, { windowing: { next } });
      const one = await stream(path, { windowing: { next, limit: 1 } });

      expect([five, rest, one].map(({ text }) => linesOf(text).length)).toEqual([5, 4, 1]);
    });

    it('answers an empty result without any line', async () => {
      const { stream } = create();

      const { status, text } = await stream(path);

      expect([status, text]).toEqual([200, '']);
    });

    it('shows the spans that were stored when it began, whatever arrives later', async () => {
      const { reader, stream, offsets } = create();
      reader.add(spansOf(4));
      offsets.commit(10, 10);
      reader.add([aStoredSpan({ span_id: spanId(99) })], { offset: 11 });

      expect(linesOf((await stream(path)).text)).toHaveLength(4);
    });

    it('refuses as the JSON form does, and fails as it does before the first line', async () => {
      const { reader, stream } = create();
      reader.add(spansOf(3));
      const refused = await stream(path, { windowing: { next: 'nonsense' } });
      reader.failure = new AppError('DEADLINE_EXCEEDED', 'too slow');
      const failed = await stream(path);

      expect([refused.status, refused.body]).toEqual([400, { detail: "Invalid 'next' token." }]);
      expect([failed.status, failed.body.detail.code]).toEqual([504, 'deadline_exceeded']);
      expect(failed.headers['x-ag-support-id']).toEqual(expect.any(String));
    });

    it.each([
      [
        new AppError('CLICKHOUSE_UNAVAILABLE', 'away', { retryable: true }),
        503,
        'storage_unavailable',
      ],
      [new AppError('DEADLINE_EXCEEDED', 'too slow'), 504, 'deadline_exceeded'],
    ])('ends with a line that reports %s if it fails', async (failure, status, code) => {
      const { reader, stream, registry } = create();
      reader.add(spansOf(5));
      reader.failure = failure;
      reader.portionsBeforeFailure = 1;

      const { status: head, text } = await stream(path);

      const lines = linesOf(text);
      expect([head, lines.length]).toEqual([200, 3]);
      expect(lines.at(-1)).toEqual({ error: { status, code, message: expect.any(String) } });
      const outcome = status === 503 ? 'unavailable' : 'timed_out';
      expect(await registry.metrics()).toMatch(
        new RegExp(`reads_total\\{kind="\\w+",outcome="${outcome}"\\} 1`),
      );
    });

    it('breaks the connection on an internal error', async () => {
      const { reader, stream } = create();
      reader.add(spansOf(5));
      reader.failure = new Error('a bug');
      reader.portionsBeforeFailure = 1;

      await expect(stream(path)).rejects.toThrow();
    });

    it('is compressed if the client accepts that, and flushed after each portion', async () => {
      const { reader, stream } = create();
      reader.add(spansOf(30));

      const { headers, text } = await stream(path).set('accept-encoding', 'gzip');

      expect(headers['content-encoding']).toBe('gzip');
      expect(linesOf(text)).toHaveLength(30);
    });

    it('shows its cost in a trailer', async () => {
      const { app, reader } = create();
      reader.add(spansOf(3));
      const server = await listen(app, { host: '127.0.0.1', port: 0 });
      const asking = openRequest(`${server.address}${path}`, {
        method: 'POST',
        headers: { accept: ndjson },
      });
      asking.end();
      const [answer] = await once(asking, 'response');
      answer.resume();
      await once(answer, 'end');

      expect(answer.headers.trailer).toBe('x-query-cost');
      expect(answer.trailers['x-query-cost']).toBe('rows=3, bytes=300, ms=2');
      await server.close();
    });

    it('reads no further than the client takes it, and stops when the client leaves', async () => {
      const { app, reader, registry } = create();
      reader.add(spansOf(60, 'a'.repeat(400_000)));
      const server = await listen(app, { host: '127.0.0.1', port: 0 });
      const asking = openRequest(`${server.address}${path}`, {
        method: 'POST',
        headers: { accept: ndjson },
      });
      asking.on('error', () => undefined);
      asking.end();
      const [answer] = await once(asking, 'response');
      answer.on('error', () => undefined);
      await once(answer, 'readable');
      let before = -1;
      await waitUntil('the reads pause', () => {
        const isStill = reader.portions === before;
        before = reader.portions;
        return isStill;
      });

      expect(reader.portions).toBeLessThan(25);
      asking.destroy();

      const abandoned = /reads_total\{kind="\w+",outcome="abandoned"\} 1/;
      await waitUntil('the read is abandoned', async () =>
        abandoned.test(await registry.metrics()),
      );
      expect(reader.portions).toBeLessThan(30);
      await server.close();
    });
  },
);

describe('Accept', () => {
  it.each([
    ['application/json', 'application/json'],
    ['*/*', 'application/json'],
    ['application/*', 'application/json'],
    ['application/x-ndjson;q=0.5, application/json', 'application/json'],
    ['application/x-ndjson, application/json;q=0.9', ndjson],
    ['application/x-ndjson, */*', ndjson],
  ])('%s is answered with %s', async (accept, type) => {
    const { stream } = create();

    const { headers } = await stream('/spans/query', {}, accept);

    expect(headers['content-type']).toContain(type);
  });
});

describe('a line of a trace too large to hold', () => {
  const large = Array.from({ length: 6 }, (_, index) =>
    aStoredSpan({ span_id: spanId(index), start_time: BigInt(index) }),
  );

  it('is written span by span', async () => {
    const { reader, stream } = create();
    reader.add(large);
    const held = linesOf((await stream('/traces/query')).text);
    reader.largeTraceSpans = 1;

    expect(linesOf((await stream('/traces/query')).text)).toEqual(held);
  });
});
