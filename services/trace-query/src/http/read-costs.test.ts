import { AppError } from '@spanhouse/service-runtime';
import { formatTimestamp } from '@spanhouse/span-schema';
import request from 'supertest';
import { aStoredSpan, spanId } from '../testing/a-stored-span.js';
import { createTestTraceQuery } from '../testing/test-trace-query.js';

const { trace_id, span_id } = aStoredSpan();
/** JSON that is too long to stay in memory until the answer is complete. */
const long = JSON.stringify({ text: 'a'.repeat(3_000_000), ag: { data: {} } });

function create() {
  const { app, reader } = createTestTraceQuery();
  const addLong = (first = 0) =>
    reader.add(
      Array.from({ length: 4 }, (_, index) =>
        aStoredSpan({ span_id: spanId(first + index), attributes: long }),
      ),
    );
  return { app, reader, addLong };
}

describe('x-query-cost', () => {
  it.each(['/spans/query', '/traces/query', '/tracing/spans/query'])(
    'shows what POST %s cost the store',
    async (path) => {
      const { app, reader } = create();
      reader.add([aStoredSpan(), aStoredSpan({ span_id: spanId(5) })]);

      const { headers } = await request(app).post(path);

      expect(headers['x-query-cost']).toBe('rows=2, bytes=200, ms=2');
      expect(headers['access-control-expose-headers']).toContain('x-query-cost');
    },
  );

  it.each([
    `/spans/?trace_id=${trace_id}`,
    `/spans/${trace_id}/${span_id}`,
    `/traces/?trace_id=${trace_id}`,
    `/traces/${trace_id}`,
    `/tracing/traces/${trace_id}`,
  ])('shows what GET %s cost the store, even when it finds nothing', async (path) => {
    const { app, reader } = create();
    const nothing = await request(app).get(path);
    reader.add([aStoredSpan()]);
    const found = await request(app).get(path);

    expect(nothing.headers['x-query-cost']).toBe('rows=0, bytes=0, ms=2');
    expect(found.headers['x-query-cost']).toBe('rows=1, bytes=100, ms=2');
  });

  it('adds up the statements of a request', async () => {
    const { app, reader } = create();
    reader.add([aStoredSpan()]);
    const windowing = { next: `${span_id}${span_id}`, newest: '2026-05-01T10:00:00Z' };

    const { headers } = await request(app).post('/spans/query').send({ windowing });

    expect(headers['x-query-cost']).toBe('rows=2, bytes=200, ms=3');
  });

  it('is absent if the store was not asked', async () => {
    const { app } = create();

    const { headers } = await request(app).get('/traces/xyz');

    expect(headers).not.toHaveProperty('x-query-cost');
  });
});

describe('x-visible-to', () => {
  it.each(['/spans/query', '/traces/summaries/query', '/spans/aggregate/query'])(
    'tells up to which time POST %s sees what is stored',
    async (path) => {
      const { app, clock } = createTestTraceQuery();

      const { headers } = await request(app).post(path).send({});

      expect(headers['x-visible-to']).toBe(formatTimestamp(clock.nowNs()));
      expect(headers['access-control-expose-headers']).toContain('x-visible-to');
    },
  );
});

describe('an answer too long to hold', () => {
  it.each(['/spans/query', '/traces/query', '/tracing/spans/query'])(
    'of POST %s has its count at the end, and its cost in a trailer',
    async (path) => {
      const { app, addLong } = create();
      addLong();

      const { headers, body, text } = await request(app).post(path).send({ focus: 'span' });

      expect(headers['trailer']).toBe('x-query-cost');
      expect(text).not.toMatch(/^\{"count"/);
      expect(body.count).toBe(path === '/traces/query' ? 1 : 4);
    },
  );

  it.each([`/traces/${trace_id}`, `/traces/?trace_id=${trace_id}`, `/tracing/traces/${trace_id}`])(
    'of GET %s is the same whether the trace is held or read span by span',
    async (path) => {
      const { app, reader, addLong } = create();
      addLong();
      const held = await request(app).get(path);
      reader.largeTraceSpans = 2;
      const streamed = await request(app).get(path);

      expect(streamed.body).toEqual(held.body);
      expect(streamed.headers['trailer']).toBe('x-query-cost');
    },
  );

  it('breaks the connection when the store fails after the answer began, and answers the failure before that', async () => {
    const { app, reader, addLong } = create();
    addLong();
    addLong(4);
    reader.failure = new AppError('CLICKHOUSE_UNAVAILABLE', 'away', { retryable: true });
    reader.portionsBeforeFailure = 3;
    await expect(request(app).post('/spans/query')).rejects.toThrow();

    reader.portionsBeforeFailure = 1;
    expect((await request(app).post('/spans/query')).status).toBe(503);
  });
});
