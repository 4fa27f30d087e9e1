import { readFileSync } from 'node:fs';
import { consistentWith, type Json, postJson, send } from '../../http-client.js';
import { runSpanhouse } from '../../processes/running-spanhouse.js';

function text(name: string): string {
  return readFileSync(`${__dirname}/../../worked-examples/${name}.json`, 'utf8');
}

function example(name: string): Json {
  return JSON.parse(text(name));
}

/** Removes the members that differ between runs, and messages, because their wording may change. */
function stable(value: Json): Json {
  if (Array.isArray(value)) {
    return value.map(stable);
  }
  if (typeof value !== 'object' || value === null) {
    return value;
  }
  const varying = ['created_at', 'created_by_id', 'next', 'message', 'errorMessage'];
  const kept = Object.entries(value).filter(([key]) => !varying.includes(key));
  return Object.fromEntries(kept.map(([key, member]) => [key, stable(member)]));
}

/** Returns the same spans as a tree, in which nesting replaces the parent ids. */
function asNested({ spans: [root, child] }: Json): Json {
  const { parent_id: _implied, ...node } = child;
  const tree = { ...root, spans: { [child.span_name]: node } };
  return { traces: { [root.trace_id]: { spans: { [root.span_name]: tree } } } };
}

function asFlat({ traces }: Json): Json {
  const trees = Object.values(traces) as Json[];
  return { spans: trees.flatMap((trace) => flatten(trace.spans, {})) };
}

function flatten(nodes: Json, parent: Json): Json[] {
  const named = Object.entries(nodes).flatMap(([name, value]) =>
    ([value].flat() as Json[]).map((node) => ({ span_name: name, ...node, ...parent })),
  );
  return named.flatMap(({ spans: children = {}, ...span }) => [
    ...flatten(children, { parent_id: span.span_id }),
    span,
  ]);
}

describe('the worked examples', () => {
  const spanhouse = runSpanhouse();
  const ingest = (body: unknown) => postJson(`${spanhouse.url}/tracing/spans/ingest`, body);
  const traceOf = async (traceId: string, receipt: string | undefined) => {
    const url = `${spanhouse.url}/traces/${traceId}`;
    return stable((await send(url, { headers: consistentWith(receipt) })).body);
  };

  it('answer a flat ingest with the links, and page through its spans', async () => {
    const { status, body, receipt } = await ingest(text('flat-request'));
    expect(status).toBe(202);
    expect(body).toEqual(example('flat-answer'));

    const query = (request: unknown) =>
      postJson(`${spanhouse.url}/spans/query`, request, consistentWith(receipt));
    const first = await query(example('spans-query-request'));
    const { next } = first.body.windowing;
    const { filtering } = example('spans-query-request');
    const last = await query({ filtering, windowing: { next } });

    expect(stable(first.body)).toEqual(stable(example('spans-query-first-page')));
    expect(stable(last.body)).toEqual(stable(example('spans-query-last-page')));
  });

  it('keep an integer above 2^53 exactly as it was sent', async () => {
    const { receipt } = await ingest(text('flat-request'));

    const url = `${spanhouse.url}/spans/4bf92f3577b34da6a3ce929d0e0e4736/53995c3f42cd8ad8`;
    const response = await fetch(url, { headers: consistentWith(receipt) });

    expect(await response.text()).toMatch(/"n":9007199254740993[,}]/);
  });

  it('store the nested form of the flat example as the same spans', async () => {
    const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
    const flat = await ingest(text('flat-request'));
    const fromFlat = await traceOf(traceId, flat.receipt);

    const nested = await ingest(asNested(example('flat-request')));

    expect(await traceOf(traceId, nested.receipt)).toEqual(fromFlat);
  });

  it('answer a nested ingest with the links, and show its trace as a tree', async () => {
    const { status, body, receipt } = await ingest(text('nested-request'));

    expect(status).toBe(202);
    expect(body).toEqual(example('nested-answer'));
    const [trace] = example('trace-answer').traces;
    expect(await traceOf(trace.trace_id, receipt)).toEqual({ count: 1, trace: stable(trace) });
  });

  it('store the flat form of the nested example as the same spans', async () => {
    const [trace] = example('trace-answer').traces;

    const { receipt } = await ingest(asFlat(example('nested-request')));

    expect(await traceOf(trace.trace_id, receipt)).toEqual({ count: 1, trace: stable(trace) });
  });

  it('drop two invalid spans and keep the valid one unchanged', async () => {
    const { status, body, receipt } = await ingest(text('partial-drop-request'));

    expect(status).toBe(202);
    expect(stable(body)).toEqual(stable(example('partial-drop-answer')));
    const url = `${spanhouse.url}/spans/?trace_id=${'a'.repeat(32)}`;
    const read = await send(url, { headers: consistentWith(receipt) });
    expect(read.body.spans.map((span: Json) => span.span_id)).toEqual(['a1a1a1a1a1a1a1a1']);
    expect(read.body.spans[0].attributes).toMatchObject({ a: 'x', _conflicts: { 'a.b': 1 } });
  });

  it('name the refused span in the answer to OTLP JSON, and keep the other span', async () => {
    const url = `${spanhouse.url}/v1/traces`;
    const { status, body, receipt } = await postJson(url, text('otlp-request'));

    expect(status).toBe(200);
    expect(stable(body)).toEqual(stable(example('otlp-answer')));
    expect(body.partialSuccess.errorMessage).toContain('eee19b7ec3c1b175');
    const span = `${spanhouse.url}/spans/5b8efff798038103d269b633813fc60c/eee19b7ec3c1b174`;
    const read = await send(span, { headers: consistentWith(receipt) });
    expect(stable(read.body)).toEqual(stable(example('otlp-span')));
  });
});
