import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import request from 'supertest';
import { createTestTraceQuery, testFrontDoors } from '../testing/test-trace-query.js';

const page = '<head><base href="/zipkin/" ><script src="/zipkin/static/index.a1b2c3d4.js"></head>';

/** The service with pages that are built as those of Lens. */
function createLens() {
  const lensDir = mkdtempSync(join(tmpdir(), 'lens-'));
  mkdirSync(join(lensDir, 'static'));
  writeFileSync(join(lensDir, 'index.html'), page);
  writeFileSync(join(lensDir, 'static/index.a1b2c3d4.js'), 'start()');
  const { app } = createTestTraceQuery({
    settings: {
      frontDoors: {
        ...testFrontDoors,
        zipkin: { ...testFrontDoors.zipkin, lensDir },
      },
    },
  });
  return (path: string) => request(app).get(path);
}

describe('Lens', () => {
  it.each(['/zipkin/', '/zipkin/index.html', '/zipkin/traces/abc', '/zipkin/dependency'])(
    'has its page at %s, whose base is the path of the API',
    async (path) => {
      const { text, headers } = await createLens()(path).expect(200);

      expect(text).toBe(page);
      expect(headers['cache-control']).toBe('private, max-age=60');
    },
  );

  it('has files that are cached for a year if their names change with their contents', async () => {
    await createLens()('/zipkin/static/index.a1b2c3d4.js')
      .expect(200)
      .expect('content-type', /javascript/)
      .expect('cache-control', 'private, max-age=31536000, immutable');
  });

  it('has the addresses of the proxy that strips a prefix', async () => {
    const { text } = await createLens()('/zipkin/').set('x-forwarded-prefix', '/obs/traces/');

    expect(text).toBe(page.replaceAll('/zipkin/', '/obs/traces/zipkin/'));
  });

  it.each(['"><script>', '//evil.example', 'https://evil.example', 'obs', '/obs//x'])(
    'ignores %s, which is no path, as a prefix',
    async (prefix) => {
      const { text } = await createLens()('/zipkin/').set('x-forwarded-prefix', prefix);

      expect(text).toBe(page);
    },
  );

  it('redirects from the path without a slash, whatever the prefix', async () => {
    await createLens()('/zipkin').expect(302).expect('location', 'zipkin/');
  });
});
