import type { StoredSpan } from '@spanhouse/span-row';
import fc from 'fast-check';
import request from 'supertest';
import { aStoredSpan, spanId } from '../testing/a-stored-span.js';
import { createTestTraceQuery } from '../testing/test-trace-query.js';

const path = '/traces/summaries/query';
const traceIds = ['1', '2', '3'].map((digit) => digit.repeat(32));
const [first = '', second = '', third = ''] = traceIds;
const BASE_NS = 1_777_629_600_000_000_000n;

function create(...spans: readonly StoredSpan[]) {
  const { app, reader } = createTestTraceQuery();
  reader.add(spans);
  const ask = async (body: object = {}) => (await request(app).post(path).send(body)).body;
  return { app, reader, ask };
}

/** Generates the spans of a few traces. Many spans are sent twice, and the later version replaces the earlier one. */
function anySpans(): fc.Arbitrary<readonly StoredSpan[]> {
  const maybe = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: undefined });
  const span = fc.record({
    trace: fc.nat(2),
    span: fc.nat(4),
    parent: maybe(fc.nat(5)),
    start: fc.nat(3),
    length: fc.nat(9),
    tokens: fc.nat(3),
    errors: fc.nat(2),
    model: maybe(fc.constantFrom('b', 'a')),
    session: maybe(fc.constantFrom('s-1', 's-2')),
    service: maybe(fc.constantFrom('shop', 'bot')),
    isFailed: fc.boolean(),
  });
  return fc.array(span, { minLength: 1, maxLength: 12 }).map((all) =>
    all.map(({ start, length, tokens, errors, ...members }, at) =>
      aStoredSpan({
        trace_id: traceIds[members.trace] ?? '',
        span_id: spanId(members.span),
        parent_id: members.parent === undefined ? undefined : spanId(members.parent),
        start_time: BASE_NS + BigInt(start),
        end_time: BASE_NS + BigInt(start + length),
        received_at: BASE_NS + BigInt(at),
        status_code: members.isFailed ? 'STATUS_CODE_ERROR' : 'STATUS_CODE_OK',
        metrics: JSON.stringify({
          duration: {},
          errors: { incremental: errors },
          tokens: tokens === 0 ? {} : { incremental: { prompt: tokens, total: tokens } },
          costs: {},
        }),
        attributes: JSON.stringify({
          ag: {
            session: members.session && { id: members.session },
            meta: { request: { model: members.model } },
            data: {},
          },
        }),
        resource:
          members.service && JSON.stringify({ attributes: { 'service.name': members.service } }),
      }),
    ),
  );
}

/** Computes the summary of each trace naively, keyed by trace id. */
function modelOf(written: readonly StoredSpan[]) {
  const current = new Map(written.map((span) => [span.trace_id + span.span_id, span]));
  const traces = Map.groupBy(current.values(), ({ trace_id }) => trace_id);
  return new Map([...traces].map(([trace_id, spans]) => [trace_id, summaryOf(trace_id, spans)]));
}

function summaryOf(trace_id: string, unordered: readonly StoredSpan[]) {
  const spans = unordered.toSorted(
    (a, b) => Number(a.start_time - b.start_time) || (a.span_id < b.span_id ? -1 : 1),
  );
  const sum = (numbers: readonly number[]) => numbers.reduce((total, each) => total + each, 0);
  const agOf = ({ attributes }: StoredSpan) => JSON.parse(attributes).ag;
  const offsets = spans.map(({ end_time }) => Number(end_time - BASE_NS));
  const starts = spans.map(({ start_time }) => Number(start_time - BASE_NS));
  const tokens = sum(
    spans.map(({ metrics }) => JSON.parse(metrics).tokens.incremental?.total ?? 0),
  );
  const services = ['bot', 'shop'].map((service_name) => ({
    service_name,
    spans: spans.filter(({ resource }) => resource?.includes(service_name)).length,
  }));
  const roots = spans.filter(({ parent_id }) => parent_id === undefined);
  return {
    trace_id,
    root: roots[0]?.span_id,
    duration_ns: String(Math.max(...offsets) - Math.min(...starts)),
    spans: spans.length,
    roots: roots.length,
    failed: spans.filter(({ status_code }) => status_code === 'STATUS_CODE_ERROR').length,
    errors: sum(spans.map(({ metrics }) => JSON.parse(metrics).errors.incremental)),
    tokens: { prompt: tokens, completion: 0, total: tokens },
    models: ['a', 'b'].filter((model) =>
      spans.some((span) => agOf(span).meta.request.model === model),
    ),
    services: services
      .filter((each) => each.spans > 0)
      .toSorted((left, right) => right.spans - left.spans),
    session_id: spans.map((span) => agOf(span).session?.id).find((id) => id !== undefined),
    matched: spans.filter(({ status_code }) => status_code === 'STATUS_CODE_ERROR').length,
  };
}

