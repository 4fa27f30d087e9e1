import { gzipSync } from 'node:zlib';
import { createTestHttpApp } from '@spanhouse/api-kit/testing';
import request from 'supertest';
import type { UiFiles } from './get-ui.js';
import { basePath, getUi } from './get-ui.js';

const files: UiFiles = {
  page: '<!doctype html><base href="./" /><script src="./assets/a.js"></script>',
  version: 'v1',
  styleHashes: ["'sha256-a'"],
  assets: new Map([
    [
      'a.js',
      {
        type: 'text/javascript; charset=utf-8',
        plain: Buffer.from('plain'),
        gzip: gzipSync('packed'),
        brotli: Buffer.from('brotli'),
      },
    ],
  ]),
};
const app = createTestHttpApp(getUi(() => files));

describe('GET /', () => {
  it('sends browsers to the interface', async () => {
    const { status, headers } = await request(app).get('/').set('accept', 'text/html');

    expect([status, headers['location']]).toEqual([302, 'ui/']);
  });

  it('stays unknown to other clients', async () => {
    expect((await request(app).get('/')).status).toBe(404);
    expect((await request(app).post('/').set('accept', 'text/html')).status).toBe(404);
  });
});

describe('GET /ui', () => {
  it.each(['/ui', '/ui/', '/ui/traces/abc', '/ui/spans?q=a'])(
    'answers %s with the page',
    async (path) => {
      const { status, headers, text } = await request(app).get(path);

      expect(status).toBe(200);
      expect(text).toContain(`<base href="${basePath(path)}" />`);
      expect(headers).toMatchObject({
        'content-type': 'text/html; charset=utf-8',
        'cache-control': 'no-cache',
        'x-content-type-options': 'nosniff',
        'content-security-policy': expect.stringContaining(
          "script-src 'self'; style-src 'self' 'sha256-a'; ",
        ),
      });
    },
  );

  it('answers 304 to a page that has not changed', async () => {
    const { headers } = await request(app).get('/ui/');

    const again = await request(app)
      .get('/ui/')
      .set('if-none-match', headers['etag'] ?? '');

    expect([again.status, again.text]).toEqual([304, '']);
  });

  it('names the missing build', async () => {
    const { status, body } = await request(createTestHttpApp(getUi(() => undefined))).get('/ui/');

    expect([status, body.detail]).toEqual([
      404,
      'The web interface is not built: run `npm run build`.',
    ]);
  });
});

describe('basePath', () => {
  it.each([
    ['/ui', 'ui/'],
    ['/ui/', './'],
    ['/ui/spans', './'],
    ['/ui/spans?q=/a/b', './'],
    ['/ui/traces/abc', '../'],
    ['/ui/traces/abc/', '../../'],
    ['/api/ui/a/b/c', '../../'],
  ])('leads from %s to the interface', (url, base) => {
    expect(basePath(url)).toBe(base);
    expect(new URL(base, `http://h/prefix${url}`).pathname).toMatch(/^\/prefix(\/api)?\/ui\/$/);
  });
});

describe('GET /ui/assets', () => {
  it.each([
    ['gzip', 'gzip', 'packed'],
    ['identity', undefined, 'plain'],
  ])('sends the encoding for %s', async (accepted, encoding, body) => {
    const { headers, text } = await request(app)
      .get('/ui/assets/a.js')
      .set('accept-encoding', accepted);

    expect(text).toBe(body);
    expect(headers).toMatchObject({
      ...(encoding !== undefined && { 'content-encoding': encoding }),
      'cache-control': 'public, max-age=31536000, immutable',
      'content-type': 'text/javascript; charset=utf-8',
    });
    expect(headers['vary']?.toLowerCase()).toContain('accept-encoding');
  });

  it('prefers brotli', async () => {
    const { headers } = await request(app)
      .head('/ui/assets/a.js')
      .set('accept-encoding', 'gzip, deflate, br');

    expect(headers['content-encoding']).toBe('br');
  });

  it('answers 404 to a name that is not in the build', async () => {
    expect((await request(app).get('/ui/assets/b.js')).status).toBe(404);
  });
});
