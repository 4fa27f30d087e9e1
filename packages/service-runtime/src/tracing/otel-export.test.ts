import { InMemorySpanExporter } from '@opentelemetry/sdk-trace-node';
import { Registry } from 'prom-client';
import { FakeClock } from '../testing/fake-clock.js';
import { createSilentLogger } from '../testing/silent-logger.js';
import { startOtelExport } from './otel-export.js';
import { createSelfTracingMetrics } from './self-tracing-metrics.js';

const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
const traceparent = `00-${traceId}-00f067aa0ba902b7-01`;

function world(exporter: Partial<InMemorySpanExporter> = {}, ratio = 1) {
  const memory = new InMemorySpanExporter();
  memory.shutdown = () => Promise.resolve(); // the real function would drop the recorded spans
  Object.assign(memory, exporter);
  const clock = new FakeClock();
  const registry = new Registry();
  const { tracer, close } = startOtelExport({
    endpoint: 'http://127.0.0.1:1/',
    headers: {},
    ratio,
    service: 'test',
    version: '1.2.3',
    metrics: createSelfTracingMetrics(registry),
    logger: createSilentLogger(),
    clock,
    exporter: memory,
  });
  const lookUp = () => tracer.step({ name: 'look up', kind: 'client' }, () => Promise.resolve());
  const trace = (parent?: string, work: () => Promise<void> = lookUp) =>
    tracer.begin({ name: 'work', kind: 'server', traceparent: parent }, async (span) => {
      await work();
      span.end();
    });
  const exported = async () => {
    await close();
    return memory.getFinishedSpans();
  };
  return { tracer, trace, lookUp, exported, registry, clock, close };
}

describe('self-tracing', () => {
  it('creates one span for an operation and one for each of its steps', async () => {
    const { tracer, lookUp, exported } = world();
    const facts = { 'http.route': '/things/:id' };

    await tracer.begin({ name: 'GET /things/:id', kind: 'server', facts }, async (span) => {
      await lookUp();
      span.addAttributes({ 'http.response.status_code': 200 });
      span.end();
    });

    const [step, root] = await exported();
    expect(root).toMatchObject({ name: 'GET /things/:id', kind: 1 });
    expect(root?.attributes).toEqual({
      'http.route': '/things/:id',
      'http.response.status_code': 200,
    });
    expect(root?.resource.attributes).toMatchObject({ 'service.name': 'spanhouse-test' });
    expect(step?.name).toBe('look up');
    expect(step?.parentSpanContext?.spanId).toBe(root?.spanContext().spanId);
  });

  it('continues the trace that a traceparent names', async () => {
    const { trace, exported } = world();

    await trace(traceparent);

    const root = (await exported()).find(({ name }) => name === 'work');
    expect(root?.spanContext().traceId).toBe(traceId);
    expect(root?.parentSpanContext).toMatchObject({ traceId: traceId, isRemote: true });
  });

  it.each([
    undefined,
    '',
    '00-short-00f067aa0ba902b7-01',
    `ff-${traceId}-00f067aa0ba902b7-01`,
    `00-${'0'.repeat(32)}-00f067aa0ba902b7-01`,
  ])('begins a new trace if traceparent is "%s"', async (parent) => {
    const { trace, exported } = world();

    await trace(parent);

    const root = (await exported()).at(-1);
    expect(root?.name).toBe('work');
    expect(root?.parentSpanContext).toBeUndefined();
  });

  it('sends no span of a forgotten operation', async () => {
    const { tracer, trace, lookUp, exported } = world();

    await trace(undefined, async () => {
      tracer.forget();
      await lookUp();
    });
    await trace();

    expect((await exported()).map(({ name }) => name)).toEqual(['look up', 'work']);
  });

  it('creates no span for a step outside of an operation', async () => {
    const { lookUp, exported } = world();

    await lookUp();

    expect(await exported()).toEqual([]);
  });

  it('records a failure without its message', async () => {
    const { tracer, exported } = world();
    const failing = () => Promise.reject(new TypeError('secret'));

    await tracer.begin({ name: 'POST /things', kind: 'server' }, async (span) => {
      span.fail('503');
      span.end();
    });
    const run = () => tracer.step({ name: 'select', kind: 'client' }, failing);
    await tracer.begin({ name: 'flush', kind: 'consumer' }, run).catch(() => undefined);

    const spans = await exported();
    const failed = spans.filter(({ status }) => status.code === 2);
    expect(failed.map(({ name, attributes }) => [name, attributes['error.type']])).toEqual([
      ['POST /things', '503'],
      ['select', 'TypeError'],
    ]);
    expect(
      JSON.stringify(spans.map(({ attributes, events, status }) => [attributes, events, status])),
    ).not.toContain('secret');
  });

  it('traces the configured fraction of operations', async () => {
    const { trace, exported, registry } = world({}, 0);

    await trace();

    expect(await exported()).toEqual([]);
    expect(await registry.metrics()).toContain('spanhouse_self_tracing_spans_started_total 0');
  });

  it('counts the spans that it starts and their outcomes', async () => {
    const { trace, exported, registry } = world();

    await trace();
    await exported();

    const text = await registry.metrics();
    expect(text).toContain('spanhouse_self_tracing_spans_started_total 2');
    expect(text).toContain('spanhouse_self_tracing_spans_total{outcome="exported"} 2');
  });

  it('closes even if the receiver refuses or never answers', async () => {
    const refusing = world({ export: (_spans, done) => done({ code: 1, error: new Error('no') }) });
    refusing.tracer.begin({ name: 'flush', kind: 'consumer' }, (span) => span.end());

    await refusing.close();
    expect(await refusing.registry.metrics()).toContain('spans_total{outcome="failed"} 1');

    let answer = () => {};
    const silent = world({
      export: (_spans, done) => {
        answer = () => done({ code: 0 });
      },
    });
    silent.tracer.begin({ name: 'flush', kind: 'consumer' }, (span) => span.end());
    const closed = silent.close();
    await silent.clock.advance(2000);
    await closed;
    answer(); // stops the timer of the SDK
  });
});
