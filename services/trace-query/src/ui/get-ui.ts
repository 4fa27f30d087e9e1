import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, extname, join } from 'node:path';
import { type HttpRequest, type HttpResponse, notFound, type Route } from '@spanhouse/api-kit';

const notBuilt = 'The web interface is not built: run `npm run build`.';

/**
 * Returns the content security policy of the interface, whose pages load only their own files. `styleHashes` allows the
 * constant style elements that React Aria adds. Trusted Types prevent scripts from creating HTML; the only policy,
 * `spanhouse`, allows the URLs of workers.
 */
function policyOf(styleHashes: readonly string[]): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    ["style-src 'self'", ...styleHashes].join(' '),
    "img-src 'self' data: blob:",
    'media-src data: blob:',
    "connect-src 'self'",
    "worker-src 'self'",
    "manifest-src 'self'",
    "base-uri 'self'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types spanhouse',
  ].join('; ');
}

const pageHeaders = {
  'cache-control': 'no-cache',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
};

/**
 * Creates the routes of the web interface, which need no key. The interface contains no data, and sends the user's key
 * with its requests. The files are read on first use. If the interface has not been built, the pages return 404 with an
 * explanation.
 */
export function getUi(readFiles: () => UiFiles | undefined = readUiFiles): readonly Route[] {
  let read: UiFiles | undefined;
  const files = (): UiFiles => {
    read ??= readFiles();
    if (read === undefined) {
      throw notFound(notBuilt);
    }
    return read;
  };
  const sendPage = (req: HttpRequest, res: HttpResponse) => writePage(files(), req, res);
  const sendAsset = (req: HttpRequest, res: HttpResponse) =>
    writeAsset(files().assets.get(req.params['name'] ?? ''), req, res);
  return [
    { method: 'GET', path: '/', handler: redirectBrowsers },
    { method: 'GET', path: '/ui/assets/:name', handler: sendAsset },
    { method: 'GET', path: '/ui', handler: sendPage },
    { method: 'GET', path: '/ui/*', handler: sendPage },
  ];
}

/** Redirects browsers from `/` to the interface, because `/` is not a route of the API. */
function redirectBrowsers(req: HttpRequest, res: HttpResponse): void {
  if (req.accepts(['json', 'html']) !== 'html') {
    throw notFound();
  }
  res.set('location', 'ui/').status(302).end();
}

function writePage(files: UiFiles, req: HttpRequest, res: HttpResponse): void {
  const { page, version, styleHashes } = files;
  const base = basePath(req.originalUrl);
  const etag = `"${version}${base.length}"`;
  res.set(pageHeaders).set('content-security-policy', policyOf(styleHashes)).set('etag', etag);
  if (req.headers['if-none-match'] === etag) {
    res.status(304).end();
    return;
  }
  res.type('text/html').send(page.replace('<base href="./" />', `<base href="${base}" />`));
}

/**
 * Returns the relative URL of `/ui/` for a page below it. A relative URL also works behind a proxy that strips a
 * prefix.
 */
export function basePath(url: string): string {
  const [path = ''] = url.split('?');
  const depth = path.slice(path.indexOf('/ui') + '/ui'.length).split('/').length - 1;
  return depth === 0 ? 'ui/' : depth === 1 ? './' : '../'.repeat(depth - 1);
}

function writeAsset(asset: UiAsset | undefined, req: HttpRequest, res: HttpResponse): void {
  if (asset === undefined) {
    throw notFound();
  }
  const encoding = ['br', 'gzip'].find((name) => req.acceptsEncodings([name]) === name);
  res
    .set('cache-control', 'public, max-age=31536000, immutable')
    .set('vary', 'accept-encoding')
    .set('x-content-type-options', 'nosniff')
    .set('cross-origin-resource-policy', 'same-origin')
    .type(asset.type);
  if (encoding === undefined) {
    res.send(asset.plain);
  } else {
    res.set('content-encoding', encoding).send(encoding === 'br' ? asset.brotli : asset.gzip);
  }
}

/** A file of the interface, in each encoding that browsers accept. */
interface UiAsset {
  readonly type: string;
  readonly plain: Buffer;
  readonly gzip: Buffer;
  readonly brotli: Buffer;
}

/** Built files of the interface, kept in memory. */
export interface UiFiles {
  /** The HTML document that serves all pages. Its `<base>` is replaced according to the depth of the URL. */
  readonly page: string;
  /** A hash of the document. It changes whenever an asset changes. */
  readonly version: string;
  readonly assets: ReadonlyMap<string, UiAsset>;
  /** Hashes of the style elements that scripts add, as a content security policy lists them. */
  readonly styleHashes: readonly string[];
}

const types: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
};

/**
 * Reads the built interface into memory, so that no request reads the disk. The interface takes a few megabytes.
 * Returns undefined if it has not been built.
 */
function readUiFiles(): UiFiles | undefined {
  const home = createRequire(import.meta.url).resolve('@spanhouse/web-ui/package.json');
  const dist = join(dirname(home), 'dist');
  const list = join(dist, 'files.json');
  if (!existsSync(list)) {
    return undefined;
  }
  const names = readNames(list);
  const page = readFileSync(join(dist, 'index.html'), 'utf8');
  const version = createHash('sha256').update(page).digest('base64url');
  const assets = new Map(names.map((name) => [name, readAsset(join(dist, 'assets', name))]));
  return { page, version, assets, styleHashes: readNames(join(dist, 'style-hashes.json')) };
}

function readNames(file: string): readonly string[] {
  return JSON.parse(readFileSync(file, 'utf8')) as readonly string[];
}

function readAsset(file: string): UiAsset {
  return {
    type: types[extname(file)] ?? 'application/octet-stream',
    plain: readFileSync(file),
    gzip: readFileSync(`${file}.gz`),
    brotli: readFileSync(`${file}.br`),
  };
}
