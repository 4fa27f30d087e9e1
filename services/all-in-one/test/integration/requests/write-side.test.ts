import { consistentWith, type Json, postJson, send } from '../../http-client.js';
import {
  newDataDir,
  type RunningSpanhouse,
  startSpanhouse,
} from '../../processes/running-spanhouse.js';

function newTraceId() {
  return crypto.randomUUID().replaceAll('-', '');
}

const times = { start_time: '2026-05-01T10:00:00Z', end_time: '2026-05-01T10:00:01Z' };
const root = '00000000000000a1';
const child = '00000000000000a2';

function spansOf(trace_id: string, members: object = {}) {
  return [
    { trace_id, span_id: root, span_name: 'root', ...times, ...members },
    { trace_id, span_id: child, parent_id: root, span_name: 'child', ...times },
  ];
}

describe('requests that write', () => {
  let spanhouse: RunningSpanhouse;
  const url = (path: string) => `${spanhouse.url}${path}`;
  const put = (path: string, body: Json) =>
    send(url(path), {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  const ingest = (spans: Json) => postJson(url('/tracing/spans/ingest'), { spans });
  const spansIn = async (traceId: string, receipt: string | undefined): Promise<Json[]> => {
    const headers = consistentWith(receipt);
    return (await send(url(`/spans/?trace_id=${traceId}`), { headers })).body.spans;
  };

  beforeAll(async () => {
    spanhouse = await startSpanhouse(newDataDir());
  });
  afterAll(() => spanhouse.stop());

  it('returns receipts that report when the spans of one write, or of several, are stored', async () => {
    const first = await ingest(spansOf(newTraceId()));
    const second = await ingest([...spansOf(newTraceId()), ...spansOf(newTraceId())]);
    const headers = consistentWith(first.receipt, second.receipt);

    const { status, body } = await send(url(`/receipts/${second.receipt}`), { headers });

    expect([status, body]).toEqual([
      200,
      { status: 'stored', pending: 0, stored: 4, dead_lettered: 0, lost: 0 },
    ]);
    expect((await send(url(`/receipts/${first.receipt}x`))).status).toBe(404);
  });

  it('replaces the spans of a PUT request and keeps the other spans of the trace', async () => {
    const traceId = newTraceId();
    await ingest(spansOf(traceId, { attributes: { n: 1 } }));
    const [root] = spansOf(traceId, { attributes: { n: 2 } });

    const tracing = await put(`/tracing/traces/${traceId}`, { spans: [root] });
    const afterFirst = await spansIn(traceId, tracing.receipt);
    const list = await put(`/traces/${traceId}`, {
      trace: { trace_id: traceId, spans: { renamed: { ...root, span_name: undefined } } },
    });
    const afterSecond = await spansIn(traceId, list.receipt);

    expect([tracing.status, list.status]).toEqual([202, 202]);
    const shown = (spans: Json[]) =>
      spans.map((span) => [span.span_name, span.attributes.n]).toSorted();
    expect(shown(afterFirst)).toEqual([
      ['child', undefined],
      ['root', 2],
    ]);
    expect(shown(afterSecond)).toEqual([
      ['child', undefined],
      ['renamed', 2],
    ]);
  });

  it('stores a simple trace as an annotation, with or without links', async () => {
    const trace = {
      origin: 'human',
      data: { outputs: { score: 1 } },
      links: {},
      references: { evaluator: { slug: 'accuracy' } },
    };
    const { status, body, receipt } = await postJson(url('/simple/traces/'), { trace });

    const [span] = await spansIn(body.trace.trace_id, receipt);

    expect([status, body.count]).toEqual([202, 1]);
    expect(span).toMatchObject({ span_name: 'accuracy', trace_type: 'annotation' });
    expect(span.attributes.ag).toMatchObject({
      flags: { is_feedback: true },
      data: { outputs: { score: 1 } },
      references: { evaluator: { slug: 'accuracy' } },
    });
  });
});
