import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { issueKey } from '@spanhouse/catalog/testing';
import { ConfigError } from '@spanhouse/service-runtime';
import { createTestJaeger, withDoors } from '../../src/testing/test-doors.js';

const page = `<!doctype html><html><head><base href="/" data-inject-target="BASE_URL" />
<script>function getJaegerUiConfig() { const DEFAULT_CONFIG = null; const JAEGER_CONFIG = DEFAULT_CONFIG; return JAEGER_CONFIG; }
const JAEGER_STORAGE_CAPABILITIES = DEFAULT_STORAGE_CAPABILITIES;
const JAEGER_BACKEND_CAPABILITIES = DEFAULT_BACKEND_CAPABILITIES;
const JAEGER_VERSION = DEFAULT_VERSION;</script>
<script type="module" src="./static/index-Bx12cdEF.js"></script></head></html>`;

describe('the pages below /jaeger', () => {
  let dir: string;

  beforeEach(() => {
    dir = mkdtempSync(join(tmpdir(), 'jaeger-ui-'));
    writeFileSync(join(dir, 'index.html'), page);
    writeFileSync(join(dir, 'index-Bx12cdEF.js'), 'let a;');
    writeFileSync(join(dir, 'favicon.ico'), 'icon');
  });
  afterEach(() => rmSync(dir, { recursive: true }));

  const open = (uiConfig?: string, authMode: 'open' | 'keys' = 'open') =>
    createTestJaeger({ authMode, ...withDoors({ uiDir: dir, uiConfig }) });

  it.each(['/', '/index.html', '/search?service=a', '/trace/abc', '/dependencies', '/monitor'])(
    '%s has the document, which knows what the service can do',
    async (path) => {
      const { text, headers } = await open().ask(path).expect(200);

      expect(headers['cache-control']).toBe('no-cache');
      expect(headers['content-type']).toBe('text/html; charset=utf-8');
      expect(text).toContain('<base href="/jaeger/" data-inject-target="BASE_URL" />');
      expect(text).toContain(
        'JAEGER_CONFIG = {"archiveEnabled":false,"monitor":{"menuEnabled":true},"dependencies":{"menuEnabled":true}};',
      );
      expect(text).toContain(
        'JAEGER_STORAGE_CAPABILITIES = {"archiveStorage":false,"metricsStorage":true};',
      );
      expect(text).toContain(
        'JAEGER_BACKEND_CAPABILITIES = {"archiveStorage":false,"metricsStorage":true,"searchWithoutServiceName":true,"aiAssistant":false};',
      );
      expect(text).toMatch(/JAEGER_VERSION = \{"gitCommit":"","gitVersion":"spanhouse \d/);
    },
  );

  it('allows only the scripts of the document to run', async () => {
    const { headers } = await open().ask('/');

    expect(headers['content-security-policy']).toMatch(
      /script-src 'self' 'sha256-[A-Za-z\d+/]{43}='; worker-src/,
    );
  });

  it('puts the configuration of the UI into the document as JSON that ends no element', async () => {
    const file = join(dir, 'config.json');
    writeFileSync(file, '{"menu":[{"label":"</script><script>alert(1)$&"}]}');

    const { text } = await open(file).ask('/search').expect(200);

    expect(text).toContain(
      String.raw`JAEGER_CONFIG = {"menu":[{"label":"\u003c/script>\u003cscript>alert(1)$&"}]};`,
    );
  });

  it('serves the files, and answers 404 for others and for unknown paths of the API', async () => {
    const { ask } = open();

    const { headers } = await ask('/index-Bx12cdEF.js').expect(200);
    expect(headers['cache-control']).toBe('private, max-age=31536000, immutable');
    await ask('/favicon.ico').expect(200).expect('cache-control', 'private, max-age=60');
    await ask('/static/other.js').expect(404);
    await ask('/api/unknown')
      .expect(404)
      .expect('content-type', /^application\/json/);
    await ask('').expect(302).expect('location', 'jaeger/');
  });

  it.each(['/', '/search', '/index-Bx12cdEF.js', '/favicon.ico'])(
    '%s needs the credentials of the API',
    async (path) => {
      const { ask, catalog } = open(undefined, 'keys');
      const { text } = await issueKey(catalog, ['view_spans']);

      await ask(path).expect(401).expect('www-authenticate', 'Basic realm="Spanhouse"');
      await ask(path).auth('anybody', text).expect(200);
    },
  );

  it.each([
    ['a directory without pages', () => ({ uiDir: join(dir, 'none') }), 'JAEGER_UI_DIR: '],
    ['a missing configuration', () => ({ uiConfig: join(dir, 'none') }), 'JAEGER_UI_CONFIG: '],
    [
      'a configuration that is no object',
      () => ({ uiConfig: join(dir, 'index.html') }),
      'JAEGER_UI_CONFIG: ',
    ],
  ])('does not start with %s', (_, settings, named) => {
    const start = () => createTestJaeger(withDoors({ uiDir: dir, ...settings() }));

    expect(start).toThrow(ConfigError);
    expect(start).toThrow(named);
  });
});
