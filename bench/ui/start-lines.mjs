// Measures the time until the first rows are shown: in a new browser, with cached files, and over a slow network.
import { project } from './direct-store.mjs';
import { firstRowMs, newContext, openPage } from './timed-page.mjs';

/** Network conditions: 1 Mbit/s, and 200 ms for each round trip. */
const slow = {
  offline: false,
  latency: 200,
  downloadThroughput: 125_000,
  uploadThroughput: 125_000,
};

export const start = {
  name: 'start',
  data: [project],
  async measure({ url, browser }) {
    const context = await newContext(browser);
    const cold = await openPage(context, `${url}/ui/`);
    const first = await firstRowMs(cold.page);
    // Without this wait, facet queries from the first page would still run during the second load.
    await cold.page.waitForLoadState('networkidle');
    await cold.page.close();
    const again = await openPage(context, `${url}/ui/`);
    const second = await firstRowMs(again.page);
    await context.close();
    return [
      ['start: first rows in a cold browser, after the start', first, 1500],
      ['start: first rows of the second load', second, 600],
      ['start: first rows at 200 ms and 1 Mbit/s', await overSlowNetwork({ url, browser }), 5000],
    ];
  },
};

async function overSlowNetwork({ url, browser }) {
  const context = await newContext(browser);
  const { page } = await openPage(context, `${url}/ui/`, async (session) => {
    await session.send('Network.enable');
    await session.send('Network.emulateNetworkConditions', slow);
  });
  const first = await firstRowMs(page);
  await context.close();
  return first;
}
