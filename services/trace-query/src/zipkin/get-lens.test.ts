import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { issueKey } from '@spanhouse/catalog/testing';
import { createTestZipkin, withDoors } from '../testing/test-doors.js';

const page = '<head><base href="/zipkin/" ><script src="/zipkin/static/index.a1b2c3d4.js"></head>';

/** Creates the service with pages that are structured like those of Lens. */
function createLens(authMode: 'open' | 'keys' = 'open') {
  const lensDir = mkdtempSync(join(tmpdir(), 'lens-'));
  mkdirSync(join(lensDir, 'static'));
  writeFileSync(join(lensDir, 'index.html'), page);
  writeFileSync(join(lensDir, 'static/index.a1b2c3d4.js'), 'start()');
  return createTestZipkin({ authMode, ...withDoors({ lensDir }) });
}

describe('Lens', () => {
  it.each(['/', '/index.html', '/traces/abc', '/dependency', '/traceViewer'])(
    'has its page at %s, whose base is the path of the API',
    async (path) => {
      const { text, headers } = await createLens().ask(path).expect(200);

      expect(text).toBe(page);
      expect(headers['cache-control']).toBe('private, max-age=60');
    },
  );

  it.each(['', '/', '/dependency', '/static/index.a1b2c3d4.js'])(
    'needs the credentials of the API at %s',
    async (path) => {
      const { ask, catalog } = createLens('keys');
      const { text } = await issueKey(catalog, ['view_spans']);

      await ask(path).expect(401).expect('www-authenticate', 'Basic realm="Spanhouse"');
      expect([200, 302]).toContain((await ask(path).auth('anybody', text)).status);
    },
  );

  it.each(['/other', '/static/other.js', '/traces'])('has no page at %s', async (path) => {
    await createLens().ask(path).expect(404, 'Not Found');
  });

  it('has files that are cached for a year if their names change with their contents', async () => {
    await createLens()
      .ask('/static/index.a1b2c3d4.js')
      .expect(200)
      .expect('content-type', /javascript/)
      .expect('cache-control', 'private, max-age=31536000, immutable');
  });

  it('has the addresses of the proxy that strips a prefix', async () => {
    const { text } = await createLens().ask('/').set('x-forwarded-prefix', '/obs/traces/');

    expect(text).toBe(page.replaceAll('/zipkin/', '/obs/traces/zipkin/'));
  });

  it.each(['"><script>', '//evil.example', 'https://evil.example', 'obs', '/obs//x'])(
    'ignores %s, which is no path, as a prefix',
    async (prefix) => {
      const { text } = await createLens().ask('/').set('x-forwarded-prefix', prefix);

      expect(text).toBe(page);
    },
  );

  it('redirects from the path without a slash, whatever the prefix', async () => {
    await createLens().ask('').expect(302).expect('location', 'zipkin/');
  });
});
