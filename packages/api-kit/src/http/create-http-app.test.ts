import { AppError, createHealth, spanhouseVersion } from '@spanhouse/service-runtime';
import { createRecordingLogger } from '@spanhouse/service-runtime/testing';
import request from 'supertest';
import {
  badRequest,
  methodNotAllowed,
  serviceUnavailable,
  tooManyRequests,
} from '../problems/http-problem.js';
import { createTestHttpApp } from '../testing/test-http-app.js';
import type { HttpHandler } from './route.js';

function setUp(handler: HttpHandler = (_req, res) => void res.json({})) {
  const { logger, lines } = createRecordingLogger();
  const health = createHealth({ dependencies: ['clickhouse'] });
  const path = '/traces/:trace_id';
  const route = { method: 'GET', path, handler, mirrored: true } as const;
  const app = createTestHttpApp([route], { health, logger });
  return { app, lines, health };
}

function failWith(error: unknown): HttpHandler {
  return () => {
    throw error;
  };
}

describe('createHttpApp: paths', () => {
  it('answers all aliases of a path identically, and never with a redirect', async () => {
    const { app } = setUp((req, res) => void res.json(req.params));

    for (const path of ['/traces/a', '/api/traces/a/', '/preview/traces/a', '/api/api/traces/a']) {
      expect((await request(app).get(path).expect(200)).body).toEqual({ trace_id: 'a' });
    }
  });

  it('answers 404 for an unknown path and 405 with Allow for a known one', async () => {
    const { app } = setUp();

    await request(app).get('/nowhere').expect(404, { detail: 'Not Found' });
    await request(app)
      .post('/traces/a')
      .expect(405, { detail: 'Method Not Allowed' })
      .expect('allow', 'GET, HEAD');
  });

  it('answers HEAD like GET, without the body', async () => {
    const { app } = setUp((_req, res) => void res.json({ count: 1 }));

    const { headers, text } = await request(app).head('/traces/a').expect(200);

    expect(headers['content-length']).toBe('11');
    expect(text).toBeUndefined();
  });

  it('does not reveal its framework', async () => {
    const { headers } = await request(setUp().app).get('/traces/a');

    expect(headers).not.toHaveProperty('x-powered-by');
    expect(headers).not.toHaveProperty('etag');
  });
});

