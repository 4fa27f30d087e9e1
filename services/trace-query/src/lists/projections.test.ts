import type { StoredSpan } from '@spanhouse/span-row';
import fc from 'fast-check';
import request from 'supertest';
import { aStoredSpan } from '../testing/a-stored-span.js';
import { createTestTraceQuery } from '../testing/test-trace-query.js';

const BASE_NS = 1_777_629_600_000_000_000n;
const long = '😀'.repeat(9);
const short = { $text: '😀😀😀', $length: 9 };

function create(...spans: readonly StoredSpan[]) {
  const { app, reader } = createTestTraceQuery();
  reader.add(spans);
  const post = (path: string, body: object) => request(app).post(path).send(body);
  return {
    app,
    post,
    only: async (projection: object) =>
      (await post('/spans/query', { projection })).body.spans[0] as Record<string, unknown>,
  };
}

const ag = {
  data: { inputs: { question: 'why', note: 'x' }, outputs: { __default__: 'so', other: 1 } },
  session: { id: 's-1' },
};
const rich = aStoredSpan({
  parent_id: '1'.repeat(16),
  status_message: long,
  attributes: JSON.stringify({
    customer: { tier: 'gold', 'a.b': 1, list: ['x', { y: long }, 'z'] },
    'dotted.key': long,
    none: null,
    ag,
  }),
  metrics: '{"duration":{"cumulative":1500},"errors":{},"tokens":{},"costs":{}}',
  events: JSON.stringify([{ name: long, timestamp: '2026-05-01', attributes: { e: [long] } }]),
  links: JSON.stringify([
    { trace_id: '2'.repeat(32), span_id: '3'.repeat(16), attributes: { l: long } },
  ]),
  references: JSON.stringify([{ slug: long, attributes: { r: long } }]),
  hashes: JSON.stringify([{ id: long }]),
  resource: JSON.stringify({ attributes: { 'service.name': long }, schema_url: long }),
  scope: JSON.stringify({ name: long, attributes: { s: long } }),
});
const { trace_id, span_id, parent_id } = rich;
const ids = { trace_id, span_id, parent_id };

