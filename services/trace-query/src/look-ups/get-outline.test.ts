import type { StoredSpan } from '@spanhouse/span-row';
import { outlineFlags } from '@spanhouse/trace-store/reader';
import fc from 'fast-check';
import request from 'supertest';
import { aStoredSpan, spanId } from '../testing/a-stored-span.js';
import { createTestTraceQuery } from '../testing/test-trace-query.js';
import { childrenOf, isOnCycle, parentOf } from '../testing/trace-tree.js';

const trace_id = 'ab'.repeat(16);
const BASE_NS = 1_777_629_600_000_000_000n;

function linesOf(text: string) {
  return text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
}

async function outlineOf(spans: readonly StoredSpan[]) {
  const { app, reader } = createTestTraceQuery();
  reader.add(spans);
  const { status, headers, text } = await request(app).get(`/traces/${trace_id}/outline`);

  expect([status, headers['content-type']]).toEqual([200, 'application/x-ndjson']);
  const [head, ...rest] = linesOf(text);
  return { app, head, portions: rest.slice(0, -1), end: rest.at(-1) };
}

/** Generates spans. A span's parent is another span, the span itself, or a span that is not stored. */
function anySpans(): fc.Arbitrary<readonly StoredSpan[]> {
  const span = fc.record({
    parent: fc.option(fc.nat(8)),
    start: fc.nat(3),
    tokens: fc.nat(2),
    errors: fc.nat(1),
  });
  return fc.array(span, { minLength: 1, maxLength: 8 }).map((all) =>
    all.map(({ parent, start, tokens, errors }, at) =>
      aStoredSpan({
        trace_id,
        span_id: spanId(at),
        parent_id: parent === null ? undefined : spanId(parent),
        start_time: BASE_NS + BigInt(start),
        metrics: JSON.stringify({
          duration: {},
          errors: { incremental: errors },
          tokens: tokens === 0 ? {} : { incremental: { total: tokens } },
          costs: {},
        }),
      }),
    ),
  );
}

/** Builds the tree naively. */
function modelOf(spans: readonly StoredSpan[]) {
  const belowOf = (parent: StoredSpan | undefined): readonly StoredSpan[] =>
    childrenOf(parent, spans).flatMap((child) => [child, ...belowOf(child)]);
  const sum = (span: StoredSpan, own: (span: StoredSpan) => number): number =>
    [span, ...belowOf(span)].reduce((total, each) => total + own(each), 0);
  return { order: belowOf(undefined), sum };
}

describe('GET /traces/{trace_id}/outline', () => {
  it('has every span at its position in the tree, with its own and its rolled-up metrics', async () => {
    await fc.assert(
      fc.asyncProperty(anySpans(), async (spans) => {
        const { order, sum } = modelOf(spans);
        const starts = spans.map(({ start_time }) => Number(start_time - BASE_NS));
        const first = BASE_NS + BigInt(Math.min(...starts));
        const tokensOf = ({ metrics }: StoredSpan): number =>
          JSON.parse(metrics).tokens.incremental?.total ?? 0;
        const errorsOf = ({ metrics }: StoredSpan): number =>
          JSON.parse(metrics).errors.incremental;
        const lost = order.flatMap((span, at) =>
          span.parent_id !== undefined && parentOf(span, spans) === undefined
            ? [{ entry: [at, span.parent_id], isOnCycle: isOnCycle(span, spans) }]
            : [],
        );

        const { head, portions, end } = await outlineOf(spans);

        expect(head.spans).toBe(spans.length);
        expect(portions).toEqual([
          expect.objectContaining({
            span_id: order.map(({ span_id }) => span_id),
            parent: order.map((span) => order.indexOf(parentOf(span, spans) as StoredSpan)),
            start: order.map(({ start_time }) => Number(start_time - first)),
            tokens: order.map((span) => [0, 0, tokensOf(span)]),
            tokens_all: order.map((span) => [0, 0, sum(span, tokensOf)]),
            errors_all: order.map((span) => sum(span, errorsOf)),
          }),
        ]);
        expect(end).toMatchObject({
          orphans: lost.filter((each) => !each.isOnCycle).map(({ entry }) => entry),
          cycles: lost.filter((each) => each.isOnCycle).map(({ entry }) => entry),
          totals: {
            tokens: { total: order.reduce((total, span) => total + tokensOf(span), 0) },
            errors: order.reduce((total, span) => total + errorsOf(span), 0),
          },
        });
      }),
    );
  });

  it('names texts, models and what it leaves out', async () => {
    const ag = { data: { inputs: 'a', outputs: 'b' }, meta: { request: { model: 'demo' } } };
    const { head, portions } = await outlineOf([
      aStoredSpan({
        trace_id,
        attributes: JSON.stringify({ ag }),
        events: '[{"name":"exception"}]',
        resource: '{"attributes":{"service.name":"shop"}}',
        start_time: BASE_NS,
        end_time: BASE_NS + 2n ** 60n,
        status_code: 'STATUS_CODE_ERROR',
        trace_type: 'annotation',
      }),
    ]);

    const { events, exception, input, output, annotation } = outlineFlags;
    expect(head).toEqual({ trace_id, spans: 1, base: '2026-05-01T10:00:00Z' });
    expect(portions).toEqual([
      expect.objectContaining({
        texts: ['ask', 'shop', 'task', 'demo'],
        name: [0],
        service: [1],
        type: [2],
        model: [3],
        status: [2],
        duration: [(2n ** 60n).toString()],
        flags: [events + exception + input + output + annotation],
      }),
    ]);
  });

  it('divides a large trace into lines of 4096 spans, with one table of texts', async () => {
    const spans = Array.from({ length: 5000 }, (_, at) =>
      aStoredSpan({ trace_id, span_id: spanId(at), span_name: at < 4990 ? 'ask' : 'late' }),
    );

    const { portions } = await outlineOf(spans);

    expect(portions.map(({ span_id }) => span_id.length)).toEqual([4096, 904]);
    expect(portions.map(({ texts }) => texts)).toEqual([['ask', 'task'], ['late']]);
  });

  it('answers 304 until the trace changes', async () => {
    const { app, reader } = createTestTraceQuery();
    const get = (etag = '') =>
      request(app).get(`/traces/${trace_id}/outline`).set('if-none-match', etag);
    reader.add([aStoredSpan({ trace_id })]);
    const { headers } = await get();

    expect((await get(headers['etag'])).status).toBe(304);
    expect((await get(`"x", W/${headers['etag']}`)).status).toBe(304);
    reader.add([aStoredSpan({ trace_id, span_id: spanId(7) })], { offset: 1 });
    expect((await get(headers['etag'])).status).toBe(200);
  });

  it('has no spans for an unknown trace, and refuses a bad id', async () => {
    const { head, portions, end } = await outlineOf([]);

    expect([head, portions]).toEqual([{ trace_id, spans: 0 }, []]);
    expect(end).toMatchObject({ end: true, orphans: [], cycles: [] });
    const refused = await request(createTestTraceQuery().app).get('/traces/xyz/outline');
    expect([refused.status, refused.body]).toEqual([400, { detail: 'Invalid trace_id.' }]);
  });
});
