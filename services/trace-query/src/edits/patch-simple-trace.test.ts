import {
  createSimpleTraces,
  full,
  link,
  storedSimpleTrace,
  traceId,
} from '../testing/simple-traces.js';

describe('PATCH /simple/traces/{trace_id}', () => {
  it('replaces each given member as a whole, and keeps all others', async () => {
    const { patch, published } = createSimpleTraces(storedSimpleTrace(1, full));

    const edit = { tags: { team: 'a' }, data: { outputs: { score: 2 } } };
    const { status, body, receipt } = await patch(traceId(1), edit);

    expect([status, body.count]).toEqual([200, 1]);
    expect(receipt).toMatch(/./);
    expect(body.trace).toMatchObject({ ...full, ...edit });
    expect(body.trace.tags).toEqual(edit.tags);
    expect(body.trace.data).toEqual(edit.data);
    const [span] = await published();
    const { start_time, end_time, span_name, trace_type, ...before } = storedSimpleTrace(1, full);
    expect(span).toMatchObject({ start_time, end_time, span_name, trace_type });
    expect([span?.links, span?.references]).toEqual([before.links, before.references]);
    expect([span?.hashes, span?.metrics]).toEqual([before.hashes, before.metrics]);
  });

  it('sets updated_at and updated_by_id, keeps created_at, and is received later than the version that it replaces', async () => {
    const root = { ...storedSimpleTrace(1, full), received_at: 10n ** 19n / 2n, created_at: 7n };
    const { patch, published } = createSimpleTraces(root);

    const { body } = await patch(traceId(1), { meta: {} });

    const [span] = await published();
    expect(span).toMatchObject({
      received_at: root.received_at + 1n,
      created_at: 7n,
      updated_at: root.received_at + 1n,
      updated_by_id: expect.any(String),
    });
    expect(body.trace).toMatchObject({ updated_at: expect.any(String) });
    expect(body.trace).not.toHaveProperty('meta');
  });

  it('derives references, links and the hash from the given members', async () => {
    const { patch, published } = createSimpleTraces(storedSimpleTrace(1, full));

    const edit = { references: { application: {} }, links: [link(3), link(4)] };
    const { body } = await patch(traceId(1), edit);

    const expected = storedSimpleTrace(1, { ...full, ...edit });
    const [span] = await published();
    expect([span?.references, span?.links, span?.hashes]).toEqual([
      expected.references,
      expected.links,
      expected.hashes,
    ]);
    expect(body.trace.links).toEqual(edit.links);
    expect(body.trace.references).toEqual({ application: {} });
  });

  it('keeps stored outputs unchanged, even if reads show only a part of them', async () => {
    const outputs = { __default__: { a: 1 }, more: 2 };
    const { patch, published } = createSimpleTraces(storedSimpleTrace(1, { data: { outputs } }));

    await patch(traceId(1), { tags: { a: 'b' } });

    const [span] = await published();
    expect(JSON.parse(span?.attributes ?? '').ag.data.outputs).toEqual(outputs);
  });

  it.each([traceId(9), 'xyz', traceId(2)])(
    'answers count 0 for %s and writes nothing',
    async (id) => {
      const { patch, published } = createSimpleTraces(
        storedSimpleTrace(1, full),
        storedSimpleTrace(2, {}),
      );

      const { status, body, receipt } = await patch(id, { tags: {} });

      expect([status, body, receipt]).toEqual([200, { count: 0 }, undefined]);
      expect(await published()).toEqual([]);
    },
  );

  it.each([
    ['a trace', undefined, ['body', 'trace']],
    ['data that is an object', { data: [] }, ['body', 'trace', 'data']],
    ['a slug', { references: { evaluator: { slug: 'a b' } } }, undefined],
    ['both ids of a link', { links: { a: { trace_id: traceId(1) } } }, undefined],
    ['less than a span may have', { data: { inputs: { pad: 'x'.repeat(200_000) } } }, undefined],
  ])('answers 422 without %s', async (_what, trace, loc) => {
    const { patch, published } = createSimpleTraces(storedSimpleTrace(1, full));

    const { status, body } = await patch(traceId(1), trace);

    expect(status).toBe(422);
    if (loc !== undefined) {
      expect(body.detail[0].loc).toEqual(loc);
    }
    expect(await published()).toEqual([]);
  });
});
