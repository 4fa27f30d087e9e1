import type { Page } from 'playwright-core';
import type { Keyboard } from './keyboard.js';
import { figureOf, filterOf, rowsOf, spanOf, waterfallOf } from './page-parts.js';

/** A task that a user can do with the mouse or with the keyboard. Mouse and keyboard must produce the same result. */
export interface UserJob {
  readonly name: string;
  /** Path below `/ui/` at which the task starts. */
  readonly path: string;
  readonly begins: (page: Page) => Promise<unknown>;
  readonly byKeys: (page: Page, keys: Keyboard) => Promise<unknown>;
  readonly byMouse: (page: Page) => Promise<unknown>;
  /** Resolves when the page shows the result of the task. */
  readonly ends: (page: Page) => Promise<unknown>;
}

export interface JobFacts {
  /** Id of a trace that contains a failed span. */
  readonly failedId: string;
  /** Id of a user who has a failed run and a session. */
  readonly user: string;
  readonly session: string;
}

/** Returns the tasks for a single trace: finding its latency, its errors, and the model's input. */
export function traceJobs({ failedId }: JobFacts): readonly UserJob[] {
  const tab = (page: Page, name: string) => page.getByRole('tab', { name, exact: true });
  const begins = (page: Page) => waterfallOf(page).getByRole('row').nth(1).waitFor();
  return [
    {
      name: 'finds the failed span of a run, its critical path and where its time went',
      path: `traces/${failedId}`,
      begins,
      async byKeys(page, keys) {
        await keys.press('p', 'x');
        await spanOf(page).getByText('Timeout: no answer within 300 ms').waitFor();
        await keys.press('6');
      },
      async byMouse(page) {
        await page.getByRole('button', { name: /^Critical path/ }).click();
        await page.getByRole('button', { name: /^(Error \d|Next (error|of))/ }).click();
        await spanOf(page).getByText('Timeout: no answer within 300 ms').waitFor();
        await tab(page, 'Table').click();
      },
      async ends(page) {
        await page.getByRole('table', { name: /^Spans by name/ }).waitFor();
        await spanOf(page).getByText('Timeout: no answer within 300 ms').waitFor();
      },
    },
    {
      name: 'reads what the model saw and answered, and its exact JSON',
      path: `traces/${failedId}`,
      begins,
      async byKeys(page, keys) {
        await keys.press('4');
        await page.getByRole('article', { name: 'assistant' }).first().waitFor();
        await keys.goTo(page.getByRole('button', { name: 'Show its span' }).first());
        await keys.press('Enter');
        await keys.goTo(spanOf(page).getByRole('tab', { selected: true }));
        await keys.press('End');
      },
      async byMouse(page) {
        await tab(page, 'Conversation').click();
        await page.getByRole('button', { name: 'Show its span' }).first().click();
        await tab(page, 'Raw').click();
      },
      async ends(page) {
        await page.getByRole('article', { name: 'assistant' }).first().waitFor();
        const json = spanOf(page).getByRole('tree', { name: 'JSON of the span' });
        await json.getByRole('treeitem', { name: /span_name.*search/ }).waitFor();
      },
    },
  ];
}

/**
 * Returns the tasks in the explorer: finding a user's failed runs, and finding out how slow runs differ from other
 * runs.
 */
