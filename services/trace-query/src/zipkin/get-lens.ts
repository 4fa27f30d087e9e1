import type { HttpRequest, HttpResponse, Route } from '@spanhouse/api-kit';
import { spanhouseVersion } from '@spanhouse/service-runtime';
import type { BuiltPages } from '../front-doors/read-built-pages.js';
import { pageGuards, redirectToPages, sendBuiltFile } from '../front-doors/send-built-file.js';
import { type ZipkinServices, zipkinPage } from './zipkin-services.js';

/** The configuration that Lens reads before its first page. */
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

/** Lens runs only its own scripts. It creates its styles, and the worker that arranges dependencies, in the browser. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  'worker-src blob:',
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self' data:",
  "connect-src 'self'",
  "manifest-src 'self'",
  "base-uri 'self'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** Serves the description of the server, and the pages of Lens if they are configured. */
export function getLens(services: ZipkinServices, files: BuiltPages | undefined): readonly Route[] {
  const info = { zipkin: { version: `spanhouse ${spanhouseVersion}` } };
  const about = [
    zipkinPage(services, '/config.json', (_req, res) => {
      res.set('cache-control', 'max-age=600').json(lensConfig);
    }),
    zipkinPage(services, '/health', (_req, res) => void res.json({ status: 'UP' })),
    zipkinPage(services, '/info', (_req, res) => void res.json(info)),
  ];
  if (files === undefined) {
    return about;
  }
  const sendPage = (req: HttpRequest, res: HttpResponse) => writePage(files, req, res);
  const sendFile = (req: HttpRequest, res: HttpResponse) =>
    sendBuiltFile(files.assets.get(req.params['*'] ?? ''), res);
  return [
    ...about,
    zipkinPage(
      services,
      '',
      (req, res) => redirectToPages('zipkin/', req, res) || sendPage(req, res),
    ),
    ...pages.map((path) => zipkinPage(services, path, sendPage)),
    zipkinPage(services, '/*', sendFile),
  ];
}

/**
 * Returns the path prefix that a proxy reports to have stripped. A relative base is not enough, because Lens prefixes
 * every address with the base of its page.
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
