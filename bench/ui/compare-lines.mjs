// Line 12 of the acceptance list: the comparison of two traces.
import { sendTrace, traceIdOf } from './large-trace.mjs';
import { MeasuredPage } from './measured-page.mjs';

const a = { traceId: traceIdOf('a'), spans: 10_000 };
const b = { traceId: traceIdOf('b'), spans: 9_500 };

export const comparison = {
  name: 'compare',
  async fill(url) {
    await sendTrace(url, a);
    await sendTrace(url, b);
  },
  async measure({ url, browser }) {
    const address = `${url}/ui/compare?a=${a.traceId}&b=${b.traceId}`;
    const opened = await MeasuredPage.open(browser, address);
    const { complete } = await opened.noted((noted) => noted.complete !== undefined);
    await opened.close();
    return [['12 compare two traces of 10,000 spans', complete, 1500]];
  },
};
