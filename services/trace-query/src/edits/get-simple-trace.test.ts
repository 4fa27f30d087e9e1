import { testContext } from '../testing/intake.js';
import {
  createSimpleTraces,
  full,
  link,
  storedSimpleTrace,
  traceId,
} from '../testing/simple-traces.js';

describe('GET /simple/traces/{trace_id}', () => {
  it('shows the root as it was sent, with its ids and lifecycle, without unknown data', async () => {
    const { get } = createSimpleTraces(storedSimpleTrace(1, full));

    const { status, body } = await get(traceId(1));

    const { data } = full;
    expect([status, body]).toEqual([
      200,
      {
        count: 1,
        trace: {
          created_at: expect.any(String),
          created_by_id: testContext.created_by_id,
          ...link(1),
          ...full,
          data: { inputs: data.inputs, outputs: data.outputs },
        },
      },
    ]);
  });

  it('reads auto, play and otlp back as custom, adhoc and api', async () => {
    const others = { origin: 'auto', kind: 'play', channel: 'otlp' };
    const { get } = createSimpleTraces(storedSimpleTrace(1, { ...others, data: { inputs: {} } }));

    expect((await get(traceId(1))).body.trace).toMatchObject({
      origin: 'custom',
      kind: 'adhoc',
      channel: 'api',
      references: {},
      links: {},
    });
  });

  it('shows links by name, and as a list when a name occurs twice', async () => {
    const data = { inputs: {} };
    const { get } = createSimpleTraces(
      storedSimpleTrace(1, { data, links: { a: link(5), b: link(6) } }),
      storedSimpleTrace(2, { data, links: [link(5), link(6)] }),
    );

    expect((await get(traceId(1))).body.trace.links).toEqual({ a: link(5), b: link(6) });
    expect((await get(traceId(2))).body.trace.links).toEqual([link(5), link(6)]);
  });

  it('keeps large integers exact', async () => {
    const span = storedSimpleTrace(1, { data: { inputs: { n: 0 } } });
    const attributes = span.attributes.replace('"n":0', '"n":9007199254740993');
    const { get } = createSimpleTraces({ ...span, attributes });

    expect((await get(traceId(1))).text).toContain('"n":9007199254740993');
  });

  it.each([
    ['that is unknown', traceId(7)],
    ['with an invalid id', 'xyz'],
    ['whose root has no data', traceId(2)],
  ])('answers count 0 for a trace %s', async (_what, id) => {
    const { get } = createSimpleTraces(storedSimpleTrace(1, full), storedSimpleTrace(2, {}));

    const { status, body } = await get(id);

    expect([status, body]).toEqual([200, { count: 0 }]);
  });
});
