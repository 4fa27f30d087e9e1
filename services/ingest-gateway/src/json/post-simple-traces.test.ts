import request from 'supertest';
import { aSentSpan, sampleSpanId, sampleTraceId } from '../testing/sent-spans.js';
import { createTestGateway } from '../testing/test-gateway.js';

const required = { data: {}, references: {}, links: {} };

async function post(trace: object | string, path = '/simple/traces/') {
  const gateway = createTestGateway({ limits: { spanBytes: 10_000 } });
  const sending = request(gateway.app).post(path).type('json');
  const body = typeof trace === 'string' ? trace : JSON.stringify({ trace });
  const { status, body: answer, headers, text } = await sending.send(body);
  return { status, answer, headers, text, stored: gateway.storedSpans() };
}

const link = { trace_id: sampleTraceId, span_id: sampleSpanId };

describe('POST /simple/traces/', () => {
  it.each(['/simple/traces/', '/simple/traces', '/api/simple/traces/', '/preview/simple/traces/'])(
    'writes one root span at the time of receipt, at %s',
    async (path) => {
      const { status, answer, headers, stored } = await post(required, path);

      const [span] = stored;
      expect([status, answer.count]).toEqual([202, 1]);
      expect(answer.trace).toEqual({
        trace_id: expect.stringMatching(/^[0-9a-f]{32}$/),
        span_id: expect.stringMatching(/^[0-9a-f]{16}$/),
        origin: 'custom',
        kind: 'adhoc',
        channel: 'api',
        ...required,
      });
      expect(headers['x-ingest-receipt']).toBeTruthy();
      expect(stored).toHaveLength(1);
      expect(span).toMatchObject({
        trace_id: answer.trace.trace_id,
        span_id: answer.trace.span_id,
        parent_id: undefined,
        span_name: 'annotation',
        span_type: 'task',
        has_type_span: true,
        trace_type: 'annotation',
      });
      expect([span?.start_time, span?.end_time]).toEqual([span?.received_at, span?.received_at]);
    },
  );

  it('gives every trace new ids', async () => {
    const { app } = createTestGateway();
    const send = async () =>
      (await request(app).post('/simple/traces/').send({ trace: required })).body.trace.trace_id;

    expect(await send()).not.toBe(await send());
  });

  it.each([
    [{}, { is_custom: true }],
    [{ origin: 'human' }, { is_feedback: true }],
    [{ kind: 'eval' }, { is_custom: true, is_evaluation: true }],
    [{ channel: 'sdk' }, { is_custom: true, is_sdk: true }],
    [
      { origin: 'human', kind: 'eval', channel: 'web' },
      { is_feedback: true, is_evaluation: true, is_web: true },
    ],
    [{ origin: 'auto', kind: 'play', channel: 'otlp' }, undefined],
  ])('keeps %j as the flags %j', async (enums, flags) => {
    const { stored, answer } = await post({ ...required, ...enums });

    expect(answer.trace).toMatchObject(enums);
    expect(JSON.parse(stored[0]?.attributes ?? '').ag.flags).toEqual(flags);
  });

  it('stores tags, meta, data, references and selector under ag, and returns them', async () => {
    const trace = {
      tags: { env: 'prod' },
      meta: { note: [1, null] },
      data: { inputs: { q: 'hi' }, outputs: { score: 1 }, extra: 5 },
      references: {
        evaluator: { slug: 'accuracy' },
        evaluator_revision: { version: '3' },
        selector: { key: 'score' },
      },
      links: {},
    };

    const { answer, stored } = await post(trace);

    const { ag } = JSON.parse(stored[0]?.attributes ?? '');
    const { selector, ...references } = trace.references;
    expect(answer.trace).toMatchObject(trace);
    expect(ag).toMatchObject({ tags: trace.tags, meta: trace.meta, references, selector });
    expect(ag.data).toEqual({ inputs: { q: 'hi' }, outputs: { score: 1 } });
    expect(ag.unsupported).toEqual({ data: { extra: 5 } });
    expect(stored[0]?.span_name).toBe('accuracy');
  });

  it('stores links under their names, and links of a list under the name `key`', async () => {
    const named = await post({ ...required, links: { invocation: link } });
    const listed = await post({ ...required, links: [link, link] });

    const linksOf = ({ stored }: typeof named) => JSON.parse(stored[0]?.links ?? '');
    expect(linksOf(named)).toEqual([{ ...link, attributes: { key: 'invocation' } }]);
    expect(linksOf(listed)).toEqual([
      { ...link, attributes: { key: 'key' } },
      { ...link, attributes: { key: 'key' } },
    ]);
    expect(named.answer.trace.links).toEqual({ invocation: link });
    expect(listed.answer.trace.links).toEqual([link, link]);
  });

  it('hashes references and links as in any other span', async () => {
    const references = {
      application: { slug: 'my-app' },
      application_revision: { version: '3' },
    };

    const { stored } = await post({ ...required, references });

    expect(JSON.parse(stored[0]?.hashes ?? '')).toMatchObject([
      { id: '42a28c76-83f7-97c7-6ee1-c9bee372fb5a' },
    ]);
  });

  it('returns integers beyond 2^53 and keys like __proto__ as they were sent', async () => {
    const data = '{"inputs":{"__proto__":9007199254740993}}';

    const { text } = await post(`{"trace":{"data":${data},"references":{},"links":{}}}`);

    expect(text).toContain(`"data":${data}`);
  });

  it('ignores unknown members', async () => {
    const { status, answer } = await post({ ...required, more: 1, references: { more: 1 } });

    expect(status).toBe(202);
    expect(answer.trace).not.toHaveProperty('more');
    expect(answer.trace.references).toEqual({});
  });

  it.each([
    ['trace', '{}', { type: 'missing', loc: ['body', 'trace'] }],
    ['data', { references: {}, links: {} }, { type: 'missing', loc: ['body', 'trace', 'data'] }],
    [
      'references',
      { data: {}, links: {} },
      { type: 'missing', loc: ['body', 'trace', 'references'] },
    ],
    ['links', { data: {}, references: {} }, { type: 'missing', loc: ['body', 'trace', 'links'] }],
    ['a body that is an object', '[]', { type: 'model_attributes_type', loc: ['body'] }],
    [
      'an origin',
      { ...required, origin: 'robot' },
      { type: 'enum', loc: ['body', 'trace', 'origin'] },
    ],
    [
      'data that is an object',
      { ...required, data: [] },
      { type: 'dict_type', loc: ['body', 'trace', 'data'] },
    ],
    [
      'a slug',
      { ...required, references: { evaluator: { slug: 'a b' } } },
      { type: 'value_error', loc: ['body', 'trace', 'references', 'evaluator', 'slug'] },
    ],
    [
      'both ids of a link',
      { ...required, links: { a: { trace_id: sampleTraceId } } },
      { type: 'missing', loc: ['body', 'trace', 'links', 'a', 'span_id'] },
    ],
    [
      'usable ids of a link',
      { ...required, links: [{ ...link, trace_id: 'xyz' }] },
      { type: 'value_error', loc: ['body', 'trace', 'links', 0, 'trace_id'] },
    ],
  ])('answers 422 without %s', async (_what, trace, entry) => {
    const { status, answer, stored } = await post(trace);

    expect([status, stored]).toEqual([422, []]);
    expect(answer.detail).toMatchObject([entry]);
  });

  it('answers 422 for a trace above the size limit of a span', async () => {
    const trace = { ...required, data: { inputs: { pad: 'x'.repeat(20_000) } } };

    const { status, answer } = await post(trace);

    expect(status).toBe(422);
    expect(answer.dropped).toMatchObject([{ path: '/trace', code: 'span_too_large' }]);
  });
});

describe('POST /preview/tracing/traces/', () => {
  const path = '/preview/tracing/traces/';

  it('reads a body that only has trace as a simple trace', async () => {
    const { status, answer, stored } = await post({ ...required, origin: 'human' }, path);

    expect([status, answer.count, stored.length]).toEqual([202, 1, 1]);
    expect(answer.trace.origin).toBe('human');
  });

  it.each([
    ['spans', { trace: required, spans: [aSentSpan()] }],
    ['traces', { trace: required, traces: { t: { spans: { a: aSentSpan() } } } }],
  ])('reads a body with trace and %s as an ingest request', async (_member, body) => {
    const { answer } = await post(JSON.stringify(body), path);

    expect(answer).toEqual({ count: 1, links: [link] });
  });

  it('refuses simple traces without /preview', async () => {
    const { status, answer } = await post(required, '/tracing/traces/');

    expect([status, answer.detail[0].type]).toEqual([422, 'value_error']);
  });
});
