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
const running = `SELECT query_id FROM system.processes WHERE query LIKE '%FROM spans%' AND query NOT LIKE '%system.processes%'`;

export const cancel = {
  name: 'cancel',
  data: [project],
  async measure({ url, browser, clickhouse }) {
    const context = await newContext(browser);
    const address = `${url}/ui/spans?w=all&q=${encodeURIComponent(slowFilter)}`;
    const { page } = await openPage(context, address);
    const button = page.getByRole('button', { name: 'Cancel' });
    await button.waitFor({ timeout: TIMEOUT_MS });
    const ids = (await clickhouseRows(clickhouse, running)).map((row) => row.query_id);
    if (ids.length === 0) {
      throw new Error('no statement runs that Cancel could end');
    }
    const startedMs = performance.now();
    await button.press('Enter');
    await untilEnded(clickhouse, ids);
    const ms = performance.now() - startedMs;
    await context.close();
    return [['14 from Cancel to the end of the statement in the store', ms, 1000]];
  },
};

/** Resolves once the store runs none of the statements. */
async function untilEnded(clickhouse, ids) {
  const deadlineMs = performance.now() + TIMEOUT_MS;
  for (;;) {
    const rows = await clickhouseRows(clickhouse, running);
    if (!rows.some((row) => ids.includes(row.query_id))) {
      return;
    }
    if (performance.now() > deadlineMs) {
      throw new Error('the statement goes on after Cancel');
    }
  }
}
