import { readFileSync } from 'node:fs';
import type axe from 'axe-core';
import type { Page } from 'playwright-core';

/** Tags of the rules for WCAG 2.2 A and AA. */
const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22a', 'wcag22aa'];
/** Further rules: landmarks, a single top-level heading, and a skip link on every page. */
const furtherRules = ['landmark-one-main', 'page-has-heading-one', 'region', 'skip-link'];

/** Rules about colours. They are checked in both themes, because themes differ only in colours. */
const colourRules = ['color-contrast', 'link-in-text-block'];

/** Selector for rows that are not checked, because they have the same structure as the rows above them. */
const repeated = ':is([role=rowgroup], tbody) > :nth-child(n + 13)';

/**
 * Checks a page in both themes. Returns its accessibility violations, such as `dark: color-contrast: <span
 * class="faint">`.
 */
export async function findBarriers(page: Page): Promise<readonly string[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) {
    await page.evaluate(readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8'));
  }
  const isDark = await page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches);
  const light = await findInTheme(page, 'light', { type: 'tag', values: tags });
  const dark = await findInTheme(page, 'dark', { type: 'rule', values: colourRules });
  await page.emulateMedia({ colorScheme: isDark ? 'dark' : 'light' });
  return [...light, ...dark];
}

async function findInTheme(
  page: Page,
  theme: 'light' | 'dark',
  runOnly: axe.RunOnly,
): Promise<readonly string[]> {
  await page.emulateMedia({ colorScheme: theme });
  // Waits for transitions to end, because colours have a different contrast during a transition.
  await page.evaluate(() =>
    Promise.all(
      document
        .getAnimations()
        .filter(({ effect }) => effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY)
        .map(({ finished }) => finished),
    ),
  );
  const { violations } = await page.evaluate(
    ({ exclude, ...options }) =>
      (globalThis as unknown as { axe: typeof axe }).axe.run({ exclude: [[exclude]] }, options),
    {
      exclude: repeated,
      runOnly,
      rules:
        runOnly.type === 'tag'
          ? Object.fromEntries(furtherRules.map((rule) => [rule, { enabled: true }]))
          : {},
      resultTypes: ['violations' as const],
    },
  );
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, any }) => `${theme}: ${id}: ${html.slice(0, 200)} ${any[0]?.message ?? ''}`),
  );
}
