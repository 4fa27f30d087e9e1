import { traceIdsOfSetD } from '@spanhouse/span-dialects/testing';
import request from 'supertest';
import { createTestZipkin } from '../testing/test-doors.js';

const { a } = traceIdsOfSetD;
const manyIds = 'traceIds has more than 1000 ids';

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
    await createTestZipkin()
      .ask(path)
      .expect(400, text)
      .expect('content-type', 'text/plain; charset=utf-8');
  });

  it('answers unknown traces and paths as text', async () => {
    const { ask } = createTestZipkin();

    await ask('/api/v2/trace/abc').expect(404, '0000000000000abc not found');
    await ask('/').expect(404, 'Not Found').expect('content-type', 'text/plain; charset=utf-8');
  });

  it('takes spans only where the gateway is part of the process', async () => {
    await request(createTestZipkin().app)
      .post('/zipkin/api/v2/spans')
      .send([])
      .expect(405, 'Method Not Allowed');
  });

  it('takes repeated and trailing slashes, and white space around an id', async () => {
    const { ask } = createTestZipkin();

    expect((await ask(`//api/v2//trace/${a}/`).expect(200)).body).toHaveLength(6);
    expect((await ask(`/api/v2/trace/%20${a}%20`).expect(200)).body).toHaveLength(6);
  });

  it('describes itself to Lens', async () => {
    const { ask } = createTestZipkin();

    const { body, headers } = await ask('/config.json').expect(200);

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
    await ask('/health').expect(200, { status: 'UP' });
    expect((await ask('/info')).body.zipkin.version).toMatch(/^spanhouse \d/);
  });
});
