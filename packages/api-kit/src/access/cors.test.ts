import request from 'supertest';
import { createTestHttpApp } from '../testing/test-http-app.js';
import { createBrowserRules } from './browser-rules.js';

const page = 'https://app.example.com';
const other = 'https://evil.example';
const preflight = { 'access-control-request-method': 'POST' };

function appWith(CORS_ALLOWED_ORIGINS: string[] | undefined, AUTH_MODE: 'open' | 'keys' = 'keys') {
  const config = {
    AUTH_MODE,
    HTTP_HOST: '127.0.0.1',
    ALLOWED_HOSTS: undefined,
    CORS_ALLOWED_ORIGINS,
  };
  return createTestHttpApp(
    [
      { method: 'POST', path: '/v1/traces', handler: (_req, res) => void res.json({}) },
      { method: 'GET', path: '/admin/keys', handler: (_req, res) => void res.json({}) },
      {
        method: 'GET',
        path: '/tempo/api/echo',
        base: '/tempo',
        writeProblem: (_problem, _req, res) => void res.type('text').send('as /tempo does'),
        handler: (_req, res) => void res.json({}),
      },
    ],
    createBrowserRules(config),
  );
}

function corsHeaders(headers: Record<string, string>) {
  const names = Object.keys(headers).filter((name) => name.startsWith('access-control-allow'));
  return Object.fromEntries(names.map((name) => [name, headers[name]]));
}

describe('CORS', () => {
  it('answers the preflight of an allowed origin, for any path', async () => {
    for (const path of ['/v1/traces', '/api/v1/traces', '/nowhere']) {
      const { status, headers, text } = await request(appWith([page]))
        .options(path)
        .set({
          origin: page,
          ...preflight,
          'access-control-request-headers': 'content-type,x-api-key',
        });

      expect([status, text]).toEqual([204, '']);
      expect(corsHeaders(headers)).toEqual({
        'access-control-allow-origin': page,
        'access-control-allow-methods': 'GET, POST, PUT, PATCH, DELETE',
        'access-control-allow-headers': 'content-type,x-api-key',
      });
      expect(headers['access-control-max-age']).toBe('86400');
      expect(headers['vary']).toMatch(/origin.*access-control-request-headers/i);
    }
  });

  it('allows a page of an allowed origin to read answers and failures, with their headers', async () => {
    for (const [path, status] of [
      ['/v1/traces', 200],
      ['/nowhere', 404],
    ] as const) {
      const answer = await request(appWith([other, page]))
        .post(path)
        .set({ origin: page });

      expect([answer.status, corsHeaders(answer.headers)]).toEqual([
        status,
        { 'access-control-allow-origin': page },
      ]);
      expect(answer.headers['access-control-expose-headers']).toContain('x-ingest-receipt');
      expect(answer.headers['vary']).toMatch(/origin/i);
    }
  });

  it('adds no headers for another origin or without an origin', async () => {
    const app = appWith([page]);

    const sent = await request(app).post('/v1/traces').set({ origin: other });
    const asked = await request(app)
      .options('/v1/traces')
      .set({ origin: other, ...preflight });
    const plain = await request(app).post('/v1/traces');

    expect([sent.status, asked.status, plain.status]).toEqual([200, 405, 200]);
    expect([sent, asked, plain].map(({ headers }) => corsHeaders(headers))).toEqual([{}, {}, {}]);
    expect(plain.headers['vary']).toMatch(/origin/i);
  });

  it('is off by default', async () => {
    const { status, headers } = await request(appWith(undefined))
      .options('/v1/traces')
      .set({ origin: page, ...preflight });

    expect([status, corsHeaders(headers)]).toEqual([405, {}]);
    expect(headers['vary']).not.toMatch(/origin/i);
  });

  it('accepts * as every origin, without credentials', async () => {
    const { headers } = await request(appWith(['*']))
      .post('/v1/traces')
      .set({ origin: other });

    expect(corsHeaders(headers)).toEqual({ 'access-control-allow-origin': '*' });
    expect(headers['vary']).not.toMatch(/origin/i);
  });

  it('is not for the admin routes', async () => {
    for (const path of ['/admin/keys', '/api/admin/keys', '/%61dmin/keys']) {
      const { status, headers } = await request(appWith([page]))
        .get(path)
        .set({ origin: page });

      expect([status, corsHeaders(headers)]).toEqual([200, {}]);
    }
  });

  it.each(['/metrics', '/livez', '/readyz', '/api/metrics/', '/mcp', '/api/mcp/'])(
    'does not apply to operational paths and /mcp: %s',
    async (path) => {
      const { headers } = await request(appWith([page]))
        .get(path)
        .set({ origin: page });

      expect(corsHeaders(headers)).toEqual({});
    },
  );

  it.each([
    ['GET', '/tempo/api/echo', 200],
    ['GET', '//tempo//nothing', 404],
    ['OPTIONS', '/tempo/api/echo', 405],
  ] as const)('is not for the APIs of other products: %s %s', async (method, path, expected) => {
    const app = request(appWith([page, '*']));
    const asked = method === 'GET' ? app.get(path) : app.options(path).set(preflight);

    const { status, headers } = await asked.set({ origin: page });

    const about = Object.keys(headers).filter((name) => name.startsWith('access-control'));
    expect([status, about]).toEqual([expected, []]);
  });

  it.each([
    ['open', '/tempo/api/echo', { host: 'evil.example' }],
    ['open', '/tempo/nothing', { host: 'evil.example' }],
    ['keys', '/tempo/api/echo', { authorization: 'Basic eDp5', 'sec-fetch-site': 'cross-site' }],
  ] as const)('does not change how these refuse others: %s %s %j', async (mode, path, headers) => {
    const { status, text } = await request(appWith([page], mode))
      .get(path)
      .set(headers);

    expect([status, text]).toEqual([403, 'as /tempo does']);
  });

  it('agrees with open mode: a listed origin is accepted, and any other origin is foreign', async () => {
    const app = appWith([page], 'open');
    const send = (origin: string, host = 'localhost:8080') =>
      request(app)
        .post('/v1/traces')
        .set({ host, origin, 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'cors' });
    const ask = (origin: string) =>
      request(app)
        .options('/v1/traces')
        .set({ host: 'localhost', origin, 'sec-fetch-site': 'cross-site', ...preflight });

    expect((await ask(page)).status).toBe(204);
    const answer = await send(page);
    expect([answer.status, corsHeaders(answer.headers)]).toEqual([
      200,
      { 'access-control-allow-origin': page },
    ]);
    expect([(await ask(other)).status, (await send(other)).status]).toEqual([403, 403]);
    expect((await send(page, 'rebound.example')).status).toBe(403);
  });
});
