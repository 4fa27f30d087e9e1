import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { type HttpRequest, type HttpResponse, notFound, type Route } from '@spanhouse/api-kit';
import { ConfigError, spanhouseVersion } from '@spanhouse/service-runtime';
import { isJsonObject, parseJsonText } from '@spanhouse/span-schema';
import type { BoundServices } from '../front-doors/dialect-routes.js';
import { type BuiltPages, readBuiltPages } from '../front-doors/read-built-pages.js';
import {
  pageGuards,
  pagePolicy,
  redirectToPages,
  sendBuiltFile,
} from '../front-doors/send-built-file.js';

/** Matches paths of the API and paths that look like files. All other paths show the UI. */
const noPage = /^(?:api|analytics)(?:\/|$)|\.\w+$/;

/** Creates the routes of the built Jaeger UI if its directory is configured. */
export function getJaegerUi(services: BoundServices): readonly Route[] {
  const { uiDir } = services.settings.frontDoors;
  return uiDir === undefined ? [] : servePages(services, readBuiltPages('JAEGER_UI_DIR', uiDir));
}

function servePages(services: BoundServices, { page, assets }: BuiltPages): readonly Route[] {
  const { text, policy } = fillPage(page, services.settings.frontDoors.uiConfig);
  const sendPage = (_req: HttpRequest, res: HttpResponse) =>
    void res
      .set({ 'cache-control': 'no-cache', 'content-security-policy': policy, ...pageGuards })
      .type('text/html; charset=utf-8')
      .send(text);
  return [
    services.page('GET ', (req, res) => redirectToPages('jaeger/', req, res) || sendPage(req, res)),
    services.page('GET /*', (req, res) => {
      const path = req.params['*'] ?? '';
      const file = path === 'index.html' ? undefined : assets.get(path);
      if (file !== undefined) {
        sendBuiltFile(file, res);
      } else if (path !== 'index.html' && noPage.test(path)) {
        throw notFound();
      } else {
        sendPage(req, res);
      }
    }),
  ];
}

const defaultConfig = JSON.stringify({
  archiveEnabled: false,
  monitor: { menuEnabled: true },
  dependencies: { menuEnabled: true },
});
const storage = { archiveStorage: false, metricsStorage: true };
const backend = { ...storage, searchWithoutServiceName: true, aiAssistant: false };
const version = { gitCommit: '', gitVersion: `spanhouse ${spanhouseVersion}`, buildDate: '' };

/**
 * Inserts the values that the UI expects from its server, and returns the page with its content security policy. The UI
 * does not request these values from a route: the page contains placeholders for them. Each build has only some of the
 * placeholders below.
 */
function fillPage(page: string, uiConfig: string | undefined) {
  const config = uiConfig === undefined ? defaultConfig : readConfig(uiConfig);
  const replacements: readonly (readonly [string, string])[] = [
    ['JAEGER_CONFIG = DEFAULT_CONFIG;', `JAEGER_CONFIG = ${inScript(config)};`],
    [
      'JAEGER_STORAGE_CAPABILITIES = DEFAULT_STORAGE_CAPABILITIES;',
      `JAEGER_STORAGE_CAPABILITIES = ${JSON.stringify(storage)};`,
    ],
    [
      'JAEGER_BACKEND_CAPABILITIES = DEFAULT_BACKEND_CAPABILITIES;',
      `JAEGER_BACKEND_CAPABILITIES = ${JSON.stringify(backend)};`,
    ],
    ['JAEGER_VERSION = DEFAULT_VERSION;', `JAEGER_VERSION = ${JSON.stringify(version)};`],
    ['<base href="/"', '<base href="/jaeger/"'],
  ];
  const text = replacements.reduce((filled, [from, to]) => filled.replace(from, () => to), page);
  return { text, policy: policyFor(text) };
}

/** Reads the UI configuration. Throws a ConfigError if the file does not contain a JSON object. */
function readConfig(path: string): string {
  const complaint = (reason: string) => new ConfigError([`JAEGER_UI_CONFIG: ${path} ${reason}`]);
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    throw complaint(`cannot be read: ${(error as Error).message}`);
  }
  const parsed = parseJsonText(text);
  if (parsed.status !== 'parsed' || !isJsonObject(parsed.value)) {
    throw complaint('must have a JSON object');
  }
  return text.trim();
}

/** Escapes JSON for a script element, which would otherwise end at `</script`. */
function inScript(json: string): string {
  return json
    .replaceAll('<', '\\u003c')
    .replaceAll('\u2028', '\\u2028')
    .replaceAll('\u2029', '\\u2029');
}

const inlineScript = /<script(?![^>]*\ssrc\s*=)[^>]*>([\s\S]*?)<\/script\s*>/gi;

/**
 * Returns the content security policy of a page. It allows the inline scripts of the build, and styles and workers
 * created in the browser.
 */
function policyFor(page: string): string {
  const hashes = [...page.matchAll(inlineScript)].map(
    ([, script = '']) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`,
  );
  return pagePolicy(`'self' ${hashes.join(' ')}`.trim(), "'self' blob:");
}