describe('POST /traces/summaries/query', () => {
  it('counts what an independent model counts, with spans that were sent again', async () => {
    const failures = { conditions: [{ field: 'status_code', value: 'STATUS_CODE_ERROR' }] };
    await fc.assert(
      fc.asyncProperty(anySpans(), async (spans) => {
        const { ask } = create(...spans);
        const model = modelOf(spans);

        const { count, summaries } = await ask({ filtering: failures });

        const matching = [...model.values()].filter(({ matched }) => matched > 0);
        expect(count).toBe(matching.length);
        for (const { root, ...summary } of summaries) {
          const { root: rootId, ...expected } = model.get(summary.trace_id) ?? { root: 'none' };
          expect(root?.span_id).toBe(rootId);
          expect(summary).toMatchObject(JSON.parse(JSON.stringify(expected)));
        }
      }),
    );
  });

  it('has every member, and leaves out what a trace lacks', async () => {
    const ag = {
      data: { inputs: { question: 'why' }, outputs: { __default__: 'so', other: 1 } },
      session: { id: 's-1' },
      user: { id: 'ana' },
      meta: { response: { model: 'demo' } },
    };
    const { ask } = create(
      aStoredSpan({
        trace_id: first,
        start_time: BASE_NS,
        end_time: BASE_NS + 2n ** 60n,
        attributes: JSON.stringify({ ag }),
        resource: '{"attributes":{"service.name":"shop"}}',
        metrics:
          '{"duration":{},"errors":{},"tokens":{},"costs":{"incremental":{"prompt":0.1,"completion":0.2,"total":0.3}}}',
      }),
      aStoredSpan({ trace_id: second, parent_id: spanId(9), start_time: BASE_NS - 1n }),
      aStoredSpan({
        trace_id: third,
        trace_type: 'annotation',
        start_time: BASE_NS - 2n,
        links: JSON.stringify([{ trace_id: first, span_id: spanId(1) }]),
      }),
    );
    const none = { prompt: 0, completion: 0, total: 0 };

    const { count, summaries, ...rest } = await ask();

    expect([count, rest]).toEqual([3, {}]);
    expect(summaries[0]).toEqual({
      trace_id: first,
      root: {
        span_id: '00f067aa0ba902b7',
        span_name: 'ask',
        span_type: 'task',
        service_name: 'shop',
        status_code: 'STATUS_CODE_UNSET',
      },
      start_time: '2026-05-01T10:00:00Z',
      end_time: '2062-11-12T09:58:24.606846976Z',
      duration_ns: '1152921504606846976',
      spans: 1,
      roots: 1,
      failed: 0,
      errors: 0,
      tokens: none,
      costs: { prompt: 0.1, completion: 0.2, total: 0.3 },
      models: ['demo'],
      services: [{ service_name: 'shop', spans: 1 }],
      session_id: 's-1',
      user_id: 'ana',
      matched: 1,
      annotations: 1,
      input: { text: 'why', length: 3 },
      output: { text: 'so', length: 2 },
    });
    expect(summaries[1]).toEqual({
      trace_id: second,
      start_time: '2026-05-01T09:59:59.999999999Z',
      end_time: '2026-05-01T10:00:01.500000Z',
      duration_ns: '1500000001',
      spans: 1,
      roots: 0,
      failed: 0,
      errors: 0,
      tokens: none,
      costs: none,
      models: [],
      services: [],
      matched: 1,
    });
  });

  it('shares its order and its cursor with POST /traces/query', async () => {
    const { app, ask } = create(
      ...traceIds.map((trace_id, at) =>
        aStoredSpan({ trace_id, start_time: BASE_NS + BigInt(at) }),
      ),
    );
    const idsOf = (list: readonly { trace_id: string }[]) => list.map(({ trace_id }) => trace_id);

    const one = await ask({ windowing: { limit: 2 } });
    const two = await ask({ windowing: one.windowing });
    const whole = await request(app).post('/traces/query').send({ windowing: one.windowing });

    expect([one.count, ...idsOf(one.summaries)]).toEqual([2, third, second]);
    expect([two.count, ...idsOf(two.summaries)]).toEqual([1, first]);
    expect(idsOf(whole.body.traces)).toEqual([first]);
    expect(two).not.toHaveProperty('windowing');
  });

  it('answers an empty list, and answers line by line where asked', async () => {
    const { app, ask } = create(aStoredSpan({ trace_id: first }));
    const lines = await request(app).post(path).set('accept', 'application/x-ndjson').send({});

    expect(await ask({ windowing: { newest: '2020-01-01' } })).toEqual({ count: 0, summaries: [] });
    expect(JSON.parse(lines.text)).toMatchObject({ trace_id: first, spans: 1 });
  });
});
