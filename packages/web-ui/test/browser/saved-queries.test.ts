import { describeInBrowser } from './support/describe-in-browser.js';
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

  it('are not listed any more once they are archived', async () => {
    const { spanhouse, visitor } = running;
    const page = await visitor.open(`${spanhouse.url}/ui/queries`);
    await page.getByRole('grid', { name: 'Saved queries' }).getByText('Calls of models').click();

    await page.getByRole('button', { name: 'Archive' }).click();

    await page.getByText('No query is saved.').waitFor();
  });
});
