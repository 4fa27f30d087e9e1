import { waitUntil } from '@spanhouse/service-runtime/testing';
import type { Page, Route } from 'playwright-core';

/** Matches an address of the interface that pages never request. */
const probe = /\?is-intercepted$/;
const PROBED = 204;

/**
 * Answers requests of an open page instead of the service. Resolves when the interception is active. A probe is needed,
 * because Chromium confirms the interception before the process of the page applies it.
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
