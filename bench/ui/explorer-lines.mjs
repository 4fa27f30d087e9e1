// Measures the explorer while it shows the last 24 hours of a project.
import { P95, percentile } from '../percentile.mjs';
import { project } from './direct-store.mjs';
import { newContext, openPage, rowShown } from './timed-page.mjs';

/**
 * Number of facets with values. One request reads all eight facets, but the page hides the two facets without values:
 * response models and agents.
 */
const FACETS = 6;

const parts = {
  row: { selector: rowShown },
  histogram: { selector: 'figure[aria-label^="Spans by time"]' },
  facets: { selector: 'aside[aria-label=Facets] fieldset', count: FACETS },
};

export const explorer = {
  name: 'explorer',
  data: [project],
  async measure({ url, browser }) {
    const context = await newContext(browser);
    const { page } = await openPage(context, `${url}/ui/settings`);
    await page.getByRole('link', { name: 'Explorer' }).waitFor();
    const shown = await page.evaluate((selectors) => {
      const links = [...document.querySelectorAll('nav a')];
      const link = links.find(({ textContent }) => textContent.includes('Explorer'));
      return window.bench.timeTo(selectors, () => link.click());
    }, parts);
    const rows = [
      ['explorer: first row of 24 h', shown.row, 300],
      ['explorer: histogram', shown.histogram, 600],
      ['explorer: eight facets', shown.facets, 1000],
      ...(await typeFilter(page)),
    ];
    await context.close();
    return rows;
  },
};

async function typeFilter(page) {
  const field = page.getByRole('combobox', { name: 'Filter' });
  await field.click();
  await field.evaluate((input) => {
    window.bench.typed = [];
    input.addEventListener('input', () => {
      const startedMs = performance.now();
      requestAnimationFrame(() =>
        setTimeout(() => window.bench.typed.push(performance.now() - startedMs)),
      );
    });
  });
  await page.keyboard.type('status:error service:', { delay: 120 });
  const typed = await page.evaluate(() => window.bench.typed);
  const completion = await completionMs(page);
  return [
    ['explorer: a key in the filter until it is drawn, p95', percentile(typed, P95), 50],
    ['explorer: completion from the store', completion, 200],
  ];
}

/** Resolves with the time in ms from a key press until the matching services are offered. */
async function completionMs(page) {
  // This call installs a listener and does not wait for the key press, so the key can be pressed before the page has
  // loaded its last scripts.
  await page.evaluate(() => {
    const input = document.activeElement;
    const typed = new Promise((resolve) => {
      input.addEventListener('input', () => resolve(performance.now()), { once: true });
    });
    window.bench.offered = typed.then(async (startedMs) => {
      const { option } = await window.bench.shown({ option: { selector: '[role=option]' } });
      return Math.max(0, option - startedMs);
    });
  });
  await page.keyboard.type('a');
  return page.evaluate(() => window.bench.offered);
}
