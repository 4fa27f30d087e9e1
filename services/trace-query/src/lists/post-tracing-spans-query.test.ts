import request from 'supertest';
import { aStoredSpan } from '../testing/a-stored-span.js';
import { createTestTraceQuery } from '../testing/test-trace-query.js';

const traceA = 'a'.repeat(32);
const traceB = 'b'.repeat(32);

function create() {
  const { app, reader } = createTestTraceQuery();
  reader.add([
    aStoredSpan({ trace_id: traceA, span_id: '1'.repeat(16), span_name: 'one', start_time: 1n }),
    aStoredSpan({
      trace_id: traceA,
      span_id: '2'.repeat(16),
      parent_id: '1'.repeat(16),
      span_name: 'two',
      start_time: 2n,
    }),
    aStoredSpan({ trace_id: traceB, span_id: '3'.repeat(16), span_name: 'three', start_time: 3n }),
  ]);
  return async (body?: object | string, query: Record<string, string> = {}) => {
    const post = request(app).post('/tracing/spans/query').query(query);
    const { status, body: answer } = await (body === undefined
      ? post
      : post.set('content-type', 'application/json').send(body));
    return { status, answer };
  };
}

function namesOf({ spans }: { spans: { span_name: string }[] }) {
  return spans.map(({ span_name }) => span_name);
}

describe('POST /tracing/spans/query', () => {
  it('answers traces as a map in rank order by default', async () => {
    const ask = create();

    for (const body of [undefined, {}, 'null']) {
      const { answer } = await ask(body);
      expect(answer.count).toBe(2);
      expect(Object.keys(answer.traces)).toEqual([traceB, traceA]);
      expect(answer.traces[traceA].spans.one.spans.two.span_id).toBe('2'.repeat(16));
    }
  });

  it('answers spans with focus span, in body, in formatting or in the query string', async () => {
    const ask = create();

    expect(namesOf((await ask({ focus: 'span' })).answer)).toEqual(['three', 'two', 'one']);
    expect(namesOf((await ask({ formatting: { focus: 'span' } })).answer)).toHaveLength(3);
    expect(namesOf((await ask(undefined, { focus: 'span' })).answer)).toHaveLength(3);
  });

  it('lists the spans of whole traces with format opentelemetry', async () => {
    const ask = create();

    const { answer } = await ask({
      format: 'opentelemetry',
      limit: 1,
      filter: { conditions: [{ field: 'span_name', value: 'two' }] },
    });

    expect([answer.count, ...namesOf(answer)]).toEqual([2, 'one', 'two']);
  });

  it('answers an empty result in the form of the focus', async () => {
    const ask = create();
    const filter = { conditions: [{ field: 'span_name', value: 'none' }] };

    expect((await ask({ filter })).answer).toEqual({ count: 0, traces: {} });
    expect((await ask({ filter, focus: 'span' })).answer).toEqual({ count: 0 });
    expect((await ask({ filter, format: 'opentelemetry' })).answer).toEqual({ count: 0 });
  });

  it('takes each field from the first location that has it: nested, flat, query string', async () => {
    const ask = create();
    const query = { focus: 'span', limit: '3', order: 'ascending' };

    expect(namesOf((await ask({}, query)).answer)).toEqual(['one', 'two', 'three']);
    expect(namesOf((await ask({ limit: 1 }, query)).answer)).toEqual(['one']);
    expect(namesOf((await ask({ limit: 1, windowing: { limit: 2 } }, query)).answer)).toEqual([
      'one',
      'two',
    ]);
    expect(
      namesOf((await ask({ limit: null, windowing: { limit: null } }, query)).answer),
    ).toHaveLength(3);
  });

  it('takes a filter as object or as text, and filtering before it', async () => {
    const ask = create();
    const filterFor = (value: string) => ({ conditions: [{ field: 'span_name', value }] });
    const text = JSON.stringify(filterFor('one'));

    expect(namesOf((await ask({ focus: 'span', filter: text })).answer)).toEqual(['one']);
    expect(namesOf((await ask(undefined, { focus: 'span', filter: text })).answer)).toEqual([
      'one',
    ]);
    expect(
      namesOf((await ask({ focus: 'span', filter: text, filtering: filterFor('two') })).answer),
    ).toEqual(['two']);
  });

  it('pages with the token in the body or in the query string', async () => {
    const ask = create();
    const { next } = (await ask({ focus: 'span', limit: 2 })).answer.windowing;

    expect(namesOf((await ask({ focus: 'span', next })).answer)).toEqual(['one']);
    expect(namesOf((await ask(undefined, { focus: 'span', next })).answer)).toEqual(['one']);
    expect((await ask({ next })).answer).toEqual({ detail: "Invalid 'next' token." });
  });

  it.each([
    [{ focus: 'spans' }, {}, ['body', 'focus']],
    [{ formatting: { format: 'x' } }, {}, ['body', 'formatting', 'format']],
    [{ formatting: [] }, {}, ['body', 'formatting']],
    [{ windowing: { rate: 2 } }, {}, ['body', 'windowing', 'rate']],
    [{ limit: 0 }, {}, ['body', 'limit']],
    [undefined, { focus: 'Trace' }, ['query', 'focus']],
    [undefined, { limit: 'ten' }, ['query', 'limit']],
    [undefined, { filter: '{"conditions":' }, ['query', 'filter']],
    [{ filter: '[]' }, {}, ['body', 'filter']],
    [{ filtering: { operator: 'x' } }, {}, ['body', 'filtering', 'operator']],
  ])('refuses %j with %j', async (body, query, loc) => {
    const ask = create();

    const { status, answer } = await ask(body, query as Record<string, string>);

    expect(status).toBe(422);
    expect(answer.detail).toMatchObject([{ loc }]);
  });

  it('reports every wrong field at once', async () => {
    const ask = create();

    const { answer } = await ask({ focus: 'x', limit: 0, filter: '{' });

    expect(answer.detail.map(({ loc }: { loc: string[] }) => loc[1]).toSorted()).toEqual([
      'filter',
      'focus',
      'limit',
    ]);
  });

  it('refuses a malformed body and a meaningless filter', async () => {
    const ask = create();

    expect((await ask('{')).answer.detail[0].type).toBe('json_invalid');
    expect(
      (await ask({ filter: { conditions: [{ field: 'links', operator: 'is' }] } })).answer,
    ).toEqual({
      detail: "'links' only supports list, dict, and existence operators.",
    });
  });
});
