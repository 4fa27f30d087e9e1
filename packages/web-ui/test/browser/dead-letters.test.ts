import type { Page } from 'playwright-core';
import { describeAlone } from './support/describe-in-browser.js';
import { findBarriers } from './support/find-barriers.js';
import { makeLetter } from './support/make-letter.js';
import { parameterOf, pressAll, waterfallOf } from './support/page-parts.js';
import { waitUntilSameInFreshBrowser } from './support/same-in-fresh-browser.js';

const hostile = '<img src=x onerror=alert(1)> \u202E javascript:alert(1)';

// The tests make ClickHouse refuse spans, so a separate service is needed.
describeAlone('the dead letters', {}, (running) => {
  const open = (query = '') => running.open(`dead-letters${query}`);
  const letterWith = (attribute: string) =>
    makeLetter(running.spanhouse, {
      attribute,
      spanName: `${attribute} ${hostile}`,
      attributes: { note: hostile },
    });
  const grid = (page: Page) => page.getByRole('grid', { name: 'Dead letters' });
  const rowOf = (page: Page, name: string) =>
    grid(page)
      .getByRole('row')
      .filter({ hasText: `no_${name}` });
  const pane = (page: Page) => page.getByRole('region', { name: 'Dead letter', exact: true });

  it('state that every accepted span is stored while there is no letter', async () => {
    const page = await running.open('spans');

    await page.getByRole('link', { name: 'Dead letters' }).waitFor();
    await pressAll(page, 'g', 'd');

    await page.getByText('Every accepted span is stored.').waitFor();
    expect(await findBarriers(page)).toEqual([]);
  });

  it('are opened, refused again with the new reason, and stored after a change, by keys alone', async () => {
    const traceId = await letterWith('poison');
    const page = await open();
    await rowOf(page, 'poison').waitFor();
    await pressAll(page, 'j', 'Enter');
    await pane(page)
      .getByText(`"note": ${JSON.stringify(hostile).replace('\u202e', 'U+202E')}`)
      .waitFor();
    expect(await findBarriers(page)).toEqual([]);
    await page.reload();
    await pane(page).getByRole('button', { name: 'Retry' }).waitFor();
    await waitUntilSameInFreshBrowser(running.visitor, page);

    await page.keyboard.press('Shift+r');
    await pane(page).getByText('Refused again.', { exact: false }).first().waitFor();
    await pane(page).locator('dt', { hasText: 'Refused again' }).waitFor();
    await rowOf(page, 'poison').getByText('refused again:').waitFor();

    await pane(page).getByRole('textbox', { name: 'Attributes to remove' }).fill('poison');
    await pane(page).getByRole('checkbox', { name: 'Move the start' }).press(' ');
    await pane(page).getByRole('button', { name: 'Retry' }).press('Enter');
    await pane(page).getByText('Stored. The letter is no longer listed.').waitFor();
    await page.getByText('Every accepted span is stored.').waitFor();
    await pane(page).getByRole('link', { name: 'Open the trace' }).press('Enter');

    await page.waitForURL((address) => address.pathname.endsWith(`/traces/${traceId}`));
    await waterfallOf(page).getByText('poison').first().waitFor();
  });

  it('name the service’s reason when a change is refused, and keep the letter', async () => {
    running.visitor.expect(/422 \(Unprocessable/);
    await letterWith('bad');
    const page = await open();
    await rowOf(page, 'bad').click();

    await pane(page).getByRole('textbox', { name: 'Attributes to remove' }).fill('no.such.path');
    await pane(page).getByRole('button', { name: 'Retry' }).click();

    await pane(page).getByRole('alert').getByText('no.such.path').waitFor();
    await rowOf(page, 'bad').waitFor();
  });

  it('are chosen by stage and window, and the newest one outside is offered', async () => {
    const page = await open('?w=15m&stage=insert');
    await rowOf(page, 'bad').waitFor();

    await page.getByRole('combobox', { name: 'Stage' }).selectOption('decode');
    await page.getByText('No dead letter has this stage.').waitFor();
    expect(await page.getByText('Every accepted span is stored.').count()).toBe(0);
    expect(parameterOf(page, 'stage')).toBe('decode');
    await page.goto(
      `${running.spanhouse.url}/ui/dead-letters?w=2026-05-01T00:00:00Z..2026-05-02T00:00:00Z&stage=poison`,
    );
    await page.getByText('names the stage “poison”').waitFor();
    await page.getByRole('button', { name: 'Show all time' }).click();

    await rowOf(page, 'bad').waitFor();
    expect(parameterOf(page, 'w')).toBe('all');
  });

  it('report that an opened letter is gone', async () => {
    running.visitor.expect(/404 \(Not Found\)/);
    const page = await open('?s=1-0-999-0');

    await pane(page).getByText('There is no such dead letter.').waitFor();
    await page.keyboard.press('Escape');
    await pane(page).waitFor({ state: 'detached' });
  });

  it('have no barriers in the dark theme and in a narrow window', async () => {
    const page = await running.open('dead-letters?w=all', {
      theme: 'dark',
      viewport: { width: 400, height: 800 },
    });
    await rowOf(page, 'bad').click();
    await pane(page).getByRole('button', { name: 'Retry' }).waitFor();

    expect(await findBarriers(page)).toEqual([]);
  });
});
