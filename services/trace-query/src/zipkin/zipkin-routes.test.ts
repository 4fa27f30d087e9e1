import { issueKey } from '@spanhouse/catalog/testing';
import { AppError } from '@spanhouse/service-runtime';
import { setDAsOtlp, traceIdsOfSetD } from '@spanhouse/span-dialects/testing';
import request from 'supertest';
import { store, takeInOtlp } from '../testing/intake.js';
import {
  createTestTraceQuery,
  type TestTraceQueryOptions,
  testFrontDoors,
} from '../testing/test-trace-query.js';

const window = 'endTs=1777629800000&lookback=3600000';
const { a, b } = traceIdsOfSetD;
const manyIds = 'traceIds has more than 1000 ids';

function createZipkin(options: TestTraceQueryOptions = {}) {
  const service = createTestTraceQuery(options);
  service.reader.add(store(takeInOtlp(setDAsOtlp())));
  const ask = (path: string) => request(service.app).get(path);
  return { ...service, ask };
}

describe('/zipkin', () => {
  it.each([
    ['/api/v2/spans', 'serviceName is missing'],
    ['/api/v2/remoteServices?serviceName=', 'serviceName is missing'],
    ['/api/v2/autocompleteValues', 'key is missing'],
    ['/api/v2/dependencies', 'endTs is missing'],
    ['/api/v2/dependencies?endTs=0', 'endTs must be a whole number above 0'],
    ['/api/v2/traces?lookback=-1', 'lookback must be a whole number above 0'],
    ['/api/v2/traces?limit=x', 'limit must be a whole number above 0'],
    ['/api/v2/traces?limit=1001', 'limit must be at most 1000'],
    ['/api/v2/traces?limit=0', 'limit must be a whole number above 0'],
    ['/api/v2/traces?endTs=0', 'endTs must be a whole number above 0'],
    ['/api/v2/traces?minDuration=0', 'minDuration must be a whole number above 0'],
    ['/api/v2/traces?minDuration=1.5', 'minDuration must be a whole number above 0'],
    ['/api/v2/traces?maxDuration=1', 'maxDuration is only valid with minDuration'],
    ['/api/v2/traces?minDuration=2&maxDuration=1', 'maxDuration is less than minDuration'],
    ['/api/v2/trace/ABC', 'ABC should be lower-hex encoded with no prefix'],
    [`/api/v2/trace/${'a'.repeat(33)}`, 'traceId.length > 32'],
    ['/api/v2/traceMany', 'traceIds parameter is empty'],
    [
      '/api/v2/traceMany?traceIds=1',
      'Use /api/v2/trace/{traceId} endpoint to retrieve a single trace',
    ],
    ['/api/v2/traceMany?traceIds=1,2,0001', 'redundant traceId: 0000000000000001'],
    [`/api/v2/traceMany?traceIds=${[...Array(1002).keys()].slice(1)}`, manyIds],
  ])('%s is 400 with a text that names the fault', async (path, text) => {
    await createZipkin()
      .ask(`/zipkin${path}`)
      .expect(400, text)
      .expect('content-type', 'text/plain; charset=utf-8');
  });

  it('answers unknown traces, paths and methods as text', async () => {
    const { app, ask } = createZipkin();

    await ask('/zipkin/api/v2/trace/abc').expect(404, '0000000000000abc not found');
    await ask('/zipkin/api/v2/nothing').expect(404, 'Not Found');
    await ask('/zipkin/').expect(404, 'Not Found');
    await request(app)
      .post('/zipkin/api/v2/services')
      .expect(405, 'Method Not Allowed')
      .expect('allow', 'GET, HEAD')
      .expect('content-type', 'text/plain; charset=utf-8');
  });

  it('takes repeated and trailing slashes, HEAD, and white space around an id', async () => {
    const { app, ask } = createZipkin();

    expect((await ask(`/zipkin//api/v2//trace/${a}/`).expect(200)).body).toHaveLength(6);
    expect((await ask(`/zipkin/api/v2/trace/%20${a}%20`).expect(200)).body).toHaveLength(6);
    await request(app).head(`/zipkin/api/v2/trace/${a}`).expect(200);
  });

  it('serves nothing if the door is closed', async () => {
    const frontDoors = { ...testFrontDoors, doors: [] };

    const { status, body } = await createZipkin({ settings: { frontDoors } }).ask(
      '/zipkin/api/v2/services',
    );

    expect([status, body]).toEqual([404, { detail: 'Not Found' }]);
  });

  it('refuses a trace above the limit, and returns one of exactly the limit', async () => {
    const { text } = await createZipkin().ask(`/zipkin/api/v2/trace/${b}`);
    const limitedTo = (traceLimitBytes: number) =>
      createZipkin({
        settings: {
          frontDoors: {
            ...testFrontDoors,
            zipkin: { ...testFrontDoors.zipkin, traceLimitBytes },
          },
        },
      }).ask(`/zipkin/api/v2/trace/${b}`);
    const bytes = Buffer.byteLength(text);

    await limitedTo(bytes).expect(200);
    await limitedTo(bytes - 1).expect(422, `trace exceeds maximum size of ${bytes - 1} bytes`);
  });

  it('reads traces that are too large to be held', async () => {
    const { reader, ask } = createZipkin();
    const plain = await ask(`/zipkin/api/v2/traces?${window}&serviceName=payments`);
    reader.largeTraceSpans = 2;

    const { body } = await ask(`/zipkin/api/v2/traces?${window}&serviceName=payments`);

    expect(body).toEqual(plain.body);
    expect(body).toHaveLength(2);
  });

  it('answers 503 with Retry-After as text while the store is unavailable', async () => {
    const { reader, ask } = createZipkin();
    reader.failure = new AppError('CLICKHOUSE_UNAVAILABLE', 'connect ECONNREFUSED 10.0.0.7');

    await ask(`/zipkin/api/v2/traces?${window}`)
      .expect(503, 'The span storage is unavailable. Please retry later.')
      .expect('retry-after', '1');
  });

  it('allows clients to cache lists of names once a project has more than three services', async () => {
    const { ask, analytics } = createZipkin();
    const list = async (path: string) => (await ask(`/zipkin/api/v2/${path}`).expect(200)).headers;
    const ageOf = async (names: readonly string[]) => {
      analytics.listServices = () => Promise.resolve(names);
      await list('services');
      return (await list('spans?serviceName=a'))['cache-control'];
    };

    expect(await ageOf(['a', 'b', 'c'])).toBeUndefined();
    expect(await ageOf(['a', 'b', 'c', 'd'])).toBe('max-age=300, must-revalidate');
  });

  it('describes itself to Lens', async () => {
    const { ask } = createZipkin();

    const { body, headers } = await ask('/zipkin/config.json').expect(200);

    expect(body).toEqual({
      environment: '',
      queryLimit: 10,
      defaultLookback: 900_000,
      searchEnabled: true,
      logsUrl: null,
      supportUrl: null,
      archivePostUrl: null,
      archiveUrl: null,
      dependency: { enabled: true, lowErrorRate: 0.5, highErrorRate: 0.75 },
    });
    expect(headers['cache-control']).toBe('max-age=600');
    await ask('/zipkin/health').expect(200, { status: 'UP' });
    expect((await ask('/zipkin/info')).body.zipkin.version).toMatch(/^spanhouse \d/);
  });
});

