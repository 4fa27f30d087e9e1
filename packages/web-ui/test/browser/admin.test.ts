import type { Page } from 'playwright-core';
import { Administrator } from '../../../../services/all-in-one/test/accounts.js';
import { describeAlone } from './support/describe-in-browser.js';
import { findBarriers } from './support/find-barriers.js';
import { rowsOf } from './support/page-parts.js';

const adminKey = 'the-admin-key-of-the-browser-test';
const settings = { AUTH_MODE: 'keys', ADMIN_KEY: adminKey };
const refused = /401 \(Unauthorized\)/;

describeAlone('the administration', { settings }, (running) => {
  const open = (path: string) => {
    running.visitor.expect(refused);
    return running.open(path);
  };
  const enter = async (page: Page, text = adminKey) => {
    await page.getByRole('textbox', { name: 'Admin key' }).fill(text);
    await page.keyboard.press('Enter');
  };

  it('names the refusal of a wrong admin key, and keeps the key in memory only', async () => {
    const page = await open('admin/projects');
    await enter(page, 'wrong');
    await page.getByRole('alert').filter({ hasText: 'refused the key' }).waitFor();

    await enter(page);
    await rowsOf(page, 'Projects').nth(1).waitFor();

    const kept = await page.evaluate(() =>
      JSON.stringify([{ ...localStorage }, { ...sessionStorage }]),
    );
    const { requested, printed } = running.visitor;
    const places = [kept, page.url(), running.spanhouse.output(), ...requested, ...printed];
    expect(places.filter((text) => text.includes(adminKey))).toEqual([]);
    await page.reload();
    await page.getByRole('textbox', { name: 'Admin key' }).waitFor();
  });

  it('creates an account, and changes its project, by keys alone', async () => {
    const page = await open('admin/projects');
    await enter(page);
    await rowsOf(page, 'Projects').nth(1).waitFor();
    await page.getByRole('button', { name: 'New account' }).press('Enter');
    await page.getByRole('textbox', { name: 'Email' }).fill('ada@example.com');
    await page.getByRole('textbox', { name: 'Project' }).fill('a shop');
    await page.keyboard.press('Enter');
    const text = page.getByRole('dialog', { name: 'The new key' }).locator('pre').first();
    expect(await text.textContent()).toMatch(/^[A-Za-z0-9]{8}\.[0-9a-f]{64}$/);
    expect(await findBarriers(page)).toEqual([]);
    await page.getByRole('button', { name: 'Done' }).press('Enter');

    const row = rowsOf(page, 'Projects').filter({ hasText: 'a shop' });
    await row.press('Enter');
    await page.getByRole('spinbutton', { name: 'Days to keep spans' }).fill('30');
    expect(await findBarriers(page)).toEqual([]);
    await page.getByRole('button', { name: 'Save' }).press('Enter');

    await row.getByText('30 days').waitFor();
  });

  it('creates a key with fewer permissions, shows it once, and revokes it', async () => {
    const administrator = new Administrator(running.spanhouse, adminKey);
    const { projectId } = await administrator.newAccount('bob@example.com');
    const page = await open(`admin/keys?p=${projectId}`);
    await enter(page);
    await page.getByRole('button', { name: 'New key' }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill('reads');
    await page.getByRole('checkbox', { name: 'edit_spans' }).uncheck();
    await page.getByRole('button', { name: 'Create' }).click();
    const key = await page.getByRole('dialog').locator('pre').first().textContent();
    await page.getByRole('button', { name: 'Done' }).click();

    const asked = () =>
      fetch(`${running.spanhouse.url}/project`, { headers: { authorization: `ApiKey ${key}` } });
    expect(await (await asked()).json()).toMatchObject({
      key: { name: 'reads' },
      permissions: ['view_spans', 'view_queries', 'edit_queries'],
    });
    const row = rowsOf(page, 'Keys').filter({ hasText: 'reads' });
    await row.click();
    const prefix = key?.slice(0, 8) ?? '';
    await page.getByRole('button', { name: 'Revoke' }).click();
    await page.getByRole('textbox', { name: 'to confirm' }).fill(prefix);
    await page.getByRole('button', { name: 'Revoke' }).click();

    await row.getByText('revoked').waitFor();
    expect((await asked()).status).toBe(401);
    expect(await page.content()).not.toContain(key);
  });
});
