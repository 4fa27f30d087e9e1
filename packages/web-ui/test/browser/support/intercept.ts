import { waitUntil } from '@spanhouse/service-runtime/testing';
import type { Page, Route } from 'playwright-core';

/** Matches an address that pages never request. It is used as a probe. */
const probe = /\?is-intercepted$/;
const PROBED = 204;

/**
 * Responds to requests of an open page in place of the service. Resolves when the interception is active. A probe
 * request checks that it is active, because Chromium confirms the interception before the page's process applies it.
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
