// Line 14 of the acceptance list: Cancel ends the statement in the store.
import { clickhouseRows } from '../clickhouse-tables.mjs';
import { project } from './project.mjs';
import { newContext, openPage } from './timed-page.mjs';

/** Many patterns that no span has make the store read every text, for seconds. */
const slowFilter = Array.from(
  { length: 24 },
  (_, at) => `.ag.data.inputs.prompt like "%e%a%o%i%u%${at}%#%"`,
).join(' or ');
const TIMEOUT_MS = 30_000;
/** The statements of the list: those of the histogram and of the facets count, and go on after Cancel. */
const running = `SELECT query_id FROM system.processes WHERE query LIKE '%FROM spans%'
  AND query NOT LIKE '%system.processes%' AND query NOT LIKE '%count(%' AND query NOT LIKE '%GROUP BY%'`;

export const cancel = {
  name: 'cancel',
  data: [project],
  async measure({ url, browser, clickhouse }) {
    const context = await newContext(browser);
    const address = `${url}/ui/spans?w=all&q=${encodeURIComponent(slowFilter)}`;
    const { page } = await openPage(context, address);
    const button = page.getByRole('button', { name: 'Cancel' });
    await button.waitFor({ timeout: TIMEOUT_MS });
    await statementsOnce(clickhouse, (ids) => ids.length > 0);
    const startedMs = performance.now();
    await button.press('Enter');
    await statementsOnce(clickhouse, (ids) => ids.length === 0);
    const ms = performance.now() - startedMs;
    // Only a search that Cancel ended can go on.
    await page.getByRole('button', { name: 'Continue' }).waitFor({ timeout: TIMEOUT_MS });
    await context.close();
    return [['14 from Cancel to the end of the statement in the store', ms, 1000]];
  },
};

/** Asks for the statements that run until a claim about their ids is true, and resolves with them. */
async function statementsOnce(clickhouse, isTrue) {
  const deadlineMs = performance.now() + TIMEOUT_MS;
  for (;;) {
    const ids = (await clickhouseRows(clickhouse, running)).map((row) => row.query_id);
    if (isTrue(ids)) {
      return ids;
    }
    if (performance.now() > deadlineMs) {
      throw new Error(`the statements stay: ${ids.join(', ') || 'none'}`);
    }
  }
}
