import {
  createSimpleTraces,
  hex,
  link,
  storedSimpleTrace,
  traceId,
} from '../testing/simple-traces.js';

describe('POST /simple/traces/query', () => {
  const data = { inputs: {} };
  const spans = [
    storedSimpleTrace(1, { data, origin: 'human', channel: 'web', tags: { env: 'prod' } }),
    storedSimpleTrace(2, { data, kind: 'eval', tags: { env: 'dev', 'a.b': 'c' } }),
    storedSimpleTrace(3, { data, origin: 'auto', references: { evaluator: { slug: 'accuracy' } } }),
    storedSimpleTrace(4, { data, links: { a: link(50), b: link(51) }, meta: { n: { x: 1 } } }),
    storedSimpleTrace(5, {}),
  ];
  const find = async (trace: object, more: object = {}) => {
    const { body } = await createSimpleTraces(...spans).find({ trace, ...more });
    return body.traces.map((view: { trace_id: string }) => Number.parseInt(view.trace_id, 16));
  };

  it('finds all simple traces with data, the latest first', async () => {
    const { body } = await createSimpleTraces(...spans).find({});

    expect(body.count).toBe(4);
    expect(body.traces.map(({ span_id }: { span_id: string }) => Number(span_id))).toEqual([
      4, 3, 2, 1,
    ]);
    expect(body.traces[3]).toMatchObject({ origin: 'human', data, tags: { env: 'prod' } });
  });

  it.each([
    [{ origin: 'human' }, [1]],
    [{ origin: 'custom' }, [4, 2]],
    [{ origin: 'auto' }, [3]],
    [{ kind: 'eval' }, [2]],
    [{ kind: 'adhoc' }, [4, 3, 1]],
    [{ kind: 'play' }, [4, 3, 2, 1]],
    [{ channel: 'web' }, [1]],
    [{ channel: 'api' }, [4, 3, 2]],
    [{ channel: 'otlp' }, [4, 3, 2, 1]],
    [{ tags: { env: 'prod' } }, [1]],
    [{ tags: { 'a.b': 'c' } }, [2]],
    [{ tags: { env: 'dev' }, origin: 'human' }, []],
    [{ meta: { n: { x: 1 } } }, [4]],
    [{ references: { evaluator: { slug: 'accuracy' } } }, [3]],
    [{ references: { application: { slug: 'accuracy' } } }, []],
    [{ links: { x: link(50), y: link(51) } }, [4]],
    [{ links: { x: link(50), y: link(52) } }, []],
    [{ links: [link(52), link(50)] }, [4]],
    [{ links: [{ trace_id: traceId(50) }] }, []],
  ])('finds by %j', async (trace, expected) => {
    expect(await find(trace)).toEqual(expected);
  });

  it('treats top-level links as the traces to fetch, whatever their span ids', async () => {
    const links = [{ ...link(2), span_id: hex(77, 16) }, link(3)];

    expect(await find({}, { links })).toEqual([3, 2]);
    expect(await find({ kind: 'eval' }, { links })).toEqual([2]);
    expect(await find({}, { links: [{ span_id: hex(1, 16) }] })).toEqual([]);
  });

  it('pages as traces do; traces without data do not count towards the limit', async () => {
    const { find: ask } = createSimpleTraces(...spans);

    const first = (await ask({ windowing: { limit: 3, order: 'ascending' } })).body;
    const second = (await ask({ windowing: first.windowing })).body;

    const idsOf = ({ traces }: { traces: { span_id: string }[] }) =>
      traces.map(({ span_id }) => Number(span_id));
    expect([idsOf(first), idsOf(second), second.windowing]).toEqual([[1, 2, 3], [4], undefined]);
  });
});
