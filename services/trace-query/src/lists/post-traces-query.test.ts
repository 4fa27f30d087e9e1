import request from 'supertest';
import { aStoredSpan } from '../testing/a-stored-span.js';
import { createTestTraceQuery } from '../testing/test-trace-query.js';

const traceIds = ['1', '2', '3'].map((digit) => digit.repeat(32));
const [first = '', second = '', third = ''] = traceIds;

function root(trace_id: string, start_time: bigint) {
  return aStoredSpan({ trace_id, span_name: 'root', span_id: '1'.repeat(16), start_time });
}

function child(trace_id: string, start_time: bigint) {
  return aStoredSpan({
    trace_id,
    span_name: 'child',
    span_id: '2'.repeat(16),
    parent_id: '1'.repeat(16),
    start_time,
  });
}

function create() {
  const { app, reader } = createTestTraceQuery();
  reader.add([
    root(first, 1n),
    child(first, 9n),
    root(second, 5n),
    child(second, 6n),
    root(third, 3n),
  ]);
  return {
    reader,
    ask: async (body: object) => (await request(app).post('/traces/query').send(body)).body,
  };
}

function idsOf(body: { traces: { trace_id: string }[] }) {
  return body.traces.map(({ trace_id }) => trace_id);
}

describe('POST /traces/query', () => {
  it('ranks traces by their latest match and shows them whole', async () => {
    const { ask } = create();

    const all = await ask({});
    const byRoot = await ask({
      filtering: { conditions: [{ field: 'span_name', value: 'root' }] },
      windowing: { newest: '1970-01-01T00:00:00.000000005Z' },
    });

    expect([all.count, ...idsOf(all)]).toEqual([3, first, second, third]);
    expect(idsOf(byRoot)).toEqual([third, first]);
    expect(byRoot.traces[1].spans.root.spans.child.span_id).toBe('2'.repeat(16));
  });

  it('honours order, and pages without repeating a trace', async () => {
    const { ask } = create();

    const one = await ask({ windowing: { order: 'ascending', limit: 2 } });
    const two = await ask({ windowing: one.windowing });

    expect(idsOf(one)).toEqual([third, second]);
    expect(one.windowing).toMatchObject({ limit: 2, order: 'ascending' });
    expect(idsOf(two)).toEqual([first]);
    expect(two).not.toHaveProperty('windowing');
  });

  it('requires a single span that satisfies the whole filter', async () => {
    const { ask } = create();
    const conditions = [
      { field: 'span_name', value: 'root' },
      { field: 'parent_id', operator: 'is_not', value: null },
    ];

    expect(await ask({ filtering: { conditions } })).toEqual({ count: 0, traces: [] });
  });
});
