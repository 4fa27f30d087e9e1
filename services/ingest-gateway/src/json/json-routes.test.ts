import request from 'supertest';
import {
  aSentSpan,
  otherTraceId,
  sampleSpanId,
  sampleTraceId,
  spanId,
} from '../testing/sent-spans.js';
import { createTestGateway } from '../testing/test-gateway.js';

async function post(path: string, body: object) {
  const gateway = createTestGateway();
  const { status, body: answer, headers } = await request(gateway.app).post(path).send(body);
  return { status, answer, headers, stored: gateway.storedSpans().length };
}

function child(members: object = {}) {
  return aSentSpan({ span_id: spanId(2), parent_id: sampleSpanId, ...members });
}

const link = { trace_id: sampleTraceId, span_id: sampleSpanId };

describe('POST /tracing/spans/ingest', () => {
  it.each([{ spans: [] }, { traces: {} }, { spans: [], traces: null }])(
    'accepts %j as a valid empty request',
    async (body) => {
      const { status, answer, headers } = await post('/tracing/spans/ingest', body);

      expect([status, answer]).toEqual([202, { count: 0, links: [] }]);
      expect(headers['x-ingest-receipt']).toBeTruthy();
    },
  );

  it('answers 422 with both lists when every span is invalid', async () => {
    const { status, answer, headers } = await post('/tracing/spans/ingest', {
      spans: [{}, aSentSpan({ span_id: 'xyz' })],
    });

    expect(status).toBe(422);
    expect(answer.detail).toMatchObject([
      { type: 'missing', loc: ['body', 'spans', 0, 'trace_id'], ctx: { code: 'invalid_trace_id' } },
      { loc: ['body', 'spans', 1, 'span_id'], ctx: { code: 'invalid_span_id' } },
    ]);
    expect(answer.dropped).toMatchObject([
      { index: 0, code: 'invalid_trace_id' },
      { index: 1, code: 'invalid_span_id', trace_id: sampleTraceId, span_id: 'xyz' },
    ]);
    expect(headers['x-ingest-receipt']).toBeUndefined();
  });

  it('does not send a large body back', async () => {
    const pad = 'x'.repeat(100_000);

    const wrongBody = await post('/tracing/spans/ingest', [pad]);
    const wrongSpan = await post('/tracing/spans/ingest', { spans: [{ attributes: { pad } }] });

    for (const { status, answer } of [wrongBody, wrongSpan]) {
      expect(status).toBe(422);
      expect(JSON.stringify(answer).length).toBeLessThan(1000);
    }
  });

  it('counts a repeated span once, and stores its last content', async () => {
    const { app, storedSpans } = createTestGateway();
    const spans = [aSentSpan({ span_name: 'first' }), aSentSpan({ span_name: 'last' })];

    const response = await request(app).post('/tracing/spans/ingest').send({ spans });

    expect(response.body).toEqual({ count: 1, links: [link] });
    expect(storedSpans()).toMatchObject([{ span_name: 'last' }]);
  });

  it('reports the path of a dropped entry of the nested form', async () => {
    const bad = child({ start_time: 'yesterday' });
    const spans = { root: aSentSpan({ spans: { llm: [child(), bad] } }) };

    const { status, answer } = await post('/tracing/spans/ingest', {
      traces: { [sampleTraceId]: { spans } },
    });

    expect(status).toBe(202);
    expect(answer.count).toBe(2);
    expect(answer.dropped).toMatchObject([
      { path: `/traces/${sampleTraceId}/spans/root/spans/llm/1`, code: 'invalid_time' },
    ]);
  });
});

describe('POST /tracing/traces/', () => {
  it('accepts one trace', async () => {
    const { status, answer } = await post('/tracing/traces/', { spans: [aSentSpan(), child()] });

    expect(status).toBe(202);
    expect(answer).toEqual({ count: 2, links: [link, { ...link, span_id: spanId(2) }] });
  });

  it('answers 400 for spans without a root', async () => {
    const { status, answer, stored } = await post('/tracing/traces/', { spans: [child()] });

    expect([status, answer, stored]).toEqual([400, { detail: 'Missing root span' }, 0]);
  });

  it('answers 422 for several traces', async () => {
    const { status, answer } = await post('/tracing/traces/', {
      spans: [aSentSpan(), child({ trace_id: otherTraceId })],
    });

    expect(status).toBe(422);
    expect(answer.detail).toMatchObject([
      {
        type: 'value_error',
        loc: ['body'],
        msg: 'Value error, All spans must share a single trace_id.',
      },
    ]);
  });
});

describe('POST /traces/', () => {
  const trace = (spans: object) => ({ trace: { trace_id: sampleTraceId, spans } });

  it('accepts one trace, with or without times', async () => {
    const untimed = aSentSpan({ start_time: undefined, end_time: undefined });

    const { status, answer, stored } = await post('/traces/', trace({ ask: untimed }));

    expect([status, answer, stored]).toEqual([202, { count: 1, trace_id: sampleTraceId }, 1]);
  });

  it('reports the dropped spans', async () => {
    const { answer } = await post('/traces/', trace({ ask: aSentSpan(), b: child({ links: 5 }) }));

    expect(answer).toMatchObject({
      count: 1,
      trace_id: sampleTraceId,
      dropped: [{ path: '/trace/spans/b', code: 'invalid_span' }],
    });
  });

  it('answers 400 to a body without a trace', async () => {
    const { status, answer } = await post('/traces/', {});

    expect([status, answer]).toEqual([400, { detail: 'Missing trace' }]);
  });
});

describe('POST /traces/ingest', () => {
  it('accepts many traces and lists each id once, in the order of the first spans', async () => {
    const traceOf = (id: string, ...ids: string[]) => ({
      trace_id: id,
      spans: { s: ids.map((span) => aSentSpan({ trace_id: id, span_id: span })) },
    });

    const { status, answer, stored } = await post('/traces/ingest', {
      traces: [
        traceOf(otherTraceId, sampleSpanId),
        traceOf(sampleTraceId, sampleSpanId),
        traceOf(otherTraceId, spanId(9)),
      ],
    });

    expect([status, stored]).toEqual([202, 3]);
    expect(answer).toEqual({ count: 2, trace_ids: [otherTraceId, sampleTraceId] });
  });

  it('reports an entry without trace_id and accepts the others', async () => {
    const { answer } = await post('/traces/ingest', {
      traces: [{ spans: {} }, { trace_id: sampleTraceId, spans: { ask: aSentSpan() } }],
    });

    expect(answer).toMatchObject({
      count: 1,
      trace_ids: [sampleTraceId],
      dropped: [{ path: '/traces/0', code: 'invalid_trace' }],
    });
  });

  it('answers 400 to an empty list', async () => {
    const { status, answer } = await post('/traces/ingest', { traces: [] });

    expect([status, answer]).toEqual([400, { detail: 'Missing traces' }]);
  });
});
