import { waitUntil } from '@spanhouse/service-runtime/testing';
import type { Page } from 'playwright-core';
import type { Visitor } from './visitor.js';

/** Resolves once a new browser shows at the address of `page` what `page` shows, when both have their data. */
export async function waitUntilSameInFreshBrowser(visitor: Visitor, page: Page): Promise<void> {
  const fresh = await visitor.open(page.url(), { isFresh: true });
  let shown = '';
  let found = '';
  await waitUntil(
    `a new browser shows the same at ${page.url()}`,
    async () => {
      [shown, found] = await Promise.all([contentOf(page), contentOf(fresh)]);
      return found === shown;
    },
    { timeoutMs: 20_000, details: () => `expected\n${shown}\nfound\n${found}` },
  );
}

/** Returns the accessibility tree of the content, without the frame. */
function contentOf(page: Page): Promise<string> {
  return page.getByRole('main').ariaSnapshot();
}
