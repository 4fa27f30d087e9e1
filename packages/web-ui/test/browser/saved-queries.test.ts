import type { Page } from 'playwright-core';
import { describeInBrowser } from './support/describe-in-browser.js';
import { findBarriers } from './support/find-barriers.js';
import { openList, pressAll, rowsOf, untilParameter } from './support/page-parts.js';
import { waitUntilSameInFreshBrowser } from './support/same-in-fresh-browser.js';
import { shopTraces } from './support/shop-traces.js';

const spans = shopTraces({ newestMs: Date.now(), traces: 3 });

describeInBrowser('the saved queries', { spans }, (running) => {
  const saveAs = async (page: Page, name: string) => {
    await page.keyboard.press('s');
    await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill(name);
    await page.keyboard.press('Enter');
    await page.getByText(`Saved as ${name}`).waitFor();
  };

  it('keep a filter and its window under a name, and run it again, by keys alone', async () => {
    const page = await openList(running, 'spans?w=7d&q=type%3Achat');
    await saveAs(page, 'Calls of models');

    await page.getByRole('link', { name: 'Saved' }).press('Enter');
    const saved = rowsOf(page, 'Saved queries').nth(1);
    await saved.getByText('Calls of models').waitFor();
    await saved.getByText('type:chat').waitFor();
    await pressAll(page, 'j', 'Enter');
    await page.getByRole('heading', { level: 2, name: 'Calls of models' }).waitFor();
    await page.getByRole('link', { name: 'Run' }).press('Enter');

    await page.waitForURL(/\/ui\/spans\?/);
    const { searchParams } = new URL(page.url());
    expect(Object.fromEntries(searchParams)).toEqual({ q: 'type:chat', w: '7d' });
  });

  it('get a new version under the same name, and show what differs', async () => {
    const page = await openList(running, 'spans?w=7d&q=type%3Atool&c=start,name');
    await saveAs(page, 'Calls of models');

    await page.getByRole('link', { name: 'Saved' }).press('Enter');
    const list = page.getByRole('grid', { name: 'Saved queries' });
    await list.getByText('Calls of models').click();
    const differences = page.getByRole('table', { name: 'Differences' });
    await differences.getByRole('row', { name: 'removed type:chat' }).waitFor();
    await differences.getByRole('row', { name: 'added type:tool' }).waitFor();
    expect(await findBarriers(page)).toEqual([]);
    await page.getByRole('combobox', { name: 'From version' }).selectOption('2');
    await page.getByRole('combobox', { name: 'To version' }).selectOption('1');
    await differences.getByRole('row', { name: 'added type:chat' }).waitFor();
    await waitUntilSameInFreshBrowser(running.visitor, page);
    await page.getByRole('link', { name: 'Show version 1' }).press('Enter');
    await untilParameter(page, 'q', 'type:chat');
  });

  it('are copied, and not listed any more once they are archived', async () => {
    const page = await running.open('queries');
    const list = page.getByRole('grid', { name: 'Saved queries' });
    await list.getByText('Calls of models').click();
    await page.getByRole('button', { name: 'Copy query' }).press('Enter');
    await page.getByRole('heading', { level: 2, name: 'Calls of models (copy)' }).waitFor();
    await page.getByText('type:tool').first().waitFor();

    await page.getByRole('button', { name: 'Archive' }).press('Enter');
    await list.getByText('Calls of models').click();
    await page.getByRole('button', { name: 'Archive' }).click();
    await page.getByText('No query is saved.').waitFor();
  });

  it('of the map and of sessions are run on their pages', async () => {
    for (const [path, name] of [
      ['services?w=7d&by=step', 'Steps of chats'],
      ['sessions?w=7d&q=type%3Achat', 'Chatting sessions'],
    ] as const) {
      const page = await running.open(path);
      await page.getByRole('button', { name: 'Save', disabled: false }).waitFor();
      await saveAs(page, name);

      await page.keyboard.press('Control+k');
      await page.getByRole('menuitem', { name: `${name} Saved query` }).click();
      await page.waitForURL(`**/ui/${path.split('?')[0]}?**`);
    }
  });
});
