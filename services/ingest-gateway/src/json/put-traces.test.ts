import request from 'supertest';
import {
  aSentSpan,
  otherTraceId,
  sampleSpanId,
  sampleTraceId,
  spanId,
} from '../testing/sent-spans.js';
import { createTestGateway } from '../testing/test-gateway.js';

async function put(path: string, body: object) {
  const gateway = createTestGateway();
  const { status, body: answer } = await request(gateway.app).put(path).send(body);
  return { status, answer, stored: gateway.storedSpans() };
}

function child(members: object = {}) {
  return aSentSpan({ span_id: spanId(2), parent_id: sampleSpanId, ...members });
}

const dashed = `${sampleTraceId.slice(0, 8)}-${sampleTraceId.slice(8)}`;

describe('PUT /tracing/traces/{trace_id}', () => {
  const base = '/tracing/traces';

  it('accepts the spans of the trace', async () => {
    const spans = [aSentSpan(), child()];

    const { status, answer, stored } = await put(`${base}/${sampleTraceId}`, { spans });

    const link = { trace_id: sampleTraceId, span_id: sampleSpanId };
    expect([status, answer]).toEqual([
      202,
      { count: 2, links: [link, { ...link, span_id: spanId(2) }] },
    ]);
    expect(stored).toHaveLength(2);
  });

  it('compares the ids of path and payload after normalisation', async () => {
    const spans = [aSentSpan({ trace_id: sampleTraceId.toUpperCase() })];

    expect((await put(`${base}/${dashed}`, { spans })).status).toBe(202);
  });

  it.each([
    ['no spans', { spans: [] }, 'Missing spans'],
    ['an empty trace', { traces: { [sampleTraceId]: {} } }, 'Missing spans'],
    ['no root', { spans: [child({ trace_id: otherTraceId })] }, 'Missing root span'],
    [
      'two roots',
      { spans: [aSentSpan(), aSentSpan({ span_id: spanId(3) })] },
      'Too many root spans',
    ],
    [
      'two trace ids',
      { spans: [aSentSpan(), child({ trace_id: otherTraceId })] },
      'Trace payload must contain exactly one trace_id.',
    ],
    [
      'a trace id next to one that does not parse',
      { spans: [aSentSpan(), child({ trace_id: 'xyz' })] },
      'Trace payload must contain exactly one trace_id.',
    ],
    [
      'no trace id at all',
      { spans: [aSentSpan({ trace_id: null })] },
      'Trace payload must contain exactly one trace_id.',
    ],
    [
      'only a trace id that does not parse',
      { spans: [aSentSpan({ trace_id: 'xyz' })] },
      'Invalid trace_id in path or payload.',
    ],
    [
      'another trace',
      { spans: [aSentSpan({ trace_id: otherTraceId })] },
      `Path trace_id '${sampleTraceId}' does not match payload trace_id '${otherTraceId}'.`,
    ],
  ])('answers 400 for %s', async (_what, body, text) => {
    const { status, answer, stored } = await put(`${base}/${sampleTraceId}`, body);

    expect([status, answer, stored]).toEqual([400, { detail: text }, []]);
  });

  it('answers 400 for a path without a valid trace id, after the checks of the payload', async () => {
    const text = 'Invalid trace_id in path or payload.';

    expect((await put(`${base}/nonsense`, { spans: [aSentSpan()] })).answer.detail).toBe(text);
    expect((await put(`${base}/nonsense`, { spans: [] })).answer.detail).toBe('Missing spans');
  });

  it('answers 422 for a body that is not an ingest request', async () => {
    const { status, answer } = await put(`${base}/${sampleTraceId}`, {});

    expect([status, answer.detail[0].type]).toEqual([422, 'value_error']);
  });
});

describe('PUT /traces/{trace_id}', () => {
  const base = '/traces';
  const trace = (spans: object, outerId: unknown = sampleTraceId) => ({
    trace: { trace_id: outerId, spans },
  });

  it('accepts the trace', async () => {
    const body = trace({ ask: aSentSpan({ start_time: undefined, end_time: undefined }) });

    const { status, answer, stored } = await put(`${base}/${sampleTraceId}`, body);

    expect([status, answer]).toEqual([202, { count: 1, trace_id: sampleTraceId }]);
    expect(stored).toHaveLength(1);
  });

  it.each([
    ['no trace', {}, 'Missing trace'],
    ['a trace without id', { trace: { spans: { ask: aSentSpan() } } }, 'Missing trace'],
    ['no spans', trace({}), 'Missing spans'],
    ['no root', trace({ ask: child() }), 'Missing root span'],
    [
      'an outer id that is not that of the spans',
      trace({ ask: aSentSpan() }, otherTraceId),
      'Trace payload must contain exactly one trace_id.',
    ],
    [
      'ids that do not parse',
      trace({ ask: aSentSpan({ trace_id: 'xyz' }) }, 'xyz'),
      'Invalid trace_id in path or payload.',
    ],
    [
      'another trace',
      trace({ ask: aSentSpan({ trace_id: otherTraceId }) }, otherTraceId),
      `Path trace_id '${sampleTraceId}' does not match payload trace_id.`,
    ],
  ])('answers 400 for %s', async (_what, body, text) => {
    const { status, answer, stored } = await put(`${base}/${sampleTraceId}`, body);

    expect([status, answer, stored]).toEqual([400, { detail: text }, []]);
  });
});
