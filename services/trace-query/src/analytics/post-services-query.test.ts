import type { StoredSpan } from '@spanhouse/span-row';
import { START_NS } from '@spanhouse/trace-store/testing';
import request from 'supertest';
import { aStoredSpan, spanId, traceId } from '../testing/a-stored-span.js';
import { createTestTraceQuery } from '../testing/test-trace-query.js';

function create(...spans: readonly StoredSpan[]) {
  const { app, reader, analyze } = createTestTraceQuery();
  reader.add(spans);
  const send = (body?: object) => request(app).post('/spans/services/query').send(body);
  return { analyze, send, ask: async (body?: object) => (await send(body)).body };
}

interface Sent {
  readonly span: number;
  readonly trace?: number | undefined;
  readonly parent?: number | undefined;
  readonly service?: string | undefined;
  readonly model?: string | undefined;
  readonly type?: string | undefined;
  readonly name?: string | undefined;
  readonly ms?: number | undefined;
  readonly isFailed?: boolean | undefined;
}

function stored({ span, trace = 0, parent, service, model, type, name, ms, isFailed }: Sent) {
  return aStoredSpan({
    trace_id: traceId(trace),
    span_id: spanId(span),
    parent_id: parent === undefined ? undefined : spanId(parent),
    start_time: START_NS + BigInt(trace),
    span_type: (type ?? 'task') as StoredSpan['span_type'],
    span_name: name ?? 'ask',
    status_code: isFailed === true ? 'STATUS_CODE_ERROR' : 'STATUS_CODE_OK',
    metrics: JSON.stringify({ duration: { cumulative: ms }, errors: {}, tokens: {}, costs: {} }),
    attributes: JSON.stringify({ ag: { meta: { request: { model } }, data: {} } }),
    resource: service && JSON.stringify({ attributes: { 'service.name': service } }),
  });
}

describe('POST /spans/services/query', () => {
  it('answers an empty map without spans, and takes no body', async () => {
    const { ask } = create();

    expect(await ask()).toEqual({ traces: { read: 0, matched: 0 }, nodes: [], edges: [] });
  });

  it('shows services with their calls, failures and durations', async () => {
    const { ask } = create(
      stored({ span: 0, service: 'web', ms: 10 }),
      stored({ span: 1, parent: 0, service: 'web', ms: 9 }),
      stored({ span: 2, parent: 1, service: 'shop', ms: 4, isFailed: true }),
      stored({ span: 3, parent: 1, service: 'shop', ms: 8 }),
    );

    const failed = { failed: 1, duration: { p50: 6, p95: 7.8 } };
    expect(await ask({})).toEqual({
      traces: { read: 1, matched: 1 },
      nodes: [
        { id: 'shop', service_name: 'shop', spans: 2, entries: 2, ...failed },
        {
          id: 'web',
          service_name: 'web',
          spans: 2,
          entries: 1,
          failed: 0,
          duration: { p50: 10, p95: 10 },
        },
      ],
      edges: [{ from: 'web', to: 'shop', calls: 2, ...failed }],
    });
  });

  it('shows agents, tools and models, and passes through other spans', async () => {
    const { ask } = create(
      stored({ span: 0, type: 'agent', name: 'planner' }),
      stored({ span: 1, parent: 0, type: 'task' }),
      stored({ span: 2, parent: 1, type: 'chat', model: 'demo-model' }),
      stored({ span: 3, parent: 1, type: 'rerank', name: 'sort' }),
    );

    const { nodes, edges } = await ask({ by: 'step' });

    expect(
      nodes.map(({ id, span_type, name }: Record<string, string>) => [id, span_type, name]),
    ).toEqual([
      ['agent:planner', 'agent', 'planner'],
      ['chat:demo-model', 'chat', 'demo-model'],
      ['rerank:sort', 'rerank', 'sort'],
    ]);
    expect(edges.map(({ from, to }: Record<string, string>) => [from, to])).toEqual([
      ['agent:planner', 'chat:demo-model'],
      ['agent:planner', 'rerank:sort'],
    ]);
  });

  it('reads the newest traces that match, as whole traces, and counts the others', async () => {
    const members = [0, 1, 2].flatMap((trace) => [
      { span: 0, trace, isFailed: true, service: `s-${trace}` },
      { span: 1, trace, parent: 0, service: 'bot' },
    ]);
    const { ask, analyze } = create(...members.map(stored), stored({ span: 5, trace: 7 }));
    for (const { trace, span, isFailed } of members) {
      analyze({
        trace_id: traceId(trace),
        span_id: spanId(span),
        start_time: START_NS,
        status_code: isFailed === true ? 'STATUS_CODE_ERROR' : 'STATUS_CODE_OK',
      });
    }
    const filtering = {
      conditions: [{ field: 'status_code', operator: 'is', value: 'STATUS_CODE_ERROR' }],
    };

    const { traces, nodes } = await ask({ filtering, max_traces: 2 });

    expect(traces).toEqual({ read: 2, matched: 3 });
    expect(nodes.map(({ id, spans }: { id: string; spans: number }) => [id, spans])).toEqual([
      ['bot', 2],
      ['s-1', 1],
      ['s-2', 1],
    ]);
  });

  it('ends at a chain of parents that is a circle, and follows a long one', async () => {
    const long = Array.from({ length: 20_000 }, (_, span) => ({
      span: span + 3,
      parent: span + 2,
    }));
    const { ask } = create(
      ...[
        { span: 0, parent: 1 },
        { span: 1, parent: 0 },
        { span: 2, type: 'agent', name: 'a' },
        ...long,
        { span: 30_000, parent: 20_002, type: 'tool', name: 'far' },
        { span: 30_001, parent: 0, type: 'tool', name: 'lost' },
      ].map(stored),
    );

    const { edges, nodes } = await ask({ by: 'step' });

    expect(edges.map(({ from, to }: Record<string, string>) => [from, to])).toEqual([
      ['agent:a', 'tool:far'],
    ]);
    expect(nodes.find(({ id }: { id: string }) => id === 'tool:lost').entries).toBe(1);
  });

  it.each([
    [{ by: 'span' }, ['body', 'by']],
    [{ max_traces: 0 }, ['body', 'max_traces']],
    [{ max_traces: 100_001 }, ['body', 'max_traces']],
    [{ max_traces: 1.5 }, ['body', 'max_traces']],
    [{ windowing: { oldest: {} } }, ['body', 'windowing', 'oldest']],
  ])('answers 422 to %j', async (body, loc) => {
    const { status, body: problem } = await create().send(body);

    expect([status, problem.detail[0].loc]).toEqual([422, loc]);
  });
});
