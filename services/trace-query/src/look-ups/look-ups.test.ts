import { listen } from '@spanhouse/service-runtime';
import request from 'supertest';
import { aStoredSpan, spanId } from '../testing/a-stored-span.js';
import { createTestTraceQuery } from '../testing/test-trace-query.js';

const traceA = 'a'.repeat(32);
const traceB = 'b'.repeat(32);

const spans = [
  aStoredSpan({ trace_id: traceA, span_id: spanId(0), span_name: 'late', start_time: 5n }),
  aStoredSpan({
    trace_id: traceA,
    span_id: spanId(1),
    span_name: 'child',
    parent_id: spanId(0),
    start_time: 1n,
  }),
  aStoredSpan({ trace_id: traceB, span_id: spanId(0), span_name: 'early', start_time: 3n }),
];

function get(path: string) {
  const { app, reader } = createTestTraceQuery();
  reader.add(spans);
  return request(app).get(path);
}

async function answerOf(path: string) {
  const { status, body } = await get(path);
  return [status, body];
}

async function namesOf(path: string) {
  const { body } = await get(path);
  return body.spans.map(({ span_name }: { span_name: string }) => span_name);
}

describe('GET /spans/', () => {
  it('finds by trace, by span, and by both', async () => {
    expect(await namesOf(`/spans/?trace_id=${traceA}`)).toEqual(['child', 'late']);
    expect(await namesOf(`/spans?span_ids=${spanId(0)},${spanId(1)}`)).toEqual([
      'child',
      'early',
      'late',
    ]);
    expect(await namesOf(`/spans/?trace_ids=${traceA},,${traceB}&span_id=${spanId(0)}`)).toEqual([
      'early',
      'late',
    ]);
    expect(await namesOf(`/preview/spans/?trace_id=${traceA}&trace_id=${traceB}`)).toHaveLength(3);
  });

  it('shows stored values, not those of the whole trace', async () => {
    const { app, reader } = createTestTraceQuery();
    reader.add([aStoredSpan(), aStoredSpan({ span_id: spanId(1), trace_type: 'annotation' })]);

    const { body } = await request(app).get(`/spans/?span_id=${aStoredSpan().span_id}`);

    expect(body.spans[0].trace_type).toBe('invocation');
  });

  it('refuses requests without ids or with invalid ones', async () => {
    expect(await answerOf('/spans/')).toEqual([
      400,
      { detail: 'At least one trace_id or span_id query parameter is required.' },
    ]);
    expect(await answerOf(`/spans/?trace_ids=${'a'.repeat(32)}`)).toMatchObject([
      200,
      { count: 2 },
    ]);
    expect(await answerOf('/spans/?trace_id=xyz')).toEqual([
      400,
      { detail: 'Invalid trace_id or span_id.' },
    ]);
    expect(await answerOf('/spans/?span_id=')).toEqual([
      400,
      { detail: 'Invalid trace_id or span_id.' },
    ]);
  });
});

describe('GET /spans/{trace_id}/{span_id}', () => {
  it('finds a span by ids of any form', async () => {
    const [status, body] = await answerOf(`/spans/0x${traceA.toUpperCase()}/0x${spanId(1)}`);

    expect([status, body.count, body.span.span_name]).toEqual([200, 1, 'child']);
  });

  it('answers an unknown span with count 0', async () => {
    expect(await answerOf(`/spans/${traceB}/${spanId(1)}`)).toEqual([200, { count: 0 }]);
  });

  it.each([
    '/spans/xyz/0000000000000001',
    `/spans/${traceA}/xyz`,
    '/spans/analytics/query',
    '/spans/%zz/1',
  ])('refuses %s', async (path) => {
    expect(await answerOf(path)).toEqual([400, { detail: 'Invalid trace_id or span_id.' }]);
  });
});

describe('GET /traces/', () => {
  it('sorts traces by their first top-level span, each once, without unknown ids', async () => {
    const unknown = 'c'.repeat(32);
    const { body } = await get(
      `/traces/?trace_id=${traceA}&trace_ids=${unknown},${traceB},${traceA}`,
    );

    expect(body.count).toBe(2);
    expect(body.traces.map((trace: { trace_id: string }) => trace.trace_id)).toEqual([
      traceB,
      traceA,
    ]);
    expect(body.traces[1].spans.late.spans.child.span_id).toBe(spanId(1));
  });

  it('refuses requests without ids or with invalid ones', async () => {
    expect(await answerOf('/traces/?span_id=1')).toEqual([
      400,
      { detail: 'At least one trace_id query parameter is required.' },
    ]);
    expect(await answerOf('/traces?trace_id=1')).toEqual([400, { detail: 'Invalid trace_id.' }]);
  });
});

describe('look-ups', () => {
  it('takes a thousand ids and no more', async () => {
    const query = createTestTraceQuery();
    const server = await listen(query.app, { host: '127.0.0.1', port: 0 });
    const detailOf = async (path: string) => (await request(server.address).get(path)).body.detail;
    const ids = Array.from({ length: 1000 }, (_, index) =>
      (index + 1).toString(16).padStart(32, '0'),
    );

    expect(await detailOf(`/traces/?trace_id=${ids.join('&trace_id=')}`)).toBeUndefined();
    expect(await detailOf(`/traces/?trace_id=1&trace_ids=${ids.join(',')}`)).toBe('Too many ids.');
    expect(await detailOf(`/spans/?span_id=1&trace_ids=${ids.join(',')}`)).toBe('Too many ids.');

    await server.close();
  });
});

describe('GET /traces/{trace_id}', () => {
  it('answers the tree of a trace', async () => {
    const [status, body] = await answerOf(`/preview/traces/${traceA}`);

    expect([status, body.count, body.trace.trace_id]).toEqual([200, 1, traceA]);
    expect(Object.keys(body.trace.spans)).toEqual(['late']);
  });

  it('answers an unknown trace with count 0', async () => {
    expect(await answerOf(`/traces/${'c'.repeat(32)}`)).toEqual([200, { count: 0 }]);
  });

  it.each(['query', 'ingest', 'Query', 'INGEST'])(
    'has no GET for the reserved word %s',
    async (word) => {
      const expected = [405, { detail: `GET /traces/${word} is not supported.` }];

      expect(await answerOf(`/traces/${word}`)).toEqual(expected);
      expect(await answerOf(`/preview/traces/${word}/`)).toEqual(expected);
    },
  );

  it('refuses an invalid id', async () => {
    expect(await answerOf('/traces/xyz')).toEqual([400, { detail: 'Invalid trace_id.' }]);
  });
});

describe('GET /tracing/traces/{trace_id}', () => {
  it('answers a map of one trace', async () => {
    const [status, body] = await answerOf(`/tracing/traces/${traceA}`);

    expect([status, body.count]).toEqual([200, 1]);
    expect(body.traces[traceA].spans.late.spans.child.span_id).toBe(spanId(1));
  });

  it('answers an unknown trace with count 0, and refuses an invalid id', async () => {
    expect(await answerOf(`/preview/tracing/traces/${'c'.repeat(32)}`)).toEqual([
      200,
      { count: 0 },
    ]);
    expect(await answerOf('/tracing/traces/xyz')).toEqual([400, { detail: 'Invalid trace_id.' }]);
  });
});