describe('a projection', () => {
  it('shows the ids and the named members only', async () => {
    const { only } = create(rich);

    expect(await only({})).toEqual(ids);
    expect(await only({ members: null, attributes: [], text_limit: 3 })).toEqual(ids);
    expect(await only({ members: ['span_name', 'start_time', 'updated_at', 'spans'] })).toEqual({
      ...ids,
      span_name: 'ask',
      start_time: '2026-05-01T10:00:00Z',
    });
    expect(await only({ members: ['hashes', 'dropped_links_count', 'created_at'] })).toEqual({
      ...ids,
      hashes: [{ id: long }],
      created_at: '2026-05-01T10:01:40Z',
    });
  });

  it('shows the members of whole spans, each as it is there', async () => {
    const { post, only } = create(rich);
    const whole = (await post('/spans/query', {})).body.spans[0] as Record<string, unknown>;

    for (const [name, value] of Object.entries(whole)) {
      expect(await only({ members: [name] })).toEqual({ ...ids, [name]: value });
    }
    expect(await only({ members: Object.keys(whole) })).toEqual(whole);
  });

  it('shows the attributes at the named paths, nested as they are stored', async () => {
    const { only } = create(rich);
    const at = async (...attributes: string[]) => (await only({ attributes }))['attributes'];

    expect(await at('ag.data.inputs', 'customer.tier')).toEqual({
      ag: { data: { inputs: ag.data.inputs } },
      customer: { tier: 'gold' },
    });
    expect(await at('dotted.key', 'customer.a.b', 'none')).toEqual({
      'dotted.key': long,
      customer: { 'a.b': 1 },
      none: null,
    });
    expect(await at('customer.list.1.y')).toEqual({ customer: { list: [null, { y: long }] } });
    expect(await at('customer.list.2', 'customer.list.0')).toEqual({
      customer: { list: ['x', null, 'z'] },
    });
    expect(await at('ag.data.inputs.question', 'ag.data', 'ag.data.inputs.note')).toEqual({
      ag: { data: { inputs: ag.data.inputs, outputs: 'so' } },
    });
    expect(await at('ag.metrics.duration.cumulative', 'ag.type.trace')).toEqual({
      ag: { metrics: { duration: { cumulative: 1500 } }, type: { trace: 'invocation' } },
    });
    expect(await at('ag.data.nothing', 'customer.list.3', 'constructor')).toEqual({});
  });

  it('shortens texts of attributes and the status message, in code points', async () => {
    const { only } = create(rich);
    const members = ['status_message', 'events', 'links', 'references', 'resource', 'scope'];

    expect(
      await only({ members, attributes: ['dotted.key', 'customer.list'], text_limit: 3 }),
    ).toMatchObject({
      status_message: short,
      attributes: { 'dotted.key': short, customer: { list: ['x', { y: short }, 'z'] } },
      events: [{ name: long, attributes: { e: [short] } }],
      links: [{ trace_id: '2'.repeat(32), attributes: { l: short } }],
      references: [{ slug: long, attributes: { r: short } }],
      resource: { attributes: { 'service.name': short }, schema_url: long },
      scope: { name: long, attributes: { s: short } },
    });
    expect(await only({ members: ['status_message'], text_limit: 9 })).toMatchObject({
      status_message: long,
    });
    expect(await only({ members: ['attributes'], text_limit: 8 })).toMatchObject({
      attributes: { 'dotted.key': { $text: '😀'.repeat(8), $length: 9 }, ag: { type: {} } },
    });
  });

  it('shows the beginnings of values of any size', async () => {
    const { only } = create(rich);
    const previews = ['ag.data.inputs', 'ag.data.outputs', 'customer.list.1', 'dotted.key', 'no'];

    expect(await only({ previews })).toEqual({
      ...ids,
      previews: {
        'ag.data.inputs': { text: '{"note":"x","question":"why"}', length: 29 },
        'ag.data.outputs': { text: 'so', length: 2 },
        'customer.list.1': { text: long, length: 9 },
        'dotted.key': { text: long, length: 9 },
      },
    });
    expect(
      await only({ previews: ['ag.data.inputs'], attributes: ['none'], text_limit: 3 }),
    ).toEqual({
      ...ids,
      attributes: { none: null },
      previews: { 'ag.data.inputs': { text: '{"n', length: 29 } },
    });
    expect(await only({ previews: ['no'] })).toEqual({ ...ids, previews: {} });
  });

  it('shows the beginning of a text of more than 256 characters, without another limit', async () => {
    const { only } = create(
      aStoredSpan({ attributes: JSON.stringify({ a: 'x'.repeat(300), ag: { data: {} } }) }),
    );

    expect((await only({ previews: ['a'] }))['previews']).toEqual({
      a: { text: 'x'.repeat(256), length: 300 },
    });
  });

  it.each<[object, unknown[]]>([
    [{ members: ['span_name', 'nope'] }, ['members', 1]],
    [{ members: 'span_name' }, ['members']],
    [{ attributes: [7] }, ['attributes', 0]],
    [{ attributes: {} }, ['attributes']],
    [{ previews: ['a', 7] }, ['previews', 1]],
    [{ text_limit: 0 }, ['text_limit']],
    [{ text_limit: 1.5 }, ['text_limit']],
    [{ text_limit: '3' }, ['text_limit']],
    [[], []],
  ])('refuses %j with 422', async (projection, place) => {
    const { post } = create(rich);

    for (const path of ['/spans/query', '/traces/query']) {
      const { status, body } = await post(path, { projection });
      expect([status, body.detail[0].loc]).toEqual([422, ['body', 'projection', ...place]]);
    }
    expect((await post('/traces/summaries/query', { projection })).status).toBe(200);
  });

  it('applies to the nodes of traces, of any size, and to lines', async () => {
    const child = aStoredSpan({ span_id: '4'.repeat(16), parent_id: span_id, span_name: 'child' });
    for (const largeTraceSpans of [1, 100]) {
      const { app, reader } = createTestTraceQuery();
      reader.largeTraceSpans = largeTraceSpans;
      reader.add([{ ...rich, parent_id: undefined, trace_type: 'annotation' }, child]);
      const ask = (projection: object) =>
        request(app).post('/traces/query').send({ projection }).accept('application/x-ndjson');

      const members = JSON.parse((await ask({ members: ['trace_type'] })).text);
      const metrics = JSON.parse((await ask({ attributes: ['ag.metrics.duration'] })).text);

      const node = { trace_id, trace_type: 'annotation' };
      const leaf = { ...node, span_id: child.span_id, parent_id: span_id };
      expect(members).toEqual({
        trace_id,
        spans: { ask: { ...node, span_id, spans: { child: leaf } } },
      });
      expect(metrics.spans.ask.spans.child.attributes).toEqual({
        ag: { metrics: { duration: { cumulative: 1500 } } },
      });
    }
  });

  it('changes neither order nor pages nor the cursor', async () => {
    const spans = [0, 1, 2].map((at) =>
      aStoredSpan({ span_id: `${at + 1}`.repeat(16), start_time: BASE_NS + BigInt(at) }),
    );
    const { post } = create(...spans);
    const windowing = { limit: 2 };
    const projection = { members: ['span_name'] };

    const one = (await post('/spans/query', { windowing, projection })).body;
    const two = (await post('/spans/query', { windowing: one.windowing })).body;
    const whole = (await post('/spans/query', { windowing })).body;

    const listed = [...one.spans, ...two.spans] as readonly StoredSpan[];
    expect(listed.map((span) => span.span_id)).toEqual(spans.map((span) => span.span_id).reverse());
    expect(Object.keys(two.spans[0])).toContain('attributes');
    expect(one.windowing).toEqual({ ...whole.windowing, next: one.windowing.next });
  });

  it('shows at each path of random attributes what the whole span has there', async () => {
    const names = fc.constantFrom('a', 'b', 'a.b', '0', '1', '__proto__');
    const { value } = fc.letrec((tie) => ({
      value: fc.oneof(
        { maxDepth: 4 },
        fc.constantFrom(1, 'x', null, true),
        fc.array(tie('value'), { maxLength: 3 }),
        fc.dictionary(names, tie('value'), { maxKeys: 3 }),
      ),
    }));
    const path = fc.array(names, { minLength: 1, maxLength: 4 }).map((parts) => parts.join('.'));
    await fc.assert(
      fc.asyncProperty(
        fc.dictionary(names, value, { maxKeys: 3 }),
        fc.uniqueArray(path, { minLength: 1, maxLength: 4 }),
        async (attributes, paths) => {
          const stored = JSON.parse(JSON.stringify({ ...attributes, ag: { data: {} } }));
          const { only } = create(aStoredSpan({ attributes: JSON.stringify(stored) }));

          const picked = (await only({ attributes: paths }))['attributes'];

          for (const each of paths) {
            expect(valueAt(picked, each)).toEqual(valueAt(stored, each));
          }
        },
      ),
    );
  });
});

/** Finds the value at a path naively: shorter names are tried first. */
function valueAt(value: unknown, path: string): unknown {
  if (path === '') {
    return value;
  }
  const parts = path.split('.');
  for (let count = 1; count <= parts.length; count++) {
    const name = parts.slice(0, count).join('.');
    const isContainer = typeof value === 'object' && value !== null && Object.hasOwn(value, name);
    const member = isContainer ? (value as Readonly<Record<string, unknown>>)[name] : undefined;
    const found = member === undefined ? undefined : valueAt(member, parts.slice(count).join('.'));
    if (found !== undefined) {
      return found;
    }
  }
  return undefined;
}
