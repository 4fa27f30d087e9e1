import { issueKey } from '@spanhouse/catalog/testing';
import { AppError } from '@spanhouse/service-runtime';
import { waitUntil } from '@spanhouse/service-runtime/testing';
import { traceIdsOfSetD } from '@spanhouse/span-dialects/testing';
import request from 'supertest';
import { failureOf, pages, reads } from '../testing/front-door-reads.js';
import { createFilledTraceQuery, withDoors } from '../testing/test-doors.js';
import { type TestTraceQueryOptions, testFrontDoors } from '../testing/test-trace-query.js';

const { a, b } = traceIdsOfSetD;
const routes = [...reads, ...pages, '/span-metrics'];
const denied =
  'You do not have access to perform this action. Please contact your organization admin.';

function create(options: TestTraceQueryOptions = {}) {
  const service = createFilledTraceQuery(undefined, options);
  const ask = (path: string, headers: Readonly<Record<string, string>> = {}) =>
    request(service.app).get(path).set(headers);
  return { ...service, ask };
}

describe('every route of the front doors', () => {
  const { app, ask: askOpen } = create();
  const { ask: askWithKeys, catalog } = create({ authMode: 'keys' });

  it.each(routes)('is 429 with Retry-After above the rate of queries: %s', async (path) => {
    const { ask } = create({ settings: { rateLimit: { requestsPerSecond: 0.5, burst: 1 } } });
    const first = await ask(path);

    const { status, headers, text } = await ask(path);

    expect(first.status).not.toBe(429);
    expect([status, headers['retry-after'], text]).toEqual([
      429,
      '2',
      failureOf(path, 429, 'Rate limit exceeded. Please retry after 2 seconds.'),
    ]);
  });

  it.each(routes)('asks for a key, which no tenant replaces: %s', async (path) => {
    const { project_id } = await catalog.defaultProject();

    const { status, headers, text } = await askWithKeys(path, { 'x-scope-orgid': project_id });

    expect([status, text]).toEqual([401, failureOf(path, 401, 'Unauthorized')]);
    expect(headers['www-authenticate']).toBe('Basic realm="Spanhouse"');
  });

  it.each(routes)('needs view_spans, and takes a key in every form: %s', async (path) => {
    const writer = await issueKey(catalog, ['edit_spans']);
    const { text: key } = await issueKey(catalog, ['view_spans']);

    const refused = await askWithKeys(path, { authorization: `ApiKey ${writer.text}` });
    expect([refused.status, refused.text]).toEqual([403, failureOf(path, 403, denied)]);
    for (const form of [
      { authorization: `ApiKey ${key}` },
      { authorization: `Bearer ${key}` },
      { authorization: `Basic ${Buffer.from(`anybody:${key}`).toString('base64')}` },
      { authorization: `Basic ${Buffer.from(`:${key}`).toString('base64')}` },
      { 'x-api-key': key },
    ]) {
      expect([200, 404, 501]).toContain((await askWithKeys(path, form)).status);
    }
  });

  it.each(routes)(
    'shows the project of the key alone, whatever tenant is named: %s',
    async (path) => {
      const { text: key } = await issueKey(catalog, ['view_spans']);
      const { project_id, name } = await catalog.defaultProject();
      const as = (tenant: string) =>
        askWithKeys(path, { authorization: key, 'x-scope-orgid': tenant });

      for (const tenant of [project_id, name]) {
        expect([200, 404, 501]).toContain((await as(tenant)).status);
      }
      for (const tenant of ['another', `${project_id}|another`]) {
        const { status, text } = await as(tenant);
        const message = 'X-Scope-OrgID names another project than the key.';
        expect([status, text]).toEqual([403, failureOf(path, 403, message)]);
      }
    },
  );

  it.each([...reads, ...pages])('has no other method: %s', async (path) => {
    const { status, headers, text } = await request(app).delete(path);

    expect([status, headers['allow'], text]).toEqual([
      405,
      expect.stringMatching(/^GET, HEAD/),
      failureOf(path, 405, 'Method Not Allowed'),
    ]);
  });

  it.each(routes)('answers HEAD like GET, without a body: %s', async (path) => {
    const { status } = await askOpen(path);

    const head = await request(app).head(path);

    expect([head.status, head.text]).toEqual([status, undefined]);
  });

  it.each([...reads, ...pages])('ignores parameters that it does not know: %s', async (path) => {
    const plain = await askOpen(path);

    const more = await askOpen(`${path}${path.includes('?') ? '&' : '?'}unknown=1&mode=x`);

    expect([more.status, more.text]).toEqual([plain.status, plain.text]);
  });
});

