import type { Page } from 'playwright-core';
import { intercept } from './intercept.js';

/** Requests that remain pending until the test releases them or the page cancels them. */
interface HeldReads {
  /** Names of the reads that the page has cancelled, such as `rows`, `count` or `facets`. */
  readonly ended: readonly string[];
  readonly release: () => Promise<void>;
}

/** Keeps every read of the explorer pending. */
export async function holdReads(page: Page): Promise<HeldReads> {
  const ended: string[] = [];
  const isRead = /\/api\/spans\/(aggregate\/)?query$/;
  await intercept(page, isRead, () => undefined);
  page.on('requestfailed', (request) => {
    const name = isRead.test(request.url()) ? nameOfRead(request.postDataJSON()) : undefined;
    if (name !== undefined) {
      ended.push(name);
    }
  });
  return { ended, release: () => page.unroute(isRead) };
}

/** Returns the name of a read, based on its request body. Returns undefined for the request that counts new rows. */
function nameOfRead(body: Readonly<Record<string, unknown>>): string | undefined {
  if (body['facets'] !== undefined) {
    return 'facets';
  }
  if (body['time'] !== undefined) {
    return 'count';
  }
  return body['projection'] === undefined ? undefined : 'rows';
}
