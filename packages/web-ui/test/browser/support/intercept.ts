import { waitUntil } from '@spanhouse/service-runtime/testing';
import type { Page, Route } from 'playwright-core';

/** Matches a probe request, which pages never send. */
const probe = /\?is-intercepted$/;
const PROBED = 204;

/**
 * Responds to a page's requests in place of the service. Resolves when the interception is active. Because Chromium
 * confirms an interception before the page's process applies it, a probe request checks that it is active.
 */
export async function intercept(
  page: Page,
  address: string | RegExp,
  answer: (route: Route) => unknown,
): Promise<void> {
  await page.route(address, answer);
  await page.route(probe, (route) => route.fulfill({ status: PROBED }));
  await waitUntil('the requests of the page are intercepted', () =>
    page.evaluate(
      async (status) =>
        (await fetch(new URL('?is-intercepted', document.baseURI))).status === status,
      PROBED,
    ),
  );
  await page.unroute(probe);
}
