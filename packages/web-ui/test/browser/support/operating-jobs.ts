import type { Page } from 'playwright-core';
import type { RunningSpanhouse } from '../../../../../services/all-in-one/test/processes/running-spanhouse.js';
import { makeLetter, sendSpan } from './make-letter.js';
import { rowsOf, waterfallOf } from './page-parts.js';
import type { UserJob } from './user-jobs.js';

const arriving = 'just arrived';
const refused = 'refused';

/**
 * Returns the tasks in which a user checks the current state: what is happening now, and whether all sent data is
 * stored.
 */
export function operatingJobs(spanhouse: () => RunningSpanhouse): readonly UserJob[] {
  const letter = (page: Page) => page.getByRole('region', { name: 'Dead letter', exact: true });
  const follows = async (page: Page) => {
    await page.getByText('0 matched').waitFor();
    await sendSpan(spanhouse().url, { spanName: arriving, attributes: {} });
    await rowsOf(page).filter({ hasText: arriving }).waitFor();
  };
  return [
    {
      name: 'follows what a program does right now, and opens what it did last',
      path: 'spans?w=7d',
      begins: (page) => rowsOf(page).nth(1).waitFor(),
      async byKeys(page, keys) {
        await keys.press('l');
        await follows(page);
        await keys.press('j', 'Enter');
      },
      async byMouse(page) {
        await page.getByRole('button', { name: 'Live' }).click();
        await follows(page);
        await rowsOf(page).filter({ hasText: arriving }).click();
      },
      async ends(page) {
        await page.waitForURL(/\/traces\/[0-9a-f]{32}/);
        await waterfallOf(page).getByText(arriving).first().waitFor();
      },
    },
    {
      name: 'finds what is not stored and why, and sends it again without the cause',
      path: 'spans',
      async begins(page) {
        await makeLetter(spanhouse(), { attribute: refused });
        await page.getByRole('link', { name: 'Dead letters' }).waitFor();
      },
      async byKeys(page, keys) {
        await keys.press('g', 'd');
        await rowsOf(page, 'Dead letters')
          .filter({ hasText: `no_${refused}` })
          .waitFor();
        await keys.press('j', 'Enter');
        await keys.goTo(letter(page).getByRole('textbox', { name: 'Attributes to remove' }));
        await keys.type(refused);
        await keys.goTo(letter(page).getByRole('button', { name: 'Retry' }));
        await keys.press('Enter');
      },
      async byMouse(page) {
        await page.getByRole('link', { name: 'Dead letters' }).click();
        await rowsOf(page, 'Dead letters')
          .filter({ hasText: `no_${refused}` })
          .click();
        await letter(page).getByRole('textbox', { name: 'Attributes to remove' }).click();
        await page.keyboard.type(refused);
        await letter(page).getByRole('button', { name: 'Retry' }).click();
      },
      async ends(page) {
        await letter(page).getByText('Stored. The letter is no longer listed.').waitFor();
        await page.getByText('Every accepted span is stored.').waitFor();
      },
    },
  ];
}
