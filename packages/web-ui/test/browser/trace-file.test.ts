import type { Page } from 'playwright-core';
import { describeInBrowser } from './support/describe-in-browser.js';
import { spanOf, waterfallOf } from './support/page-parts.js';

const traceId = '5ca1ab1e5ca1ab1e5ca1ab1e5ca1ab1e';
const otherId = 'c0de'.repeat(8);
const hostile = '<img src=x onerror=alert(1)>';

/** OTLP/JSON with two traces. The first trace has two spans, one of which has a hostile name. */
const otlp = {
  resourceSpans: [
    {
      resource: { attributes: [{ key: 'service.name', value: { stringValue: 'shop' } }] },
      scopeSpans: [
        {
          spans: [
            sentSpan({ traceId, spanId: '1', name: 'ask' }),
            sentSpan({ traceId, spanId: '2', parentSpanId: '1', name: hostile }),
            sentSpan({ traceId: otherId, spanId: '3', name: 'other' }),
          ],
        },
      ],
    },
  ],
};

function sentSpan(own: object) {
  return {
    startTimeUnixNano: '1777629900000000001',
    endTimeUnixNano: '1777629900000000002',
    attributes: [
      { key: 'ag.data.inputs.question', value: { stringValue: 'Which is the cheapest?' } },
    ],
    ...own,
  };
}

/** Drops a file on the page. */
async function drop(page: Page, file: { readonly name: string; readonly text: string }) {
  const dataTransfer = await page.evaluateHandle(({ name, text }) => {
    const data = new DataTransfer();
    data.items.add(new File([text], name));
    return data;
  }, file);
  await page.dispatchEvent('body', 'drop', { dataTransfer });
}

describeInBrowser('a file with traces', {}, (running) => {
  const open = async () => {
    const page = await running.open('settings');
    await page.getByRole('group', { name: 'Theme' }).waitFor();
    return page;
  };

  it('opens on the trace page when it is dropped on any page, and is sent nowhere', async () => {
    const page = await open();
    const before = running.visitor.requested.length;

    await drop(page, { name: 'run.json', text: JSON.stringify(otlp) });

    const tree = waterfallOf(page);
    await tree.getByText(hostile).click();
    const span = spanOf(page);
    await span.getByText('Which is the cheapest?').waitFor();
    await span.getByText('0.000000001 s').waitFor();
    const sent = running.visitor.requested.slice(before);
    expect(sent.filter((address) => address.includes('/api/'))).toEqual([]);
    await page.getByRole('combobox', { name: /^Trace/ }).selectOption(otherId);
    await tree.getByText('other').waitFor();
  });

  it('says that the file is needed again after a reload', async () => {
    const page = await open();
    await drop(page, { name: 'run.json', text: JSON.stringify(otlp) });
    await page.getByRole('treegrid').getByText('ask').waitFor();

    await page.reload();

    await page.getByText('The file is not open in this tab.').waitFor();
  });

  it('explains why it cannot read a file', async () => {
    const page = await open();

    await drop(page, { name: 'notes.txt', text: 'milk\nbread' });

    await page
      .getByRole('alert')
      .getByText(/notes\.txt cannot be shown\. Line 1/)
      .waitFor();
  });
});
