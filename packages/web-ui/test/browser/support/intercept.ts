import { waitUntil } from '@spanhouse/service-runtime/testing';
import type { Page, Route } from 'playwright-core';

/** An address of the interface that no page asks for. */
const probe = /\?is-intercepted$/;
const PROBED = 204;

/**
 * Answers requests of an open page in place of the service. Chromium tells Playwright that it will, before the process of
 * the page does: for a moment, requests still pass. Resolves when they do not any more.
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
