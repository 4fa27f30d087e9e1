import { issueKey } from '@spanhouse/catalog/testing';
import request from 'supertest';
import { createTestTempo } from '../testing/test-tempo.js';
import { testFrontDoors } from '../testing/test-trace-query.js';

describe('/tempo', () => {
  it('answers the health check of data sources', async () => {
    const { ask } = createTestTempo();

    await ask('/api/echo').expect(200, 'echo').expect('content-type', 'text/plain; charset=utf-8');
    await ask('/ready').expect(200, 'ready');
  });

  it('reports its level of the API', async () => {
    await createTestTempo().ask('/api/status/buildinfo').expect(200, {
      version: '2.9.0+spanhouse',
      revision: '',
      branch: '',
      buildUser: '',
      buildDate: '',
      goVersion: '',
    });
  });

  it.each([
    '/api/metrics/summary',
    '/api/overrides',
    '/api/mcp',
    '/api/v2/traces/diff',
    '/status',
    '/',
  ])('%s is unknown, as a text', async (path) => {
    await createTestTempo()
      .ask(path)
      .expect(404, 'Not Found')
      .expect('content-type', 'text/plain; charset=utf-8');
  });

  it('refuses other methods as a text', async () => {
    await request(createTestTempo().app)
      .post('/tempo/api/echo')
      .expect(405, 'Method Not Allowed')
      .expect('allow', 'GET, HEAD')
      .expect('content-type', 'text/plain; charset=utf-8');
  });

  it('takes repeated and trailing slashes, and HEAD', async () => {
    const { app, ask } = createTestTempo();

    await ask('//api///echo/').expect(200, 'echo');
    await request(app).get('//tempo/api/echo').expect(200, 'echo');
    await request(app).head('/tempo/api/echo').expect(200);
  });

  it('serves nothing if the door is closed', async () => {
    const frontDoors = { ...testFrontDoors, doors: [] };

    const { status, body } = await createTestTempo({ settings: { frontDoors } }).ask('/api/echo');

    expect([status, body]).toEqual([404, { detail: 'Not Found' }]);
  });
});

describe('/tempo with keys', () => {
  it.each(['/api/echo', '/ready', '/api/status/buildinfo'])(
    '%s asks for a key, and takes it as a password',
    async (path) => {
      const { catalog, ask } = createTestTempo({ authMode: 'keys' });
      const { text } = await issueKey(catalog, ['view_spans']);
      const writer = await issueKey(catalog, ['edit_spans']);

      await ask(path)
        .expect(401, 'Unauthorized')
        .expect('www-authenticate', 'Basic realm="Spanhouse"');
      await ask(path).auth('anybody', writer.text).expect(403);
      await ask(path).auth('anybody', text).expect(200);
      await ask(path).set('authorization', `Bearer ${text}`).expect(200);
      await ask(path).auth('', text).set('x-scope-orgid', 'another').expect(403);
    },
  );
});
