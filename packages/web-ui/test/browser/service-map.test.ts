import { describeInBrowser } from './support/describe-in-browser.js';
import { findBarriers } from './support/find-barriers.js';
import {
  countOf,
  figureOf,
  openList,
  parameterOf,
  pressAll,
  untilParameter,
} from './support/page-parts.js';
import { shopTraces } from './support/shop-traces.js';

const spans = shopTraces({ newestMs: Date.now(), traces: 12 });

describeInBrowser('the service map', { spans }, (running) => {
  it('shows the services of the traces that match, and opens the spans of one, by keys alone', async () => {
    const page = await openList(running, 'spans?w=7d');
    await pressAll(page, 'g', 'm');
    await figureOf(page, /^Service map/).waitFor();
    await page.getByText('Made from all 12 traces').waitFor();

    await page.keyboard.press('ArrowDown');
    await page.waitForURL(/[?&]s=/);
    const selected = parameterOf(page, 's');
    await page.keyboard.press('Enter');

    await page.waitForURL(/\/ui\/spans\?/);
    expect(parameterOf(page, 'q')).toBe(`service:${selected}`);
    const counted = spans.filter(
      ({ resource }) => resource?.attributes?.['service.name'] === selected,
    );
    await countOf(page, `${counted.length} spans`).waitFor();
  });

  it('has a table with the nodes and the calls, in which every name leads to its spans', async () => {
    const page = await running.open('services?w=7d&by=step');
    await figureOf(page, /^Service map/).waitFor();
    await page.keyboard.press('t');

    const calls = page.getByRole('table', { name: 'Calls' });
    await calls.getByRole('row').nth(1).waitFor();
    const nodes = page.getByRole('table', { name: 'Service map' }).getByRole('row');
    const links = await nodes.getByRole('link').count();
    expect(links).toBe((await nodes.count()) - 1);
    expect(await calls.getByRole('link').count()).toBe(
      3 * ((await calls.getByRole('row').count()) - 1),
    );
    const counts = await nodes.locator('td:nth-of-type(2)').allTextContents();
    const types = await nodes.locator('td:nth-of-type(1)').allTextContents();
    // A node's name links to the spans of the node's type. If the node is a model, the link lists the spans that have
    // the model's name.
    for (const at of new Set(types.map((type) => types.indexOf(type)))) {
      const count = counts[at];
      await nodes.getByRole('link').nth(at).click();
      await countOf(page, `${count} spans?`).waitFor();
      await page.goBack();
      await figureOf(page, /^Service map/).waitFor();
      await page.keyboard.press('t');
    }
  });

  it('selects a call by keys and by mouse, and opens the spans that are called', async () => {
    const page = await running.open('services?w=7d');
    await figureOf(page, /^Service map/).waitFor();
    await pressAll(page, 'ArrowDown', 'Shift+ArrowRight');
    await page.waitForURL(/[?&]to=/);
    const { searchParams } = new URL(page.url());
    await page.getByText(`${searchParams.get('s')} → ${searchParams.get('to')}`).waitFor();
    await page.waitForFunction(() =>
      [...document.querySelectorAll('svg polyline')].some(
        (line) => getComputedStyle(line).strokeWidth === '4px',
      ),
    );
    expect(await findBarriers(page)).toEqual([]);
    await page.keyboard.press('Enter');

    await page.waitForURL(/\/ui\/spans\?/);
    const q = `service:${searchParams.get('to')} -parent:none`;
    expect(parameterOf(page, 'q')).toBe(q);
    await page.goBack();
    await figureOf(page, /^Service map/).waitFor();
    await page.keyboard.press('Escape');
    await untilParameter(page, 'to', null);
    await page.locator('svg polyline').first().dispatchEvent('click');
    await page.waitForURL(/[?&]to=/);
    await page.getByRole('link', { name: /^Show the spans of/ }).click();
    await page.waitForURL(/-parent/);
  });
});
