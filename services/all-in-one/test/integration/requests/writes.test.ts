import { newTraceId } from '../../accounts.js';
import { consistentWith, type Json, postJson, send } from '../../http-client.js';
import { runSpanhouse } from '../../processes/running-spanhouse.js';

const times = { start_time: '2026-05-01T10:00:00Z', end_time: '2026-05-01T10:00:01Z' };

function spanOf(trace_id: string, number: number) {
  return {
    trace_id,
    span_id: number.toString(16).padStart(16, '0'),
    span_name: `span ${number}`,
    ...times,
  };
}

const root = '00000000000000a1';
const child = '00000000000000a2';

function rootAndChild(trace_id: string, members: object = {}) {
  return [
    { trace_id, span_id: root, span_name: 'root', ...times, ...members },
    { trace_id, span_id: child, parent_id: root, span_name: 'child', ...times },
  ];
}

describe('requests that write', () => {
  const spanhouse = runSpanhouse();
  const url = (path: string) => `${spanhouse.url}${path}`;
  const ingest = (spans: Json) => postJson(url('/tracing/spans/ingest'), { spans });
  const get = (path: string, ...receipts: readonly (string | undefined)[]) =>
    send(url(path), { headers: consistentWith(...receipts) });
  const remove = (path: string, receipt?: string) =>
    send(url(path), {
      method: 'DELETE',
      headers: receipt === undefined ? {} : consistentWith(receipt),
    });
  const patch = (path: string, trace: Json, receipt: string | undefined) =>
    send(url(path), {
      method: 'PATCH',
      headers: { ...consistentWith(receipt), 'content-type': 'application/json' },
      body: JSON.stringify({ trace }),
    });
  const put = (path: string, body: Json) =>
    send(url(path), {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  const spansIn = async (traceId: string, receipt: string | undefined): Promise<Json[]> => {
    const headers = consistentWith(receipt);
    return (await send(url(`/spans/?trace_id=${traceId}`), { headers })).body.spans;
  };

  it('returns receipts that report when the spans of one write, or of several, are stored', async () => {
    const first = await ingest(rootAndChild(newTraceId()));
    const second = await ingest([...rootAndChild(newTraceId()), ...rootAndChild(newTraceId())]);
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
    await ingest(rootAndChild(traceId, { attributes: { n: 1 } }));
    const [root] = rootAndChild(traceId, { attributes: { n: 2 } });

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

  it('removes a trace whose spans are still in the log, and accepts new spans for it afterwards', async () => {
    const traceId = newTraceId();
    await ingest([1, 2].map((number) => spanOf(traceId, number)));

    const deleted = await remove(`/traces/${traceId}`);
    const after = await get(`/traces/${traceId}`, deleted.receipt);
    const again = await ingest([spanOf(traceId, 3)]);
    const anew = await get(`/spans/?trace_id=${traceId}`, again.receipt);

    expect(deleted.status).toBe(202);
    expect(after.body).toEqual({ count: 0 });
    expect(anew.body.spans.map(({ span_name }: Json) => span_name)).toEqual(['span 3']);
  });

  it('hides a deleted trace from lists, and reports what was removed', async () => {
    const [kept, gone] = [newTraceId(), newTraceId()];
    const sent = await ingest([spanOf(kept, 1), spanOf(gone, 1), spanOf(gone, 2)]);
    const filtering = {
      conditions: [{ field: 'trace_id', operator: 'in', value: [kept, gone] }],
    };

    const deleted = await remove(`/tracing/traces/${gone}`, sent.receipt);
    const headers = consistentWith(deleted.receipt);
    const spans = await postJson(url('/spans/query'), { filtering }, headers);
    const traces = await postJson(url('/traces/query'), { filtering }, headers);
    const repeated = await remove(`/tracing/traces/${gone}`, deleted.receipt);

    expect(deleted.body).toEqual({
      count: 2,
      links: [1, 2].map((number) => {
        const { trace_id, span_id } = spanOf(gone, number);
        return { trace_id, span_id };
      }),
    });
    expect(spans.body.spans.map(({ trace_id }: Json) => trace_id)).toEqual([kept]);
    expect(traces.body.traces.map(({ trace_id }: Json) => trace_id)).toEqual([kept]);
    expect(repeated.body).toEqual({ count: 0, links: [] });
  });

  it('edits a simple trace, finds it by its new content, and deletes it', async () => {
    const tag = newTraceId();
    const trace = {
      origin: 'human',
      tags: { tag },
      data: { outputs: { score: 1 } },
      references: { evaluator: { slug: 'accuracy' } },
      links: {},
    };
    const made = await postJson(url('/simple/traces/'), { trace });
    const path = `/simple/traces/${made.body.trace.trace_id}`;
    const find = (tags: Json, receipt: string | undefined) =>
      postJson(url('/simple/traces/query'), { trace: { tags } }, consistentWith(receipt));

    const edited = await patch(path, { tags: { tag: `new ${tag}` } }, made.receipt);
    const shown = await get(path, edited.receipt);
    const [before, now] = [
      await find({ tag }, edited.receipt),
      await find({ tag: `new ${tag}` }, edited.receipt),
    ];
    const deleted = await remove(path, edited.receipt);
    const after = await get(path, deleted.receipt);

    expect([edited.status, edited.body]).toEqual([200, shown.body]);
    expect(shown.body.trace).toMatchObject({ origin: 'human', data: trace.data });
    expect(shown.body.trace.updated_at > shown.body.trace.created_at).toBe(true);
    expect([before.body.count, now.body.count]).toEqual([0, 1]);
    const { trace_id, span_id } = made.body.trace;
    expect([deleted.status, deleted.body]).toEqual([
      200,
      { count: 1, link: { trace_id, span_id } },
    ]);
    expect(after.body).toEqual({ count: 0 });
  });
});
