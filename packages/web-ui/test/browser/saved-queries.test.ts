import { describeInBrowser } from './support/describe-in-browser.js';
import { findBarriers } from './support/find-barriers.js';
import { waitUntilSameInFreshBrowser } from './support/same-in-fresh-browser.js';
import { shopTraces } from './support/shop-traces.js';
import { storeSpans } from './support/store-spans.js';

const spans = shopTraces({ newestMs: Date.now(), traces: 3 });

describeInBrowser('the saved queries', (running) => {
  beforeAll(() => storeSpans(running.spanhouse.url, spans));

  it('keep a filter and its window under a name, and run it again, by keys alone', async () => {
    const { spanhouse, visitor } = running;
    const page = await visitor.open(`${spanhouse.url}/ui/spans?w=7d&q=type%3Achat`);
    const rows = page.getByRole('grid', { name: 'Spans' }).getByRole('row');
    await rows.nth(1).waitFor();

    await page.keyboard.press('s');
    await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).waitFor();
    await page.keyboard.type('Calls of models');
    await page.keyboard.press('Enter');
    await page.getByText('Saved as Calls of models').waitFor();

    await page.getByRole('link', { name: 'Saved' }).press('Enter');
    const saved = page.getByRole('grid', { name: 'Saved queries' }).getByRole('row').nth(1);
    await saved.getByText('Calls of models').waitFor();
    await saved.getByText('type:chat').waitFor();
    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 2, name: 'Calls of models' }).waitFor();
    await page.getByRole('link', { name: 'Run' }).press('Enter');

    await page.waitForURL(/\/ui\/spans\?/);
    expect(Object.fromEntries(new URL(page.url()).searchParams)).toEqual({
      q: 'type:chat',
      w: '7d',
    });
  });

  it('get a new version under the same name, and show what differs', async () => {
    const { spanhouse, visitor } = running;
    const page = await visitor.open(`${spanhouse.url}/ui/spans?w=7d&q=type%3Atool&c=start,name`);
    await page.getByRole('grid', { name: 'Spans' }).getByRole('row').nth(1).waitFor();
    await page.keyboard.press('s');
    await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).waitFor();
    await page.keyboard.type('Calls of models');
    await page.getByText('It gets a new version.').waitFor();
    await page.keyboard.press('Enter');
    await page.getByText('Saved as Calls of models').waitFor();

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
    await waitUntilSameInFreshBrowser(visitor, page);
    await page.getByRole('link', { name: 'Show version 1' }).press('Enter');
    await page.waitForURL((url) => url.searchParams.get('q') === 'type:chat');
  });

  it('are copied', async () => {
    const { spanhouse, visitor } = running;
    const page = await visitor.open(`${spanhouse.url}/ui/queries`);
    const list = page.getByRole('grid', { name: 'Saved queries' });
    await list.getByText('Calls of models').click();
    await page.getByRole('button', { name: 'Copy query' }).press('Enter');
    await page.getByRole('heading', { level: 2, name: 'Calls of models (copy)' }).waitFor();
    await page.getByText('type:tool').first().waitFor();

    await page.getByRole('button', { name: 'Archive' }).press('Enter');
    await list.getByText('Calls of models').waitFor();
  });

  it('are not listed any more once they are archived', async () => {
    const { spanhouse, visitor } = running;
    const page = await visitor.open(`${spanhouse.url}/ui/queries`);
    await page.getByRole('grid', { name: 'Saved queries' }).getByText('Calls of models').click();

    await page.getByRole('button', { name: 'Archive' }).click();

    await page.getByText('No query is saved.').waitFor();
  });

  it('of the map and of sessions are run on their pages', async () => {
    const { spanhouse, visitor } = running;
    for (const [path, name] of [
      ['services?w=7d&by=step', 'Steps of chats'],
      ['sessions?w=7d&q=type%3Achat', 'Chatting sessions'],
    ] as const) {
      const page = await visitor.open(`${spanhouse.url}/ui/${path}`);
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill(name);
      await page.keyboard.press('Enter');
      await page.getByText(`Saved as ${name}`).waitFor();

      await page.keyboard.press('Control+k');
      await page.getByRole('menuitem', { name: `${name} Saved query` }).click();
      await page.waitForURL(`**/ui/${path.split('?')[0]}?**`);
    }
  });
});