const failures = [
  [
    new AppError('CLICKHOUSE_UNAVAILABLE', 'connect ECONNREFUSED 10.0.0.7'),
    503,
    '1',
    'The span storage is unavailable. Please retry later.',
  ],
  [
    new AppError('DEADLINE_EXCEEDED', 'too slow'),
    504,
    undefined,
    'The query did not finish in time.',
  ],
] as const;

describe('every read of the front doors', () => {
  const { ask, receipt, reader, analytics, offsets, clock } = create();

  it.each(reads)('is 503 or 504 if the store does not answer: %s', async (path) => {
    for (const [failure, status, retryAfter, message] of failures) {
      reader.failure = failure;
      analytics.failure = failure;

      const answer = await ask(path);

      reader.failure = undefined;
      analytics.failure = undefined;
      expect([answer.status, answer.headers['retry-after'], answer.text]).toEqual([
        status,
        retryAfter,
        failureOf(path, status, message),
      ]);
    }
  });

  it.each(reads)('waits for the receipts that it names: %s', async (path) => {
    const readAfter = (text: string) =>
      ask(path, { 'x-consistent-with': text, 'x-consistency-timeout-ms': '0' });

    const late = readAfter(receipt(99)).then((response) => response);
    await waitUntil('the read waits for the receipt', () => offsets.waiting > 0);
    await clock.advance(1);
    const [open, stored, wrong] = [
      await late,
      await readAfter(receipt(10)),
      await readAfter('nonsense'),
    ];

    expect(stored.status).toBe((await ask(path)).status);
    expect([open.status, open.text]).toEqual([
      504,
      failureOf(path, 504, 'The spans of the receipt are not visible yet.'),
    ]);
    expect([wrong.status, wrong.text]).toEqual([400, failureOf(path, 400, 'Invalid receipt.')]);
  });

  it.each(reads)('reads traces that are too large to be held: %s', async (path) => {
    const plain = await ask(path);
    reader.largeTraceSpans = 2;

    const { status, body } = await ask(path);

    reader.largeTraceSpans = Number.POSITIVE_INFINITY;
    expect([status, body]).toEqual([plain.status, plain.body]);
  });

  it.each([
    `/tempo/api/v2/traces/${a}`,
    `/jaeger/api/traces/${a}`,
    `/jaeger/api/v3/traces/${a}`,
    `/zipkin/api/v2/trace/${a}`,
  ])('is compressed with gzip on request, and with nothing else: %s', async (path) => {
    await ask(path, { 'accept-encoding': 'zstd, br, deflate, gzip' }).expect(
      'content-encoding',
      'gzip',
    );
    const { headers } = await ask(path, { 'accept-encoding': 'zstd, br, deflate' });
    expect(headers).not.toHaveProperty('content-encoding');
  });

  it.each([
    ['/tempo/api/nothing', 404],
    ['/tempo', 404],
    ['/jaeger/api/nothing', 404],
    ['/jaeger/api/v3/nothing', 404],
    ['/zipkin/api/v2/nothing', 404],
  ])('%s is unknown, in the form of its dialect', async (path, status) => {
    const answer = await ask(path);

    expect([answer.status, answer.text]).toEqual([status, failureOf(path, status, 'Not Found')]);
  });
});

describe('a front door', () => {
  it.each(['/tempo/api/echo', '/jaeger/api/services', '/zipkin/api/v2/services'])(
    'serves nothing if it is closed: %s',
    async (path) => {
      const { ask } = create({ settings: { frontDoors: { ...testFrontDoors, doors: [] } } });

      await ask(path).expect(404, { detail: 'Not Found' });
    },
  );

  it('ignores X-Scope-OrgID in open mode', async () => {
    await create().ask('/zipkin/health', { 'x-scope-orgid': 'any' }).expect(200);
  });

  it.each([`/jaeger/api/traces/${b}`, `/jaeger/api/v3/traces/${b}`, `/zipkin/api/v2/trace/${b}`])(
    'refuses a trace above its limit: %s',
    async (path) => {
      const bytes = Buffer.byteLength((await create().ask(path)).text);
      const limitedTo = (traceLimitBytes: number) =>
        create(withDoors({ traceLimitBytes })).ask(path);

      await limitedTo(bytes).expect(200);
      const { status, text } = await limitedTo(bytes - 1);
      const message = `trace exceeds maximum size of ${bytes - 1} bytes`;
      expect([status, text]).toEqual([422, failureOf(path, 422, message)]);
    },
  );
});
