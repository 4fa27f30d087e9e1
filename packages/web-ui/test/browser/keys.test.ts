import type { Page } from 'playwright-core';
import { Administrator } from '../../../../services/all-in-one/test/accounts.js';
import { describeAlone } from './support/describe-in-browser.js';
import { findBarriers } from './support/find-barriers.js';
import { makeLetter } from './support/make-letter.js';
import { rowsOf, spanOf } from './support/page-parts.js';
import { shopTraces } from './support/shop-traces.js';

const adminKey = 'the-admin-key-of-the-browser-test';
const spans = shopTraces({ newestMs: Date.now(), traces: 3 });
const settings = { AUTH_MODE: 'keys', ADMIN_KEY: adminKey };
const refused = /401 \(Unauthorized\)/;

describeAlone('with keys', { settings }, (running) => {
  let administrator: Administrator;
  let projectId: string;
  let key: string;

  beforeAll(async () => {
    administrator = new Administrator(running.spanhouse, adminKey);
    const account = await administrator.newAccount('ada@example.com');
    projectId = account.projectId;
    key = account.headers.authorization.replace(/^ApiKey /, '');
    await running.store(spans, account.headers);
  });

  const open = (path = 'spans') => {
    running.visitor.expect(refused);
    return running.open(path, { isFresh: true });
  };
  const enter = async (page: Page, text: string) => {
    await page.getByRole('textbox', { name: 'API key' }).fill(text);
    await page.getByRole('button', { name: 'Use key' }).click();
  };
  const firstRow = (page: Page) => rowsOf(page).nth(1);
  const keptOnDevice = (page: Page) => page.evaluate(() => JSON.stringify({ ...localStorage }));

  it('asks for a key, without barriers, and then shows the page', async () => {
    const page = await open();
    await page.getByRole('textbox', { name: 'API key' }).waitFor();
    expect(await findBarriers(page)).toEqual([]);

    await enter(page, key);
    await firstRow(page).waitFor();
    await page.reload();
    await firstRow(page).waitFor();
  });

  it('keeps the key out of addresses, messages, cookies, the device and the log', async () => {
    const page = await open();
    await enter(page, key);
    await firstRow(page).click();
    await page.waitForURL('**/ui/traces/**');

    const { requested, printed } = running.visitor;
    const cookies = await page.context().cookies();
    const places = [page.url(), ...requested, ...printed, JSON.stringify(cookies)];
    expect(places.filter((text) => text.includes(key))).toEqual([]);
    expect(await keptOnDevice(page)).not.toContain(key);
    expect(running.spanhouse.output()).not.toContain(key);
  });

  it('keeps the key on the device when the user asks for it', async () => {
    const page = await open();
    await page.getByRole('checkbox', { name: 'Remember on this device' }).check();
    await enter(page, key);
    await firstRow(page).waitFor();

    const other = await page.context().newPage();
    await other.goto(page.url());
    await firstRow(other).waitFor();
    expect(await keptOnDevice(other)).toContain(key);
  });

  it('names the refusal of a wrong key', async () => {
    const page = await open();
    await enter(page, 'not-a-key');

    await page
      .getByRole('alert')
      .filter({ hasText: /unauthorized/i })
      .waitFor();
    await page.getByRole('textbox', { name: 'API key' }).waitFor();
  });

  it('asks again when the key is revoked, and shows the same view with a new one', async () => {
    const { body } = await administrator.call('POST', '/admin/keys', { project_id: projectId });
    const page = await open();
    await enter(page, body.key);
    await firstRow(page).waitFor();
    const address = page.url();

    await administrator.call('DELETE', `/admin/keys/${body.id}`);
    await page.keyboard.press('r');
    await enter(page, key);

    await firstRow(page).waitFor();
    expect(page.url()).toBe(address);
  });

  describe('with a read-only key', () => {
    const lacks = 'the permission edit_spans';
    let reading: string;
    beforeAll(async () => {
      const request = { project_id: projectId, name: 'reads', permissions: ['view_spans'] };
      reading = (await administrator.call('POST', '/admin/keys', request)).body.key;
    });

    it('disables annotations with that key, and names the missing permission', async () => {
      const page = await open(`traces/${spans[0]?.trace_id}?part=annotations`);
      await enter(page, reading);

      const detail = spanOf(page);
      await detail.getByText(`The key lacks ${lacks}.`).waitFor();
      expect(await detail.getByRole('button', { name: 'Annotate' }).isDisabled()).toBe(true);
      await page.keyboard.press('a');
      expect(await detail.getByRole('textbox', { name: 'Score' }).count()).toBe(0);
    });

    it('disables resending dead letters with that key, and names the missing permission', async () => {
      const headers = { authorization: `ApiKey ${key}` };
      await makeLetter(running.spanhouse, { attribute: 'refused', headers });
      const page = await open('dead-letters');
      await enter(page, reading);

      await rowsOf(page, 'Dead letters').nth(1).click();

      await page.getByText(`does not have ${lacks}`).waitFor();
      expect(await page.getByRole('button', { name: 'Retry' }).isDisabled()).toBe(true);
    });
  });
});