describe('createHttpApp: operations', () => {
  it('adds the parts of the service to /health', async () => {
    const about = { price_table: { name: 'prices', version: '1.2.3' } };
    const app = createTestHttpApp([], { about });

    await request(app)
      .get('/health')
      .expect(200, { status: 'ok', version: spanhouseVersion, ...about });
  });

  it('answers /health and /livez at once, /readyz once the dependencies were reached', async () => {
    const { app, health } = setUp();
    await request(app).get('/health').expect(200, { status: 'ok', version: spanhouseVersion });
    await request(app).get('/livez').expect(200);
    await request(app)
      .get('/readyz')
      .expect(503, { status: 'starting', dependencies: { clickhouse: { state: 'waiting' } } });

    health.reached('clickhouse');
    await request(app).get('/readyz').expect(200);

    health.startDraining();
    await request(app).get('/readyz').expect(503);
  });

  it('measures every request by the template of its route', async () => {
    const { app } = setUp();
    await request(app).get('/api/traces/a');
    await request(app).get('/traces/b/');
    await request(app).get('/nowhere/secret');
    await request(app).propfind('/nowhere');

    const { text } = await request(app)
      .get('/metrics')
      .expect('content-type', /^text\/plain/);

    const count = 'http_request_duration_seconds_count';
    expect(text).toContain(`${count}{method="GET",route="/traces/:trace_id",status="200"} 2`);
    expect(text).toContain(`${count}{method="GET",route="unknown",status="404"} 1`);
    expect(text).toContain(`${count}{method="other",route="unknown",status="404"} 1`);
    expect(text).toContain('\nhttp_requests_in_flight 1\n');
    expect(text).not.toContain('secret');
  });

  it('keeps a harmless request id and replaces any other', async () => {
    const { app } = setUp();

    const kept = await request(app).get('/traces/a').set('x-request-id', 'abc-123');
    const replaced = await request(app).get('/traces/a').set('x-request-id', 'a b"c');

    expect(kept.headers['x-request-id']).toBe('abc-123');
    expect(replaced.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
  });
});

describe('createHttpApp: failures', () => {
  it('answers with a failure even if the handler has already announced a trailer', async () => {
    const { app } = setUp((_req, res) => {
      res.setHeader('trailer', 'x-query-cost');
      throw badRequest('too late');
    });

    const { headers } = await request(app).get('/traces/a').expect(400, { detail: 'too late' });

    expect(headers['trailer']).toBeUndefined();
  });

  it('sends the body and the headers of a problem unchanged', async () => {
    const { app } = setUp(failWith(tooManyRequests('Rate limit exceeded.', 2.2)));

    await request(app)
      .get('/traces/a')
      .expect(429, { detail: 'Rate limit exceeded.' })
      .expect('retry-after', '3');
  });

  it('sends the text of a handler instead of the default text of a 405', async () => {
    const text = 'GET /traces/query is not supported.';
    const { app } = setUp(failWith(methodNotAllowed(['POST'], text)));

    await request(app).get('/traces/query').expect(405, { detail: text }).expect('allow', 'POST');
  });

  it('answers an unknown error with 500 without internals, and logs it', async () => {
    const { app, lines } = setUp(() => Promise.reject(new Error('password is hunter2')));

    const { body, headers } = await request(app).get('/traces/a').expect(500);

    expect(body).toEqual({
      detail: {
        message: 'An unexpected error occurred. Please try again later or contact support.',
        operation_id: 'get_traces_trace_id',
      },
    });
    expect(headers['x-ag-support-id']).toMatch(/^[0-9a-f-]{36}$/);
    expect(Date.parse(String(headers['x-ag-support-ts']))).not.toBeNaN();
    expect(headers['access-control-expose-headers']).toContain('x-ag-support-id');
    expect(lines[0]).toMatchObject({
      level: 'error',
      msg: 'request failed',
      route: '/traces/:trace_id',
      supportId: headers['x-ag-support-id'],
      err: { message: 'password is hunter2' },
    });
  });

  it.each([
    ['CLICKHOUSE_UNAVAILABLE', 503, 'storage_unavailable'],
    ['LOG_UNAVAILABLE', 503, 'log_unavailable'],
    ['DEADLINE_EXCEEDED', 504, 'deadline_exceeded'],
    ['NOT_YET_VISIBLE', 504, 'not_yet_visible'],
  ])('answers the error code %s with %d %s', async (code, status, wireCode) => {
    const { app } = setUp(failWith(new AppError(code, 'connect ECONNREFUSED 10.0.0.7')));

    const { body, headers } = await request(app).get('/traces/a').expect(status);

    expect(body.detail.code).toBe(wireCode);
    expect(JSON.stringify(body)).not.toContain('10.0.0.7');
    expect(headers['retry-after']).toBe(status === 503 ? '1' : undefined);
    expect(headers).toHaveProperty('x-ag-support-id');
  });

  it('writes the failures of a route in its own protocol', async () => {
    const app = createTestHttpApp([
      {
        method: 'POST',
        path: '/v1/traces',
        handler: failWith(serviceUnavailable('log_unavailable', 1)),
        writeProblem: (problem, _req, res) => void res.send(`status ${problem.status}`),
      },
    ]);

    await request(app)
      .post('/v1/traces')
      .expect(503, 'status 503')
      .expect('retry-after', '1')
      .expect('x-ag-support-id', /./);
  });

  it('aborts an answer that fails halfway', async () => {
    const { app } = setUp((_req, res) => {
      res.write('{"count":');
      throw badRequest('too late');
    });

    await expect(request(app).get('/traces/a')).rejects.toThrow();
  });
});

describe('createHttpApp: compression', () => {
  const long = { text: 'x'.repeat(2000) };

  it.each(['gzip', 'gzip, deflate, br, zstd', 'br;q=1, gzip;q=0.5', '*'])(
    'compresses a long answer with gzip for accept-encoding %s',
    async (accepted) => {
      const { app } = setUp((_req, res) => void res.json(long));

      const { headers, body } = await request(app)
        .get('/traces/a')
        .set('accept-encoding', accepted);

      expect(headers['content-encoding']).toBe('gzip');
      expect(body).toEqual(long);
    },
  );

  it.each([
    ['', long],
    ['identity', long],
    ['br', long],
    ['gzip;q=0', long],
    ['gzip', { count: 0 }],
  ])('does not compress for accept-encoding %j, and no short answer', async (accepted, answer) => {
    const { app } = setUp((_req, res) => void res.json(answer));

    const { headers } = await request(app).get('/traces/a').set('accept-encoding', accepted);

    expect(headers).not.toHaveProperty('content-encoding');
  });
});