describe('/zipkin with keys', () => {
  const paths = [
    '/api/v2/services',
    `/api/v2/traces?${window}`,
    `/api/v2/trace/${a}`,
    '/config.json',
    '/health',
  ];

  it.each(paths)('%s asks for a key, and takes it as a password', async (path) => {
    const { catalog, ask } = createZipkin({ authMode: 'keys' });
    const { text } = await issueKey(catalog, ['view_spans']);
    const writer = await issueKey(catalog, ['edit_spans']);

    await ask(`/zipkin${path}`)
      .expect(401, 'Unauthorized')
      .expect('www-authenticate', 'Basic realm="Spanhouse"');
    await ask(`/zipkin${path}`).auth('anybody', writer.text).expect(403);
    await ask(`/zipkin${path}`).auth('anybody', text).expect(200);
    await ask(`/zipkin${path}`).set('authorization', `Bearer ${text}`).expect(200);
  });

  it('does not ask for Basic credentials elsewhere', async () => {
    const { headers } = await createZipkin({ authMode: 'keys' }).ask(`/traces/${a}`).expect(401);

    expect(headers['www-authenticate']).toBe('ApiKey');
  });

  it.each([
    ['the id', 200],
    ['the name', 200],
    ['another project', 403],
    ['default|other', 403],
  ])('compares X-Scope-OrgID with the project of the key: %s is %d', async (tenant, status) => {
    const { catalog, ask } = createZipkin({ authMode: 'keys' });
    const { text } = await issueKey(catalog, ['view_spans']);
    const project = await catalog.defaultProject();
    const named = { 'the id': project.project_id, 'the name': project.name }[tenant] ?? tenant;

    const answer = await ask('/zipkin/health').auth('', text).set('x-scope-orgid', named);

    expect(answer.status).toBe(status);
    expect(answer.status === 200 || answer.text).toEqual(
      status === 200 || 'X-Scope-OrgID names another project than the key.',
    );
  });

  it('ignores X-Scope-OrgID in open mode', async () => {
    await createZipkin().ask('/zipkin/health').set('x-scope-orgid', 'any').expect(200);
  });
});
