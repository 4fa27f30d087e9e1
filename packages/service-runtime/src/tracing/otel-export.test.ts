import { InMemorySpanExporter } from '@opentelemetry/sdk-trace-node';
import express from 'express';
import { Registry } from 'prom-client';
import request from 'supertest';
import { createHealth } from '../health.js';
import { createHttpApp } from '../http/create-http-app.js';
import type { Route } from '../http/route.js';
import { FakeClock } from '../testing/fake-clock.js';
import { createSilentLogger } from '../testing/silent-logger.js';
import { startOtelExport } from './otel-export.js';
import { createSelfTracingMetrics } from './self-tracing-metrics.js';

const TRACE_ID = '4bf92f3577b34da6a3ce929d0e0e4736';
const TRACEPARENT = `00-${TRACE_ID}-00f067aa0ba902b7-01`;
const logger = createSilentLogger();

function world(exporter: Partial<InMemorySpanExporter> = {}, ratio = 1) {
  const memory = new InMemorySpanExporter();
  memory.shutdown = () => Promise.resolve(); // it would forget what it has
  Object.assign(memory, exporter);
  const clock = new FakeClock();
  const registry = new Registry();
  const { tracer, close } = startOtelExport({
    ...{ endpoint: 'http://127.0.0.1:1/', headers: {}, ratio, service: 'test', version: '1.2.3' },
    ...{ metrics: createSelfTracingMetrics(registry), logger, clock, exporter: memory },
  });
  const routes: Route[] = [
    {
      method: 'GET',
      path: '/things/:id',
      tracing: 'joins',
      handler: async (_req, res) => {
        await tracer.step({ name: 'look up', kind: 'client' }, () => Promise.resolve());
        res.json({});
      },
    },
    {
      method: 'POST',
      path: '/things',
      handler: async (req, res) => {
        if (req.headers['x-forget'] === '1') tracer.forget();
        await tracer.step({ name: 'publish', kind: 'producer' }, () => Promise.resolve());
        res.status(req.headers['x-fail'] === '1' ? 503 : 202).json({});
      },
    },
  ];
  const health = createHealth({ dependencies: [] });
  const app = createHttpApp({ routes, health, registry, logger, tracer });
  const exported = async () => {
    await close();
    return memory.getFinishedSpans();
  };
  return { app: express().use(app), tracer, exported, registry, clock, close };
}

describe('self-tracing', () => {
  it('makes one span for a request, named after its route, and one for each step of it', async () => {
    const { app, exported } = world();

    await request(app).get('/things/4711?secret=1').expect(200);

    const [step, root] = await exported();
    expect(root).toMatchObject({ name: 'GET /things/:id', kind: 1 });
    expect(root?.attributes).toEqual({
      'http.request.method': 'GET',
      'http.route': '/things/:id',
      'http.response.status_code': 200,
    });
    expect(root?.resource.attributes).toMatchObject({ 'service.name': 'spanhouse-test' });
    expect(step?.name).toBe('look up');
    expect(step?.parentSpanContext?.spanId).toBe(root?.spanContext().spanId);
  });

  it('goes on with the trace of a reader, and begins its own for a sender', async () => {
    const { app, exported } = world();

    await request(app).get('/things/1').set('traceparent', TRACEPARENT);
    await request(app).post('/things').set('traceparent', TRACEPARENT);

    const roots = (await exported()).filter(({ name }) => name.includes('/things'));
    expect(roots[0]?.parentSpanContext).toMatchObject({ traceId: TRACE_ID, isRemote: true });
    expect(roots[1]?.parentSpanContext).toBeUndefined();
    expect(roots[1]?.spanContext().traceId).not.toBe(TRACE_ID);
  });

  it.each([
    '',
    '00-short-00f067aa0ba902b7-01',
    `ff-${TRACE_ID}-00f067aa0ba902b7-01`,
    `00-${'0'.repeat(32)}-00f067aa0ba902b7-01`,
  ])('begins its own trace where traceparent is "%s"', async (traceparent) => {
    const { app, exported } = world();

    await request(app).get('/things/1').set('traceparent', traceparent);

    expect((await exported()).at(-1)?.parentSpanContext).toBeUndefined();
  });

  it('makes no spans about health, metrics, unknown paths and its own exports', async () => {
    const { app, exported } = world();

    await request(app).get('/metrics');
    await request(app).get('/readyz');
    await request(app).get('/nowhere');
    await request(app)
      .post('/things')
      .set('user-agent', 'spanhouse-self-tracing OTel/1')
      .set('x-fail', '1');

    expect(await exported()).toEqual([]);
  });

  it('sends nothing of what is forgotten', async () => {
    const { app, exported } = world();

    await request(app).post('/things').set('x-forget', '1').expect(202);
    await request(app).post('/things').expect(202);

    expect((await exported()).map(({ name }) => name)).toEqual(['publish', 'POST /things']);
  });

  it('makes no step of what nobody has begun', async () => {
    const { tracer, exported } = world();

    await tracer.step({ name: 'select', kind: 'client' }, () => Promise.resolve());

    expect(await exported()).toEqual([]);
  });

  it('shows a failure without its message', async () => {
    const { app, tracer, exported } = world();

    await request(app).post('/things').set('x-fail', '1');
    const failing = () => Promise.reject(new TypeError('secret'));
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

  it('traces the share that is asked for', async () => {
    const { app, exported, registry } = world({}, 0);

    await request(app).get('/things/1');

    expect(await exported()).toEqual([]);
    expect(await registry.metrics()).toContain('spanhouse_self_tracing_spans_started_total 0');
  });

  it('counts what it has made, and what became of it', async () => {
    const { app, exported, registry } = world();

    await request(app).get('/things/1');
    await exported();

    const text = await registry.metrics();
    expect(text).toContain('spanhouse_self_tracing_spans_started_total 2');
    expect(text).toContain('spanhouse_self_tracing_spans_total{outcome="exported"} 2');
  });

  it('closes also when the receiver refuses, or never answers', async () => {
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
    answer(); // too late, and for the SDK's own timer
  });
});
