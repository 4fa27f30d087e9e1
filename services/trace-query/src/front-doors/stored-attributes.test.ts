import { traceIdsOfSetD } from '@spanhouse/span-dialects/testing';
import request from 'supertest';
import { takeIn } from '../testing/intake.js';
import { spansOfServices } from '../testing/spans-of-services.js';
import { createFilledTraceQuery, type Shown, spansOf } from '../testing/test-doors.js';

const { a: traceId } = traceIdsOfSetD;
const [parent, child] = ['00000000000000e1', '00000000000000e2'];
const times = { start_time: '2026-05-01T10:00:00Z', end_time: '2026-05-01T10:00:01Z' };

function take(span: object) {
  return takeIn(JSON.stringify({ spans: [{ trace_id: traceId, ...times, ...span }] }));
}

/** A model call with usage, and its parent span from another request. */
const usage = [
  ...take({ span_id: parent, span_name: 'ask' }),
  ...take({
    span_id: child,
    parent_id: parent,
    span_name: 'draft',
    attributes: {
      ag: {
        type: { span: 'llm' },
        session: { id: 'session-1' },
        metrics: {
          tokens: { incremental: { total: 10 } },
          costs: { incremental: { total: 0.25 } },
        },
      },
    },
    references: [{ slug: 'hidden-slug', attributes: { role: 'hidden-role' } }],
    hashes: [{ id: '7f3a3a3c-7b1e-4e58-9d0f-0d4b3e2b1a10', attributes: { role: 'hidden-hash' } }],
  }),
];

const shown = {
  'ag.type.span': 'llm',
  'ag.session.id': 'session-1',
  'ag.metrics.tokens.incremental.total': '10',
  'ag.metrics.costs.incremental.total': '0.25',
};

/** For each dialect, a function that returns a span's attributes as strings, keyed by name. */
const dialects: Readonly<Record<string, (trace: Shown, id: string) => Record<string, string>>> = {
  [`/tempo/api/v2/traces/${traceId}`]: ({ trace }, id) => {
    const spanId = Buffer.from(id, 'hex').toString('base64');
    return otlpTexts(spansOf(trace).find((span) => span.spanId === spanId));
  },
  [`/jaeger/api/v3/traces/${traceId}`]: ({ result }, id) =>
    otlpTexts(spansOf(result).find((span) => span.spanId === id)),
  [`/jaeger/api/traces/${traceId}`]: ({ data }, id) => {
    const span = data[0].spans.find(({ spanID }: Shown) => spanID === id);
    return Object.fromEntries(span.tags.map(({ key, value }: Shown) => [key, String(value)]));
  },
  [`/zipkin/api/v2/trace/${traceId}`]: (trace, id) =>
    trace.find((span: Shown) => span.id === id).tags,
};

function otlpTexts({ attributes }: Shown): Record<string, string> {
  return Object.fromEntries(
    attributes.map(({ key, value }: Shown) => [key, String(Object.values(value)[0])]),
  );
}

describe('the attributes that ingest makes', () => {
  it.each(Object.entries(dialects))('are ordinary attributes of %s', async (path, read) => {
    const { app } = createFilledTraceQuery(usage);

    const { body, text } = await request(app).get(path).expect(200);

    expect(read(body, child)).toMatchObject(shown);
    // In the dialects, a span's usage does not include the usage of its descendants.
    expect(Object.keys(read(body, parent)).join()).not.toMatch(/tokens|costs/);
    expect(text).not.toMatch(/hidden|7f3a3a3c|created_|pricing/);
  });

  it.each([
    `/tempo/api/search?q=${encodeURIComponent('{ span.ag.type.span = "llm" && span.ag.metrics.tokens.incremental.total = 10 }')}`,
    '/jaeger/api/traces?start=1777629600000000&end=1777629601000000&tag=ag.session.id:session-1',
    '/zipkin/api/v2/traces?endTs=1777629601000&lookback=2000&annotationQuery=ag.metrics.costs.incremental.total%3D0.25',
  ])('are found by %s', async (path) => {
    const { app } = createFilledTraceQuery(usage);

    const { body } = await request(app).get(path).expect(200);

    expect(body.traces ?? body.data ?? body).toHaveLength(1);
  });
});

describe('attributes of a link that contradict each other, in TraceQL', () => {
  const attributes = [
    { key: 'x', value: { intValue: '1' } },
    { key: 'x.y', value: { intValue: '2' } },
  ];
  const link = { traceId: 'f'.repeat(32), spanId: 'f'.repeat(16), attributes };
  const spans = spansOfServices(
    { trace: '1', id: '1', more: { links: [link] } },
    { trace: '2', id: '2', more: { links: [{ ...link, attributes: [attributes[0]] }] } },
  );
  const { app } = createFilledTraceQuery(spans);
  const ask = async (path: string) => (await request(app).get(`/tempo${path}`).expect(200)).body;

  it.each([
    ['{ link.x = 1 }', ['2', '1']],
    ['{ link.x.y = 2 }', ['1']],
    ['{ .x.y = 2 && link.x = 1 }', ['1']],
    ['{ link.x.y = nil }', ['2']],
    ['{ link._conflicts.x.y != nil }', []],
  ])('have the keys that they were sent with: %s', async (q, ids) => {
    const { traces } = await ask(`/api/search?q=${encodeURIComponent(q)}`);

    expect(traces.map(({ traceID }: Shown) => traceID.slice(-1))).toEqual(ids);
  });

  it('are listed, grouped and compared by these keys', async () => {
    const range = 'start=1777629599&end=1777629601';
    const q = (text: string) => `q=${encodeURIComponent(text)}&${range}`;
    const { scopes } = await ask('/api/v2/search/tags?scope=link');
    const { tagValues } = await ask('/api/v2/search/tag/link.x.y/values');
    const grouped = await ask(`/api/metrics/query?${q('{ } | count_over_time() by (link.x.y)')}`);
    const compared = await ask(`/api/metrics/query?${q('{ } | compare({ link.x.y = 2 })')}`);

    expect(scopes).toEqual([{ name: 'link', tags: ['x', 'x.y'] }]);
    expect(tagValues).toEqual([{ type: 'int', value: '2' }]);
    expect(grouped.series.map(({ labels, value }: Shown) => [labels[0], value])).toEqual([
      [{ key: 'link.x.y', value: { intValue: '2' } }, 1],
      [{ key: 'link.x.y', value: { stringValue: 'nil' } }, 1],
    ]);
    expect(compared.series).toContainEqual({
      labels: [
        { key: '__meta_type', value: { stringValue: 'selection' } },
        { key: 'link.x.y', value: { intValue: '2' } },
      ],
      value: 1,
    });
  });
});

describe('a whole number beyond 64 bits', () => {
  const value = { doubleValue: 1e21 };
  const spans = spansOfServices({
    trace: '1',
    id: '1',
    more: { attributes: [{ key: 'large', value }] },
  });

  it('is an integer for TraceQL, and a text of digits in an answer', async () => {
    const { app } = createFilledTraceQuery(spans);
    const q = '{ span.large > 9223372036854775807 && span.large = 1e21 } | select(span.large)';

    const { body } = await request(app).get(`/tempo/api/search?q=${encodeURIComponent(q)}`);

    expect(body.traces[0].spanSets[0].spans[0].attributes).toEqual([
      { key: 'large', value: { stringValue: '1000000000000000000000' } },
    ]);
  });
});
