import request from 'supertest';
import { createTestTempo } from '../testing/test-doors.js';

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

  it('takes repeated and trailing slashes', async () => {
    const { app, ask } = createTestTempo();

    await ask('//api///echo/').expect(200, 'echo');
    await request(app).get('//tempo/api/echo').expect(200, 'echo');
  });
});
