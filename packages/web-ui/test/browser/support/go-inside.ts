import type { Page } from 'playwright-core';

interface Router {
  subscribe(event: 'onResolved', listener: () => void): () => void;
}

/**
 * Lets an open page go to another address of the interface, as a link of it does, and resolves once it shows the page of
 * that address, maybe without its data. Nothing is loaded again, and what the page before left behind would show.
 */
export async function goInside(page: Page, url: string): Promise<void> {
  await page.evaluate((address) => {
    const { __TSR_ROUTER__: router } = globalThis as unknown as { __TSR_ROUTER__: Router };
    const shown = new Promise<void>((resolve) => {
      const end = router.subscribe('onResolved', () => {
        end();
        resolve();
      });
    });
    history.pushState(null, '', address);
    return shown;
  }, url);
}
