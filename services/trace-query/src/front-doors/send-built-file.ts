import { type HttpRequest, type HttpResponse, notFound } from '@spanhouse/api-kit';
import type { BuiltFile } from './read-built-pages.js';

/** Security headers for all files of built pages. */
export const pageGuards = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
};

/**
 * Returns a content security policy for pages that load nothing from other origins. Inline styles are allowed, because
 * the pages create styles in the browser.
 */
export function pagePolicy(scripts: string, workers: string): string {
  return [
    "default-src 'none'",
    `script-src ${scripts}`,
    `worker-src ${workers}`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self' data:",
    "connect-src 'self'",
    "manifest-src 'self'",
    "base-uri 'self'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

/** Sends a file of built pages. Throws a 404 if the file does not exist. */
export function sendBuiltFile(file: BuiltFile | undefined, res: HttpResponse): void {
  if (file === undefined) {
    throw notFound();
  }
  const { type, bytes, isHashed } = file;
  const age = isHashed ? 'max-age=31536000, immutable' : 'max-age=60';
  res
    .set({ 'cache-control': `private, ${age}`, ...pageGuards })
    .type(type)
    .send(bytes);
}

/**
 * Redirects to the path of the pages with a trailing slash, because the pages contain relative addresses. Returns false
 * if the request's path already has the slash.
 */
export function redirectToPages(
  to: string,
  { originalUrl }: HttpRequest,
  res: HttpResponse,
): boolean {
  const [path = ''] = originalUrl.split('?');
  if (path.endsWith('/')) {
    return false;
  }
  res.set('location', to).status(302).end();
  return true;
}
