import { defaultProjectId } from '@spanhouse/catalog';
import { createRecordingLogger } from '@spanhouse/service-runtime/testing';
import { aZipkinSpan, zipkinSpanId, zipkinTraceId } from '@spanhouse/span-intake/testing';
import request from 'supertest';
import { otlpBytes, otlpJson } from '../testing/otlp-bytes.js';
import { aSentSpan, sampleTraceId, spanId } from '../testing/sent-spans.js';
import { createTestGateway, type TestGatewayOptions } from '../testing/test-gateway.js';

const MINUTE_MS = 60_000;
const ofShop = { resource: { attributes: { 'service.name': 'shop' } } };

function setUp(limits: TestGatewayOptions['limits'] = {}) {
  const { logger, lines } = createRecordingLogger('info');
  const gateway = createTestGateway({ logger, limits });
  const post = (path: string, body: unknown) =>
    request(gateway.app)
      .post(path)
      .send(body as object);
  const linesOf = (message: string) => lines.filter(({ msg }) => msg === message);
  return {
    gateway,
    post,
    lines: () => linesOf('span dropped'),
    refusals: () => linesOf('request refused'),
  };
}

function aLine(code: string, service: string, more: object = {}) {
  const facts = { projectId: defaultProjectId, suppressed: 0, code, service, ...more };
  return { level: 'warn', msg: 'span dropped', ...facts };
}

describe('the log of dropped spans and refused requests', () => {
  it('contains service, code and ids of a span that is too large, in every protocol', async () => {
    const { gateway, post, lines } = setUp({ spanBytes: 1000 });
    const large = 'x'.repeat(2000);
    const [resourceSpans] = otlpJson({ name: large })['resourceSpans'] as object[];
    const tags = { large };

    await post('/tracing/spans/ingest', {
      spans: [aSentSpan({ ...ofShop, attributes: { large } }), aSentSpan({ span_id: spanId(2) })],
    });
    await post('/v1/traces', {
      resourceSpans: [
        {
          ...resourceSpans,
          resource: { attributes: [{ key: 'service.name', value: { stringValue: 'cart' } }] },
        },
      ],
    });
    await post('/v2/spans', [aZipkinSpan({ localEndpoint: { serviceName: 'till' }, tags })]);

    expect(lines()).toMatchObject([
      aLine('span_too_large', 'shop', { traceId: sampleTraceId }),
      aLine('span_too_large', 'cart', { traceId: sampleTraceId }),
      aLine('span_too_large', 'till', { traceId: zipkinTraceId, spanId: zipkinSpanId }),
    ]);
    expect(JSON.stringify(lines())).not.toContain('xxxx');
    expect(gateway.storedSpans()).toHaveLength(1);
  });

  it('contains service and code of a malformed span, in every protocol', async () => {
    const { gateway, post, lines } = setUp();

    await post('/tracing/spans/ingest', { spans: [aSentSpan({ ...ofShop, span_id: 'x' })] });
    await post('/traces/ingest', {
      traces: [
        { trace_id: sampleTraceId, spans: { ask: { ...aSentSpan(ofShop), span_kind: 'ROBOT' } } },
      ],
    });
    await post('/v2/spans', [
      aZipkinSpan({ localEndpoint: { serviceName: 'till' }, kind: 'ROBOT' }),
    ]);
    await request(gateway.app)
      .post('/v1/traces')
      .set('content-type', 'application/x-protobuf')
      .serialize((bytes) => bytes)
      .send(otlpBytes({ kind: 99 }) as unknown as string);

    expect(lines()).toMatchObject([
      aLine('invalid_span_id', 'shop', { spanId: 'x' }),
      aLine('invalid_enum', 'shop'),
      aLine('invalid_enum', 'till'),
      aLine('invalid_enum', 'unknown'),
    ]);
  });

  it('writes one line per minute for each project, service and code, with the number of suppressed spans', async () => {
    const { gateway, post, lines } = setUp();
    const bad = (n: number, members: object = ofShop) =>
      aSentSpan({ ...members, span_id: `bad ${n}` });
    const send = (...spans: object[]) => post('/tracing/spans/ingest', { spans });

    await send(bad(1), bad(2), bad(3));
    await send(bad(4), bad(5, {}));
    await gateway.clock.advance(MINUTE_MS - 1);
    await send(bad(6));
    await gateway.clock.advance(1);
    await send(bad(7));

    expect(lines()).toMatchObject([
      aLine('invalid_span_id', 'shop', { spanId: 'bad 1' }),
      aLine('invalid_span_id', 'unknown', { spanId: 'bad 5' }),
      aLine('invalid_span_id', 'shop', { spanId: 'bad 7', suppressed: 4 }),
    ]);
  });

  it('bounds the number of kinds and the length of texts from the sender', async () => {
    const { gateway, post, lines } = setUp();
    const bad = (n: number) =>
      aSentSpan({
        span_id: 'x'.repeat(5000),
        resource: { attributes: { 'service.name': `${n}`.padEnd(5000, 's') } },
      });
    const spans = Array.from({ length: 500 }, (_, n) => bad(n));

    await post('/tracing/spans/ingest', { spans });

    expect(lines()).toHaveLength(201); // one line for each of 200 kinds, and one line for all other kinds
    expect(Math.max(...lines().map((line) => JSON.stringify(line).length))).toBeLessThan(700);

    await gateway.clock.advance(MINUTE_MS);
    await post('/tracing/spans/ingest', { spans: [bad(1000)] });
    expect(lines()).toHaveLength(202);
  });

  it('contains route, status and reason of a request that is refused as a whole', async () => {
    const { gateway, post, refusals } = setUp({ jsonBodyBytes: 1000, otlpBodyBytes: 1000 });
    const large = 'x'.repeat(2000);
    const reason = 'Request body exceeds the limit of 1000 bytes.';
    const agent = { 'user-agent': 'OTel-OTLP-Exporter/1.0' };

    await post('/tracing/spans/ingest', { spans: [{ large }] });
    await post('/tracing/spans/ingest', { spans: [{ large }] });
    await post('/v2/spans', { not: 'a list' });
    await request(gateway.app)
      .post('/v1/traces')
      .set(agent)
      .send({ resourceSpans: [large] });
    await request(gateway.app).post('/v1/traces').set('content-type', 'text/plain').send('x');
    await post('/v1/metrics', {});

    expect(refusals()).toMatchObject([
      { level: 'warn', route: '/tracing/spans/ingest', status: 413, reason, suppressed: 0 },
      { route: '/v2/spans', status: 422 },
      { route: '/v1/traces', status: 413, reason, userAgent: 'OTel-OTLP-Exporter/1.0' },
      { route: '/v1/traces', status: 415 },
    ]);
    await gateway.clock.advance(MINUTE_MS);
    await post('/tracing/spans/ingest', { spans: [{ large }] });
    expect(refusals().at(-1)).toMatchObject({ status: 413, suppressed: 1 });
  });

  it('has no line for spans that are accepted', async () => {
    const { post, lines, refusals } = setUp();

    await post('/tracing/spans/ingest', { spans: [aSentSpan()] });

    expect([...lines(), ...refusals()]).toEqual([]);
  });
});
