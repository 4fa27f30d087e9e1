import type { HttpRequest, HttpResponse, Route } from '@spanhouse/api-kit';
import { spanhouseVersion } from '@spanhouse/service-runtime';
import type { BuiltPages } from '../front-doors/read-built-pages.js';
import {
  pageGuards,
  pagePolicy,
  redirectToPages,
  sendBuiltFile,
} from '../front-doors/send-built-file.js';
import type { ZipkinServices } from './zipkin-services.js';

/** The configuration that Lens reads before it shows a page. */
const lensConfig = {
  environment: '',
  queryLimit: 10,
  defaultLookback: 900_000,
  searchEnabled: true,
  logsUrl: null,
  supportUrl: null,
  archivePostUrl: null,
  archiveUrl: null,
  dependency: { enabled: true, lowErrorRate: 0.5, highErrorRate: 0.75 },
};

const pages = ['/index.html', '/traces/:trace_id', '/dependency', '/traceViewer'];

/**
 * Content security policy for Lens. Lens runs only its own scripts. In the browser, it creates styles, and a worker
 * that lays out the dependency graph.
 */
const policy = pagePolicy("'self'", 'blob:');

/** Creates the routes that describe the server and, if Lens is configured, the routes of its pages. */
export function getLens(services: ZipkinServices, files: BuiltPages | undefined): readonly Route[] {
  const info = { zipkin: { version: `spanhouse ${spanhouseVersion}` } };
  const about = [
    services.page('GET /config.json', (_req, res) => {
      res.set('cache-control', 'max-age=600').json(lensConfig);
    }),
    services.page('GET /health', (_req, res) => void res.json({ status: 'UP' })),
    services.page('GET /info', (_req, res) => void res.json(info)),
  ];
  if (files === undefined) {
    return about;
  }
  const sendPage = (req: HttpRequest, res: HttpResponse) => writePage(files, req, res);
  const sendFile = (req: HttpRequest, res: HttpResponse) =>
    sendBuiltFile(files.assets.get(req.params['*'] ?? ''), res);
  return [
    ...about,
    services.page('GET ', (req, res) => redirectToPages('zipkin/', req, res) || sendPage(req, res)),
    ...pages.map((path) => services.page(`GET ${path}`, sendPage)),
    services.page('GET /*', sendFile),
  ];
}

/**
 * Returns the path prefix that a proxy has stripped, according to the proxy's header. A relative base is not
 * sufficient, because Lens prepends the base of its page to every path.
 */
function strippedPrefix(req: HttpRequest): string {
  const prefix = req.headers['x-forwarded-prefix'];
  const [, path = ''] = /^((?:\/[\w.~-]+)+)\/*$/.exec(String(prefix)) ?? [];
  return path;
}

function writePage({ page }: BuiltPages, req: HttpRequest, res: HttpResponse): void {
  res
    .set({
      'cache-control': 'private, max-age=60',
      'content-security-policy': policy,
      ...pageGuards,
    })
    .vary('x-forwarded-prefix')
    .type('text/html; charset=utf-8')
    .send(page.replaceAll('="/zipkin/', `="${strippedPrefix(req)}/zipkin/`));
}
