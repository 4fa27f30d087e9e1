import { type RequestHandler, Router } from 'express';
import { HttpProblem } from '../problems/http-problem.js';
import { createBasePaths } from './base-paths.js';
import { normalizeUrl } from './normalize-url.js';
import type { HttpMethod, HttpRequest, HttpResponse, Route } from './route.js';
import { mountRoutes, refuseUnmatched, toErrorMiddleware } from './route-table.js';

function route(method: HttpMethod, path: string, mirrored = false): Route {
  return {
    method,
    path,
    mirrored,
    handler: () => undefined,
  };
}

/** Mounts routes as the app does. Returns a function that describes the route for a request, or the refusal. */
function createRouteTable(routes: readonly Route[]) {
  const router = Router({ caseSensitive: true, strict: true });
  const normalize = normalizeUrl(createBasePaths(routes));
  let reached: unknown;
  mountRoutes(router, routes, (route) => [
    (req) => {
      reached = [route.path, { ...req.params }];
    },
  ]);
  router.use(refuseUnmatched as RequestHandler);
  router.use(
    toErrorMiddleware((error) => {
      const allow = error instanceof HttpProblem ? error.headers['allow'] : undefined;
      const allowed = allow?.split(', ').filter((method) => method !== 'HEAD');
      reached = allow ? { status: 'wrong_method', allow: allowed } : { status: 'unknown' };
    }),
  );
  return (method: string, url: string) => {
    const req = { method, url } as HttpRequest;
    const res = { locals: {} } as HttpResponse;
    reached = undefined;
    void normalize(req, res, () => router(req as never, res, () => undefined));
    return reached;
  };
}

const found = createRouteTable([
  route('GET', '/traces/:trace_id', true),
  route('GET', '/traces/', true),
  route('POST', '/traces/query', true),
  route('POST', '/traces/ingest'),
  route('GET', '/spans/:trace_id/:span_id', true),
  route('POST', '/spans/analytics/query', true),
  route('POST', '/spans/query', true),
  route('GET', '/receipts/:receipt'),
  route('GET', '/'),
  route('GET', '/ui/assets/:name'),
  route('GET', '/ui/*'),
]);

describe('createRouteTable', () => {
  it.each([
    ['POST', '/traces/query', '/traces/query', {}],
    ['POST', '/api/api/traces/query?x=/y', '/traces/query', {}],
    ['POST', '/traces/query/', '/traces/query', {}],
    ['POST', '/preview/traces/query', '/traces/query', {}],
    ['POST', '/api/preview/traces/query/', '/traces/query', {}],
    ['POST', 'http://proxy:80/traces/query', '/traces/query', {}],
    ['GET', '/traces', '/traces/', {}],
    ['HEAD', '/traces/', '/traces/', {}],
    ['GET', '/traces/abc', '/traces/:trace_id', { trace_id: 'abc' }],
    ['GET', '/traces/query', '/traces/:trace_id', { trace_id: 'query' }],
    ['GET', '/traces/a%20b%2Fc', '/traces/:trace_id', { trace_id: 'a b/c' }],
    ['GET', '/traces/%zz', '/traces/:trace_id', { trace_id: '%zz' }],
    ['GET', '/traces/a#b', '/traces/:trace_id', { trace_id: 'a#b' }],
    ['GET', `/traces/${'x'.repeat(5000)}`, '/traces/:trace_id', { trace_id: 'x'.repeat(5000) }],
    [
      'GET',
      '/spans/analytics/query',
      '/spans/:trace_id/:span_id',
      { trace_id: 'analytics', span_id: 'query' },
    ],
    ['POST', '/spans/%71uery', '/spans/query', {}],
    ['GET', '/', '/', {}],
    ['GET', '/ui/traces/a?q=/b', '/ui/*', { '*': 'traces/a' }],
    ['GET', '/ui/assets/a.js', '/ui/assets/:name', { name: 'a.js' }],
    ['GET', '/ui/assets/a/b', '/ui/*', { '*': 'assets/a/b' }],
  ])('%s %s reaches %s', (method, url, ...expected) => {
    expect(found(method, url)).toEqual(expected);
  });

  it.each([
    ['GET', '/spans/query', ['POST']],
    ['POST', '/preview/traces/ingest', ['GET']],
    ['PUT', '/traces/query', ['POST', 'GET']],
    ['BREW', '/traces/', ['GET']],
  ])('reports %s %s as the wrong method of a known path', (method, url, allow) => {
    expect(found(method, url)).toEqual({ status: 'wrong_method', allow });
  });

  it.each([
    '/apix/traces',
    '/nowhere',
    '/traces//',
    '//traces',
    '/traces/a/b',
    '/preview/receipts/x',
    '/preview/preview/traces',
    '/preview/api/traces',
    '/constructor',
    '*',
    'http://host:99999/traces',
    'http://?',
  ])('reports GET %s as unknown', (url) => {
    expect(found('GET', url)).toEqual({ status: 'unknown' });
  });

  it.each(['/', '', '/api'])('treats GET %j as the root, which has no other method', (url) => {
    expect(found('GET', url)).toEqual(['/', {}]);
    expect(found('POST', url)).toEqual({ status: 'unknown' });
  });

  it('refuses a route that is declared twice', () => {
    expect(() => createRouteTable([route('GET', '/x'), route('GET', '/x/')])).toThrow(
      'route GET /x is declared twice',
    );
  });
});
