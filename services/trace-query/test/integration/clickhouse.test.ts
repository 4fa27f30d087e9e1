import { describeWithBackend } from '@spanhouse/service-runtime/testing';
import type { CanonicalSpan } from '@spanhouse/span-schema';
import { aCanonicalSpan } from '@spanhouse/span-schema/testing';
import type { TraceReader } from '@spanhouse/trace-store/reader';
import { FakeTraceReader } from '@spanhouse/trace-store/testing';
import request from 'supertest';
import { store, testContext } from '../../src/testing/intake.js';
import { openTestStore, type TestStore } from '../../src/testing/test-store.js';
import { createTestTraceQuery } from '../../src/testing/test-trace-query.js';

function idOf(number: number, length: number) {
  return (number + 1).toString(16).padStart(length, '0');
}

/**
 * Spans with few different start times, so that ties are frequent. The times are nanoseconds apart, which a clock in
 * milliseconds could not distinguish.
 */
const spans: readonly CanonicalSpan[] = Array.from({ length: 36 }, (_, index) =>
  aCanonicalSpan({
    trace_id: idOf((index * 7) % 11, 32).replace(/^0{8}/, idOf(index % 5, 8)),
    span_id: idOf(index, 16),
    parent_id: index % 4 === 0 ? undefined : idOf(index - 1, 16),
    start_time: 1_777_629_600_000_000_000n + BigInt((index * 13) % 9),
    span_name: ['ask', 'Draft', 'call 100%', '', 'ä 😀'][index % 5] ?? '',
    status_message: index % 3 === 0 ? undefined : `message ${index % 4}`,
    session_id: index % 6 === 0 ? '' : undefined,
    span_type: index % 2 === 0 ? 'llm' : 'tool',
    metrics: { duration: {}, errors: { incremental: 1 }, tokens: {}, costs: {} },
  }),
);

function condition(field: string, operator: string, value?: unknown) {
  return {
    conditions: [{ field, operator, ...(value !== undefined && { value }) }],
  };
}

const filters = [
  undefined,
  condition('span_name', 'like', '%\\%'),
  condition('status_message', 'neq', 'message 1'),
  condition('start_time', 'gt', '2026-05-01T10:00:00.000000004Z'),
  {
    operator: 'nor',
    conditions: [condition('span_type', 'is', 'tool'), condition('span_name', 'is', '')],
  },
];

const windows = [
  { limit: 7 },
  { limit: 7, order: 'ascending' },
  { limit: 4, newest: '2026-05-01T10:00:00.000000006Z', oldest: '2026-05-01T10:00:00.000000001Z' },
  {
    limit: 3,
    order: 'ascending',
    newest: '2026-05-01T10:00:00.000000006Z',
    oldest: '2026-05-01T10:00:00.000000001Z',
  },
  { limit: 9, rate: 0.03 },
];

function idsIn({ trace_id, span_id }: Json) {
  return `${trace_id}/${span_id}`;
}

type Json = ReturnType<typeof JSON.parse>;

function createService(store: TraceReader) {
  const { app, offsets } = createTestTraceQuery({ store });
  const post = async (path: string, body: object): Promise<Json> => {
    const response = await request(app).post(path).send(body);
    expect(response.status).toBe(200);
    return response.body;
  };
  return { app, offsets, post };
}

/** Reads all items of a list, page by page. */
async function allPages(
  post: (path: string, body: object) => Promise<Json>,
  path: string,
  body: { filtering: object | undefined; windowing: object },
): Promise<Json[]> {
  const items: Json[] = [];
  let page = await post(path, body);
  for (;;) {
    items.push(...(page.spans ?? page.traces));
    if (page.windowing?.next === undefined) {
      return items;
    }
    page = await post(path, { ...body, windowing: { next: page.windowing.next } });
  }
}

describeWithBackend('createTraceQuery on ClickHouse', 'CLICKHOUSE_URL', (url) => {
  const memory = new FakeTraceReader();
  const expected = createService(memory);
  let database: TestStore;
  let actual: ReturnType<typeof createService>;

  const write = (written: readonly CanonicalSpan[], logOffset: number) =>
    database.write(
      written.map((span) => ({ span, context: testContext })),
      { logPartition: 1, logOffset: (1n << 48n) | BigInt(logOffset) },
    );

  beforeAll(async () => {
    database = await openTestStore(url);
    actual = createService(database.reader);
    await write(spans, 3);
    memory.add(store(spans), { partition: 1, offset: 3 });
  });

  afterAll(() => database.close());

  describe.each(['/spans/query', '/traces/query'])('POST %s', (path) => {
    it.each(filters)('pages through %j as a list in memory does', async (filtering) => {
      for (const windowing of windows) {
        const whole = await allPages(expected.post, path, {
          filtering,
          windowing: { ...windowing, limit: 1000 },
        });

        const paged = await allPages(actual.post, path, { filtering, windowing });

        expect(paged.map(idsIn)).toEqual(whole.map(idsIn));
        expect(paged).toEqual(whole);
      }
    });
  });

  it.each(['/spans/query', '/traces/query'])(
    'streams all of POST %s line by line',
    async (path) => {
      for (const filtering of filters) {
        for (const order of ['ascending', 'descending']) {
          const body = { filtering, windowing: { order } };
          const whole = await allPages(expected.post, path, body);

          const { text } = await request(actual.app)
            .post(path)
            .set('accept', 'application/x-ndjson')
            .send(body);

          expect(`[${text.trimEnd().split('\n').join(',')}]`).toBe(JSON.stringify(whole));
        }
      }
    },
  );

  it.each(['ascending', 'descending'])('follows %s cursors that clients build', async (order) => {
    const whole = await allPages(expected.post, '/spans/query', {
      filtering: undefined,
      windowing: { order },
    });
    const bound = order === 'ascending' ? 'oldest' : 'newest';

    const paged: Json[] = [];
    let cursor = {};
    for (;;) {
      const windowing = { order, limit: 5, ...cursor };
      const page = await actual.post('/spans/query', { windowing });
      if (page.count === 0) {
        break;
      }
      paged.push(...page.spans);
      const { span_id, start_time } = page.spans.at(-1);
      cursor = { next: `${span_id}${span_id}`, [bound]: start_time };
    }

    expect(paged.map(idsIn)).toEqual(whole.map(idsIn));
  });

  it('finds by id what a list in memory finds', async () => {
    const { trace_id = '', span_id = '' } = spans[12] ?? {};
    for (const path of [
      `/spans/?trace_id=${trace_id}`,
      `/spans/?span_ids=${span_id},${idOf(13, 16)}`,
      `/spans/${trace_id}/${span_id}`,
      `/traces/?trace_ids=${spans.map((span) => span.trace_id).join(',')}`,
      `/traces/${trace_id}`,
      `/tracing/traces/${trace_id}`,
      `/traces/${'f'.repeat(32)}`,
    ]) {
      const { body } = await request(actual.app).get(path);

      expect(body).toEqual((await request(expected.app).get(path)).body);
    }
  });

  it('omits from later pages what was stored after the first page', async () => {
    const filtering = condition('service_name', 'is', null);
    const first = await actual.post('/spans/query', { filtering, windowing: { limit: 20 } });
    await write(
      [aCanonicalSpan({ span_id: idOf(900, 16), start_time: 1_777_629_600_000_000_000n })],
      20,
    );
    actual.offsets.commit(10, 21);

    const rest = await actual.post('/spans/query', {
      filtering,
      windowing: { next: first.windowing.next },
    });
    const anew = await actual.post('/spans/query', { filtering });

    expect([rest.count, anew.count]).toEqual([16, 37]);
  });
});