export function searchJobs({ user }: JobFacts): readonly UserJob[] {
  const begins = (page: Page) => rowsOf(page).nth(1).waitFor();
  const text = `status:error user:${user}`;
  return [
    {
      name: 'finds the failed runs of a user',
      path: 'spans?w=7d',
      begins,
      async byKeys(page, keys) {
        await keys.press('/');
        await keys.type(text);
        await keys.press('Control+Enter');
        await page.waitForURL(/q=status/);
        await keys.press('Tab', '2');
      },
      async byMouse(page) {
        await filterOf(page).click();
        await page.keyboard.type(text);
        await page.keyboard.press('Control+Enter');
        await page.waitForURL(/q=status/);
        await page.getByRole('link', { name: 'Traces', exact: true }).click();
      },
      async ends(page) {
        await rowsOf(page, 'Traces').nth(1).waitFor();
        const found = await rowsOf(page, 'Traces').allTextContents();
        expect(found.slice(1).filter((row) => !row.includes(user))).toEqual([]);
      },
    },
    {
      name: 'sees what is different about failed spans, and filters for it',
      path: 'spans?w=7d',
      begins,
      async byKeys(page, keys) {
        await keys.press('3');
        await keys.goTo(pricesIn(page).getByRole('button').first());
        await keys.press('f');
      },
      async byMouse(page) {
        await page.getByRole('link', { name: 'Compare', exact: true }).click();
        await pricesIn(page).getByRole('button').first().click();
        await page.getByRole('menuitem', { name: /^Filter for/ }).click();
      },
      ends: (page) => page.waitForURL(/q=service%3Aprices/),
    },
    {
      name: 'shares exactly what it sees',
      path: 'spans?q=status%3Aerror',
      async begins(page) {
        await rowsOf(page).nth(1).waitFor();
        await page.evaluate(() => navigator.clipboard.writeText(''));
      },
      byKeys: (_, keys) => keys.press('c'),
      async byMouse(page) {
        await page.getByRole('button', { name: 'More', exact: true }).click();
        await page.getByRole('menuitem', { name: 'Copy link' }).click();
      },
      async ends(page) {
        const link = await page.waitForFunction(() => navigator.clipboard.readText());
        await page.goto(await link.jsonValue());
        await page.waitForURL(/q=status%3Aerror.*w=.*Z\.\..*Z/);
        await rowsOf(page).nth(1).waitFor();
      },
    },
  ];
}

function pricesIn(page: Page) {
  const services = page.getByRole('table', { name: 'Service', exact: true });
  return services.getByRole('row').filter({ hasText: 'prices' });
}

/** Returns the tasks for several traces: comparing them, sharing a view, and following a session. */
export function traceListJobs({ session }: JobFacts): readonly UserJob[] {
  const turns = (page: Page) => page.getByRole('feed').getByRole('article');
  return [
    {
      name: 'compares two runs',
      path: 'traces?w=7d',
      begins: (page) => rowsOf(page, 'Traces').nth(2).waitFor(),
      async byKeys(page, keys) {
        await keys.press('j', 'x', 'j', 'x', 'm');
        await page.getByRole('treegrid', { name: 'Comparison' }).getByRole('row').nth(1).waitFor();
        await keys.press('n', 'Enter');
      },
      async byMouse(page) {
        for (const row of [1, 2]) {
          await rowsOf(page, 'Traces').nth(row).hover();
          await rowsOf(page, 'Traces')
            .nth(row)
            .getByRole('button', { name: 'Mark to compare' })
            .click();
        }
        await page.getByRole('button', { name: /^Compare/ }).click();
        await page.getByRole('treegrid', { name: 'Comparison' }).getByRole('row').nth(1).click();
      },
      ends: (page) => page.getByRole('region', { name: 'Pair' }).waitFor(),
    },
    {
      name: 'follows a session from turn to turn to a trace',
      path: 'spans',
      begins: (page) => filterOf(page).waitFor(),
      async byKeys(page, keys) {
        await keys.press('g', 's');
        const row = rowsOf(page, 'Sessions').filter({ hasText: session }).first();
        await row.waitFor();
        while ((await row.getAttribute('aria-selected')) !== 'true') {
          await keys.press('j');
        }
        await keys.press('Enter');
        await turns(page).first().waitFor();
        await keys.press('j', 'Enter');
      },
      async byMouse(page) {
        await page.getByRole('link', { name: 'Sessions' }).click();
        await rowsOf(page, 'Sessions').filter({ hasText: session }).first().click();
        await turns(page).first().getByRole('link').first().click();
      },
      async ends(page) {
        await page.waitForURL(/\/traces\/[0-9a-f]{32}/);
        await waterfallOf(page).waitFor();
      },
    },
    {
      name: 'counts by service, and opens the spans of one',
      path: 'analytics?w=7d',
      begins: (page) => figureOf(page, /^Traces/).waitFor(),
      async byKeys(page, keys) {
        await keys.goTo(page.getByRole('combobox', { name: 'Group by' }));
        await keys.type('Service');
        await keys.goTo(page.getByRole('row').getByRole('link', { name: 'shop' }));
        await keys.press('Enter');
      },
      async byMouse(page) {
        await page.getByRole('combobox', { name: 'Group by' }).selectOption('Service');
        await page.getByRole('row').getByRole('link', { name: 'shop' }).click();
      },
      async ends(page) {
        await page.waitForURL(/\/spans\?.*q=service%3Ashop/);
        await rowsOf(page).nth(1).waitFor();
      },
    },
  ];
}
