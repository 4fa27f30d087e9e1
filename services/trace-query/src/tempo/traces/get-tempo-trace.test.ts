import { issueKey } from '@spanhouse/catalog/testing';
import { traceIdsOfSetD } from '@spanhouse/span-dialects/testing';
import {
  asGrafana,
  chargeOfA,
  hex,
  ownTraceId,
  readTempoTrace,
  withoutAg,
  withSpans,
} from '../../testing/tempo-traces.js';
import { createTestTempo, type Shown, spansOf } from '../../testing/test-doors.js';

const { a, c } = traceIdsOfSetD;
const unknown = ownTraceId.replace(/^0+/, '');

describe('GET /tempo/api/traces/{id} and /tempo/api/v2/traces/{id}', () => {
  it('return all spans of a trace as protobuf, grouped by resource and scope', async () => {
    const { ask } = createTestTempo();

    const first = await readTempoTrace(ask, `/api/traces/${a}`);
    const second = await readTempoTrace(ask, `/api/v2/traces/${a}`);

    expect(second).toEqual({ trace: first, metrics: {} });
    const groups = first.resourceSpans.map(({ resource, scopeSpans }: Shown) => [
      resource.attributes.map(({ key, value }: Shown) => `${key}=${value.stringValue}`).sort(),
      scopeSpans.map(({ scope, spans }: Shown) => [
        scope,
        spans.map(({ spanId }: Shown) => hex(spanId).slice(-2)),
      ]),
    ]);
    expect(groups).toEqual([
      [
        ['deployment.environment=prod', 'service.name=gateway'],
        [
          [{ name: 'http', version: '1.4.0' }, ['a1', 'a2']],
          [{}, ['a5']],
        ],
      ],
      [['deployment.environment=prod', 'service.name=payments'], [[{}, ['a3', 'a4']]]],
      [['deployment.environment=staging', 'service.name=inventory'], [[{}, ['a6']]]],
    ]);
    const span = spansOf(first).find(({ name }) => name === 'charge');
    expect(withoutAg(span)).toEqual({
      ...chargeOfA,
      kind: 2,
      status: { message: 'card declined', code: 2 },
    });
  });

  it('return JSON with base64 ids, names of enums and no defaults', async () => {
    const { ask } = createTestTempo();

    const { body } = await ask(`/api/traces/${c}`).expect('content-type', /^application\/json/);

    expect(Object.keys(body)).toEqual(['batches']);
    const [{ resource, scopeSpans }] = body.batches;
    expect(resource).toEqual({
      attributes: [{ key: 'service.name', value: { stringValue: 'cron' } }],
    });
    expect(scopeSpans).toEqual([
      {
        scope: { name: 'scheduler', version: '2.1.0' },
        spans: [
          {
            traceId: 'AAAAAAAAAADDw8PDw8PDww==',
            spanId: 'AAAAAAAAAME=',
            name: 'tick',
            kind: 'SPAN_KIND_INTERNAL',
            startTimeUnixNano: '1777629720000000000',
            endTimeUnixNano: '1777629720000400000',
            attributes: expect.any(Array),
            status: {},
          },
        ],
      },
    ]);
    const second = await ask(`/api/v2/traces/${c}`);
    expect(second.body).toEqual({ trace: { resourceSpans: body.batches }, metrics: {} });
  });

  it('describe the same trace as JSON and as protobuf', async () => {
    const { ask } = createTestTempo();
    const decoded = await readTempoTrace(ask, `/api/traces/${a}`);

    const { body } = await ask(`/api/traces/${a}`).expect(200);

    const facts = (resourceSpans: Shown) =>
      spansOf({ resourceSpans }).map(({ kind: _kind, status, ...span }: Shown) => ({
        ...span,
        message: status.message,
      }));
    expect(facts(body.batches)).toEqual(facts(decoded.resourceSpans));
  });

  it('take ids of any case without their leading zeros', async () => {
    const { ask } = createTestTempo();

    expect(spansOf(await readTempoTrace(ask, '/api/traces/C3C3C3C3C3C3C3C3'))).toHaveLength(1);
    expect(spansOf(await readTempoTrace(ask, `/api/traces/${a.toUpperCase()}`))).toHaveLength(6);
  });

  it.each([
    ['/api/traces/xyz', 'trace IDs can only contain hex characters'],
    [`/api/v2/traces/${'a'.repeat(33)}`, "trace IDs can't be larger than 128 bits"],
    [`/api/v2/traces/${a}?start=20&end=10`, 'end must be after start'],
    [`/api/v2/traces/${a}?start=x`, 'start must be a whole number'],
  ])('answer %s with 400', async (path, text) => {
    await createTestTempo()
      .ask(path)
      .expect(400, text)
      .expect('content-type', 'text/plain; charset=utf-8');
  });

  it.each(['/api/traces/', '/api/v2/traces/'])(
    'return all of %s, whatever the range',
    async (path) => {
      const { ask } = createTestTempo();
      const plain = await ask(path + a).expect(200);

      for (const range of ['start=1777629500&end=1777629501', 'start=0&end=0', 'end=1']) {
        expect((await ask(`${path}${a}?${range}`).expect(200)).body).toEqual(plain.body);
      }
    },
  );

  it('order spans by their start, then by their ids, and events by time', async () => {
    const [early, late] = ['1777629600000000001', '1777629600000000005'];
    const events = [3, 1, 2].map((n) => ({ name: `${n}`, timeUnixNano: `177762960000000000${n}` }));
    const { ask } = withSpans([
      { spanId: '00000000000000e1', startTimeUnixNano: late },
      { spanId: '00000000000000e3', startTimeUnixNano: early },
      { spanId: '00000000000000e2', startTimeUnixNano: early, events },
    ]);

    const spans = spansOf(await readTempoTrace(ask, `/api/traces/${unknown}`));

    expect(spans.map(({ spanId }) => hex(spanId).slice(-2))).toEqual(['e2', 'e3', 'e1']);
    expect(spans[0].events.map(({ name }: Shown) => name)).toEqual(['1', '2', '3']);
  });

  it('answer an unknown trace with 404, and in the second version with a trace without spans', async () => {
    const { ask } = createTestTempo();

    await ask(`/api/traces/${unknown}`).expect(404, 'trace not found');
    await ask(`/api/v2/traces/${unknown}`).expect(200, { trace: {}, metrics: {} });
    expect(await readTempoTrace(ask, `/api/v2/traces/${unknown}`)).toEqual({
      trace: {},
      metrics: {},
    });
  });

  it('give a resource without attributes one, because clients fail without', async () => {
    const { ask } = withSpans([{ spanId: '00000000000000e1' }]);

    const { resourceSpans } = await readTempoTrace(ask, `/api/traces/${unknown}`);

    expect(resourceSpans[0].resource).toEqual({
      attributes: [{ key: 'service.name', value: { stringValue: '' } }],
    });
  });

  it('show spans on a cycle without parents, and keep the parents of orphans', async () => {
    const { ask } = withSpans([
      { spanId: '00000000000000e1', parentSpanId: '00000000000000e2' },
      { spanId: '00000000000000e2', parentSpanId: '00000000000000e1' },
      { spanId: '00000000000000e3', parentSpanId: '00000000000000ff' },
    ]);

    const spans = spansOf(await readTempoTrace(ask, `/api/traces/${unknown}`));

    const facts = spans.map(({ parentSpanId, attributes }) => [
      parentSpanId && hex(parentSpanId).slice(-2),
      attributes
        .filter(({ key }: Shown) => key === 'spanhouse.parent_id')
        .map(({ value }: Shown) => value.stringValue),
    ]);
    expect(facts).toEqual([
      [undefined, ['00000000000000e2']],
      [undefined, ['00000000000000e1']],
      ['ff', []],
    ]);
  });

  it('write values as OTLP has them', async () => {
    const values = {
      int: { intValue: '-9223372036854775808' },
      small: { intValue: '-1' },
      large: { intValue: '9007199254740993' },
      zero: { doubleValue: 0.5 },
      whole: { doubleValue: 1e21 },
      none: {},
      integer: { doubleValue: -2 },
      no: { boolValue: false },
      empty: { stringValue: '' },
      list: { arrayValue: { values: [{ intValue: '1' }, { intValue: '200' }] } },
      nothing: { arrayValue: { values: [] } },
      text: { stringValue: 'é😀'.repeat(100) },
    };
    const attributes = Object.entries(values).map(([key, value]) => ({ key, value }));
    const { ask } = withSpans([{ spanId: '00000000000000e1', attributes }]);

    const [span] = spansOf(await readTempoTrace(ask, `/api/traces/${unknown}`));

    const shown = Object.fromEntries(span.attributes.map(({ key, value }: Shown) => [key, value]));
    expect(shown).toMatchObject({
      ...values,
      whole: { stringValue: '1000000000000000000000' },
      integer: { intValue: '-2' },
      nothing: { arrayValue: {} },
    });
  });

  it('compress protobuf for Grafana', async () => {
    const { headers } = await asGrafana(createTestTempo().ask(`/api/v2/traces/${a}`));

    expect(headers).toMatchObject({
      'content-type': 'application/protobuf',
      'content-encoding': 'gzip',
    });
  });

  it('show a key only the traces of its project', async () => {
    const { ask, reader, catalog } = createTestTempo({ authMode: 'keys' });
    const { text } = await issueKey(catalog, ['view_spans']);

    await ask(`/api/traces/${a}`).auth('', text).expect(200);

    expect(new Set(reader.projectIds)).toEqual(
      new Set([(await catalog.defaultProject()).project_id]),
    );
  });
});
