import type { Page } from 'playwright-core';
import { describeInBrowser } from './support/describe-in-browser.js';
import { findBarriers } from './support/find-barriers.js';
import { filterOf, pressAll } from './support/page-parts.js';
import { shopTraces } from './support/shop-traces.js';

const spans = shopTraces({ newestMs: Date.now(), traces: 1 });

describeInBrowser('the frame', { spans }, (running) => {
  const railOf = (page: Page) => page.getByRole('navigation', { name: 'Main' });

  it('opens every page of the rail and marks its link', async () => {
    const page = await running.open('spans');
    await railOf(page).getByRole('link').first().waitFor();
    const names = await railOf(page).getByRole('link').allInnerTexts();

    for (const name of names) {
      await railOf(page).getByRole('link', { name, exact: true }).click();
      const marked = railOf(page).locator('[aria-current=page]').filter({ hasText: name });
      await marked.waitFor();
      await page.getByRole('heading', { level: 1 }).waitFor({ state: 'attached' });
    }
    expect(names).toEqual(expect.arrayContaining(['Explorer', 'Start', 'Settings']));
  });

  it('opens the explorer at the address that npm start prints', async () => {
    const page = await running.open('');

    await page.waitForURL('**/ui/spans**');
    await page.getByRole('heading', { level: 1, name: 'Spans' }).waitFor({ state: 'attached' });
  });

  it('opens a page after "g" and its letter, and does nothing else with that letter', async () => {
    const page = await running.open(`traces/${spans[0]?.trace_id}`);
    await page.getByRole('button', { name: /^Critical path/ }).waitFor();

    await pressAll(page, 'g', 'p');

    await page.getByRole('heading', { level: 1, name: 'Projects' }).waitFor({ state: 'attached' });
    await page.goBack();
    await page.getByRole('button', { name: /^Critical path/, pressed: false }).waitFor();
    expect(new URL(page.url()).search).toBe('');
    await pressAll(page, 'g', ',');
    await page.getByRole('heading', { level: 1, name: 'Settings' }).waitFor({ state: 'attached' });
  });

  it('moves the focus past the rail by its first link', async () => {
    const page = await running.open('settings');
    await page.getByRole('heading', { level: 1, name: 'Settings' }).waitFor({ state: 'attached' });

    await page.keyboard.press('Tab');
    const skip = page.getByRole('link', { name: /skip to the content/i });
    expect(await skip.evaluate((link) => link === document.activeElement)).toBe(true);
    await page.keyboard.press('Enter');

    const main = page.getByRole('main');
    expect(await main.evaluate((place) => place.contains(document.activeElement))).toBe(true);
    expect(page.url()).toContain('/ui/settings');
  });

  it('lists the keys of the page after "?", and gives the focus back after Escape', async () => {
    const page = await running.open('spans');
    const filter = filterOf(page);
    await filter.waitFor();

    const button = page.getByRole('button', { name: /keys/ });
    await button.press('?');
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Go to the filter').waitFor();
    await dialog.getByText('Space', { exact: true }).waitFor();
    const titles = await dialog.getByRole('heading', { level: 3 }).allInnerTexts();
    expect(titles).toEqual([...new Set(titles)]);
    expect(titles.at(-1)).toBe('Everywhere');
    expect(await findBarriers(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await button.and(page.locator(':focus')).waitFor();

    await page.keyboard.press('/');
    expect(await filter.evaluate((field) => field === document.activeElement)).toBe(true);
  });

  it('opens the pages from a menu in a narrow window', async () => {
    const page = await running.open('spans');
    await page.setViewportSize({ width: 400, height: 800 });
    const link = railOf(page).getByRole('link', { name: 'Users' });
    expect(await link.isVisible()).toBe(false);

    await page.getByRole('button', { name: 'Menu' }).press('Enter');
    await link.press('Enter');

    await page.waitForURL('**/ui/users**');
    await link.waitFor({ state: 'hidden' });
  });

  it('keeps the theme that the user chooses', async () => {
    const page = await running.open('settings');
    const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    const light = await background();

    await page.getByRole('radio', { name: 'Dark' }).check();
    const dark = await background();
    await page.reload();
    await page.getByRole('radio', { name: 'Dark', checked: true }).waitFor();

    expect(dark).not.toBe(light);
    expect(await background()).toBe(dark);
  });

  it('shows up to when it sees what is stored, and changes the theme, in its line at the bottom', async () => {
    const page = await running.open('spans?w=all');
    const line = page.getByRole('contentinfo');
    await line.getByText(/^visible to \d\d:\d\d:\d\d\.\d$/).waitFor();
    const scheme = () => page.evaluate(() => document.documentElement.dataset['theme']);

    await line.getByRole('button', { name: 'System theme' }).press('Enter');
    expect(await scheme()).toBe('light');
    await line.getByRole('button', { name: 'Light theme' }).press('Enter');
    await line.getByRole('button', { name: 'Dark theme' }).waitFor();
    expect(await scheme()).toBe('dark');
  });

  it.each([
    ['users?w=yesterday', 'the window yesterday'],
    ['services?by=planet', 'the kind of node planet'],
    ['compare?a=x', 'the trace x'],
  ])('names what the page of %s does not know', async (path, named) => {
    const page = await running.open(path);

    await page.getByRole('status').getByText(`does not know in the address: ${named}.`).waitFor();
  });

  it('says that an address has no page, and leads to one that exists', async () => {
    const page = await running.open('no/such/page');

    await page.getByText('There is no page at this address.').waitFor();
    expect(await findBarriers(page)).toEqual([]);
    await page
      .getByRole('main')
      .getByRole('link', { name: /explorer/i })
      .click();
    await page.waitForURL('**/ui/spans**');
  });
});
