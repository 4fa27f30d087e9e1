import type { Operation, SelfTracer } from '@spanhouse/service-runtime';
import request from 'supertest';
import { createTestHttpApp } from '../testing/test-http-app.js';
import type { Route } from './route.js';

interface TracedOperation extends Operation {
  readonly traceparent?: string | undefined;
  added: Record<string, unknown>;
  failure?: string;
  ends: number;
}

/** Creates a tracer that records the operations of an app. */
function recordingTracer() {
  const begun: TracedOperation[] = [];
  const tracer: SelfTracer = {
    begin(operation, work) {
      const traced: TracedOperation = { ...operation, added: {}, ends: 0 };
      begun.push(traced);
      return work({
        addAttributes: (facts) => void Object.assign(traced.added, facts),
        fail(reason) {
          traced.failure = reason;
        },
        end() {
          traced.ends += 1;
        },
      });
    },
    step: (_operation, work) => work({ addAttributes() {}, fail() {}, end() {} }),
    forget() {},
  };
  return { tracer, begun };
}

const routes: Route[] = [
  {
    method: 'GET',
    path: '/things/:id',
    tracing: 'joins',
    handler: (_req, res) => void res.json({}),
  },
  {
    method: 'POST',
    path: '/things',
    handler: (req, res) => void res.status(req.headers['x-fail'] === '1' ? 503 : 202).json({}),
  },
];

function tracedApp() {
  const { tracer, begun } = recordingTracer();
  return { app: createTestHttpApp(routes, { tracer }), begun };
}

describe('traceRequest', () => {
  it('creates one span for a request, named after its route', async () => {
    const { app, begun } = tracedApp();

    await request(app).get('/things/4711?secret=1').expect(200);

    expect(begun).toEqual([
      {
        name: 'GET /things/:id',
        kind: 'server',
        facts: { 'http.request.method': 'GET', 'http.route': '/things/:id' },
        traceparent: undefined,
        added: { 'http.response.status_code': 200 },
        ends: 1,
      },
    ]);
  });

  it('continues the trace of a client that reads, and begins a new trace for a client that writes', async () => {
    const { app, begun } = tracedApp();

    await request(app).get('/things/1').set('traceparent', '00-a-b-01');
    await request(app).post('/things').set('traceparent', '00-a-b-01');

    expect(begun.map(({ traceparent }) => traceparent)).toEqual(['00-a-b-01', undefined]);
  });

  it('creates no spans for health, metrics, unknown paths and exports of Spanhouse itself', async () => {
    const { app, begun } = tracedApp();

    await request(app).get('/metrics');
    await request(app).get('/readyz');
    await request(app).get('/nowhere');
    await request(app)
      .post('/things')
      .set('user-agent', 'spanhouse-self-tracing OTel/1')
      .set('x-fail', '1');

    expect(begun).toEqual([]);
  });

  it('marks the span of a request that fails with 503 as failed', async () => {
    const { app, begun } = tracedApp();

    await request(app).post('/things').set('x-fail', '1');

    expect(begun).toMatchObject([{ name: 'POST /things', failure: '503', ends: 1 }]);
  });
});
