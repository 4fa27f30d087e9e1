import { AppError } from '@spanhouse/service-runtime';
import request from 'supertest';
import { aStoredSpan } from '../testing/a-stored-span.js';
import { createTestTraceQuery } from '../testing/test-trace-query.js';

const paths = ['/spans/query', '/traces/query'];

/** Returns the items of an answer in their order. */
function listOf({ spans, traces, summaries }: Record<string, object>): readonly unknown[] {
  return Object.values(spans ?? traces ?? summaries ?? {});
}

describe('Accept: application/x-ndjson; progress=1', () => {
  it.each(paths)('adds progress to %s, at the latest as the last line', async (path) => {
    const { app, reader } = createTestTraceQuery();
    reader.add([aStoredSpan({})]);
    const lines = async (accept: string, windowing: object) => {
      const { headers, text } = await request(app).post(path).set({ accept }).send({ windowing });
      expect(headers['content-type']).toBe('application/x-ndjson');
      return text
        .trim()
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => JSON.parse(line));
    };
    const bounds = { oldest: '2026-05-01', newest: '2026-05-02' };

    const plain = await lines('application/x-ndjson', bounds);
    const down = await lines('application/x-ndjson; progress=1', bounds);
    const up = await lines('application/x-ndjson; progress=1', { ...bounds, order: 'ascending' });
    const cut = await lines('application/x-ndjson;progress=1', { limit: 1 });
    const none = await lines('application/x-ndjson;progress=1', { newest: '2020-01-01' });

    expect(down.slice(0, plain.length)).toEqual(plain);
    const cost = { rows: expect.any(Number), bytes: expect.any(Number) };
    expect(down.at(-1)).toEqual({ progress: { ...cost, reached: '2026-05-01T00:00:00Z' } });
    expect(up.at(-1)).toEqual({ progress: { ...cost, reached: '2026-05-02T00:00:00Z' } });
    expect(cut.at(-1)).toEqual({ progress: { ...cost, reached: '2026-05-01T10:00:00Z' } });
    expect(none).toEqual([{ progress: { ...cost, reached: '2020-01-01T00:00:00Z' } }]);
    expect(down.at(-1).progress.rows).toBeGreaterThan(0);
  });

  it.each([...paths, '/traces/summaries/query'])(
    'ends %s with the token of the next page if its limit ends it',
    async (path) => {
      const { app, reader } = createTestTraceQuery();
      const ids = [1, 2, 3].map((digit) => `${digit}`);
      reader.add(ids.map((digit) => aStoredSpan({ trace_id: digit.repeat(32) })));
      const send = (windowing: object, accept = 'application/json') =>
        request(app).post(path).set({ accept }).send({ windowing });
      const stream = async (limit: number) => {
        const { text } = await send({ limit }, 'application/x-ndjson; progress=1');
        return text
          .trim()
          .split('\n')
          .map((line) => JSON.parse(line));
      };

      const [, , cut] = await stream(2);
      const { body } = await send({ next: cut.progress.next });
      const all = await send({});

      expect(body.count).toBe(1);
      expect(listOf(body).at(-1)).toEqual(listOf(all.body).at(-1));
      expect((await stream(3)).at(-1).progress).not.toHaveProperty('next');
    },
  );

  it('ends a stream that breaks with its failure only', async () => {
    const { app, reader } = createTestTraceQuery();
    reader.add([1, 2, 3].map((digit) => aStoredSpan({ span_id: `${digit}`.repeat(16) })));
    reader.failure = new AppError('CLICKHOUSE_UNAVAILABLE', 'gone', { retryable: true });
    reader.portionsBeforeFailure = 1;

    const { text } = await request(app)
      .post('/spans/query')
      .set({ accept: 'application/x-ndjson; progress=1' })
      .send({});

    const lines = text.trim().split('\n');
    expect(lines).toHaveLength(3);
    expect(JSON.parse(lines.at(-1) ?? '')).toMatchObject({ error: { status: 503 } });
  });
});
