import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { issueKey } from '@spanhouse/catalog/testing';
import request from 'supertest';
import { createTestTraceQuery, testFrontDoors } from '../testing/test-trace-query.js';

const page = '<head><base href="/zipkin/" ><script src="/zipkin/static/index.a1b2c3d4.js"></head>';

/** Creates the service with pages that are built like the pages of Lens. */
function createLens(authMode: 'open' | 'keys' = 'open') {
  const lensDir = mkdtempSync(join(tmpdir(), 'lens-'));
  mkdirSync(join(lensDir, 'static'));
  writeFileSync(join(lensDir, 'index.html'), page);
  writeFileSync(join(lensDir, 'static/index.a1b2c3d4.js'), 'start()');
  const { app, catalog } = createTestTraceQuery({
    authMode,
    settings: {
      frontDoors: {
        ...testFrontDoors,
        zipkin: { ...testFrontDoors.zipkin, lensDir },
      },
    },
  });
  return { ask: (path: string) => request(app).get(path), catalog };
}

describe('Lens', () => {
  it.each([
    '/zipkin/',
    '/zipkin/index.html',
    '/zipkin/traces/abc',
    '/zipkin/dependency',
    '/zipkin/traceViewer',
  ])('has its page at %s, whose base is the path of the API', async (path) => {
    const { text, headers } = await createLens().ask(path).expect(200);

    expect(text).toBe(page);
    expect(headers['cache-control']).toBe('private, max-age=60');
  });

  it.each(['/zipkin', '/zipkin/', '/zipkin/dependency', '/zipkin/static/index.a1b2c3d4.js'])(
    'needs the credentials of the API at %s',
    async (path) => {
      const { ask, catalog } = createLens('keys');
      const { text } = await issueKey(catalog, ['view_spans']);

      await ask(path).expect(401).expect('www-authenticate', 'Basic realm="Spanhouse"');
      expect([200, 302]).toContain((await ask(path).auth('anybody', text)).status);
    },
  );

  it.each(['/zipkin/other', '/zipkin/static/other.js', '/zipkin/traces'])(
    'has no page at %s',
    async (path) => {
      await createLens().ask(path).expect(404, 'Not Found');
    },
  );

  it('has files that are cached for a year if their names change with their contents', async () => {
    await createLens()
      .ask('/zipkin/static/index.a1b2c3d4.js')
      .expect(200)
      .expect('content-type', /javascript/)
      .expect('cache-control', 'private, max-age=31536000, immutable');
  });

  it('has the addresses of the proxy that strips a prefix', async () => {
    const { text } = await createLens().ask('/zipkin/').set('x-forwarded-prefix', '/obs/traces/');

    expect(text).toBe(page.replaceAll('/zipkin/', '/obs/traces/zipkin/'));
  });

  it.each(['"><script>', '//evil.example', 'https://evil.example', 'obs', '/obs//x'])(
    'ignores %s, which is no path, as a prefix',
    async (prefix) => {
      const { text } = await createLens().ask('/zipkin/').set('x-forwarded-prefix', prefix);

      expect(text).toBe(page);
    },
  );

  it('redirects from the path without a slash, whatever the prefix', async () => {
    await createLens().ask('/zipkin').expect(302).expect('location', 'zipkin/');
  });
});
