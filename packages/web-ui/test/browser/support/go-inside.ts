import type { Page } from 'playwright-core';

interface Router {
  subscribe(event: 'onResolved', listener: () => void): () => void;
}

/**
 * Navigates an open page to another address of the interface, as a link would. Resolves when the new page is shown,
 * even if its data is still loading. The document is not reloaded, so that tests notice any state left behind by the
 * previous page.
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
