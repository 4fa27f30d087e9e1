import type { Page } from 'playwright-core';
import {
  consistentWith,
  postJson,
  send,
} from '../../../../../services/all-in-one/test/http-client.js';
import { askClickHouse } from '../../../../../services/all-in-one/test/processes/ask-clickhouse.js';
import type { RunningSpanhouse } from '../../../../../services/all-in-one/test/processes/running-spanhouse.js';
import type { UserJob } from './user-jobs.js';

const arriving = 'just arrived';
const refused = 'refused';

/** Returns the jobs about the present: current activity, and whether all sent data is stored. */
export function operatingJobs(spanhouse: () => RunningSpanhouse): readonly UserJob[] {
  const rows = (page: Page, list: string) =>
    page.getByRole('grid', { name: list }).getByRole('row');
  const letter = (page: Page) => page.getByRole('region', { name: 'Dead letter', exact: true });
  const follows = async (page: Page) => {
    await page.getByText('0 matched').waitFor();
    await sendSpan(spanhouse(), arriving);
    await rows(page, 'Spans').filter({ hasText: arriving }).waitFor();
  };
  return [
    {
      name: 'follows what a program does right now, and opens what it did last',
      path: 'spans?w=7d',
      begins: (page) => rows(page, 'Spans').nth(1).waitFor(),
      async byKeys(page, keys) {
        await keys.press('l');
        await follows(page);
        await keys.press('j', 'Enter');
      },
      async byMouse(page) {
        await page.getByRole('button', { name: 'Live' }).click();
        await follows(page);
        await rows(page, 'Spans').filter({ hasText: arriving }).click();
      },
      async ends(page) {
        await page.waitForURL(/\/traces\/[0-9a-f]{32}/);
        const waterfall = page.getByRole('treegrid', { name: 'Waterfall' });
        await waterfall.getByText(arriving).first().waitFor();
      },
    },
    {
      name: 'finds what is not stored and why, and sends it again without the cause',
      path: 'spans',
      async begins(page) {
        await makeLetter(spanhouse());
        await page.getByRole('link', { name: 'Dead letters' }).waitFor();
      },
      async byKeys(page, keys) {
        await keys.press('g', 'd');
        await rows(page, 'Dead letters')
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
        await rows(page, 'Dead letters')
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

/** Sends a span that begins now, and resolves with its receipt. */
async function sendSpan(
  { url }: RunningSpanhouse,
  name: string,
  attributes: Readonly<Record<string, number>> = {},
): Promise<string | undefined> {
  const span = {
    trace_id: crypto.randomUUID().replaceAll('-', ''),
    span_id: '00000000000000a1',
    span_name: name,
    start_time: new Date().toISOString(),
    end_time: new Date().toISOString(),
    attributes,
  };
  return (await postJson(`${url}/tracing/spans/ingest`, { spans: [span] })).receipt;
}

/** Makes ClickHouse refuse spans with an attribute, and sends one. Resolves once it is a dead letter. */
async function makeLetter(spanhouse: RunningSpanhouse): Promise<void> {
  const check = `CHECK position(attributes, '"${refused}"') = 0`;
  const change = `ADD CONSTRAINT IF NOT EXISTS no_${refused} ${check}`;
  await askClickHouse(spanhouse, `ALTER TABLE spanhouse.spans ${change}`);
  const receipt = await sendSpan(spanhouse, 'ask', { [refused]: 1 });
  await send(`${spanhouse.url}/receipts/${receipt}`, { headers: consistentWith(receipt) });
}
