import { waitUntil } from '@spanhouse/service-runtime/testing';
import type { Page } from 'playwright-core';
import type { Visitor } from './visitor.js';

/** The base addresses that the two browsers use, without trailing slashes. */
interface Move {
  /** The address that the tested page uses. */
  readonly from: string;
  /** The address that the new browser uses. Its path prefix is different. */
  readonly to: string;
}

/**
 * Waits until a new browser shows the same content as `page`. The new browser opens the address of `page`, with `from`
 * replaced by `to`.
 */
export async function waitUntilSameInFreshBrowser(
  visitor: Visitor,
  page: Page,
  move: Move = { from: '', to: '' },
): Promise<void> {
  const fresh = await visitor.openElsewhere(page.url().replace(move.from, move.to));
  await Promise.all([visitor.untilStill(page), visitor.untilStill(fresh)]);
  let shown = '';
  let found = '';
  await waitUntil(
    `a new browser shows the same at ${fresh.url()}`,
    async () => {
      [shown, found] = await Promise.all([contentOf(page, move.from), contentOf(fresh, move.to)]);
      return found === shown;
    },
    { details: () => `expected\n${shown}\nfound\n${found}` },
  );
  await visitor.leave(fresh);
}

/** Returns the accessibility tree of a page's content, without the frame and without host addresses. */
async function contentOf(page: Page, url: string): Promise<string> {
  const tree = await page.getByRole('main').ariaSnapshot();
  if (url === '') {
    return tree;
  }
  const { origin, pathname } = new URL(`${url}/ui/`);
  return tree.replaceAll(url, '').replaceAll(origin, '').replaceAll(pathname, '/ui/');
}
