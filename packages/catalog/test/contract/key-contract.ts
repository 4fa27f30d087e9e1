import { randomUUID } from 'node:crypto';
import {
  allPermissions,
  type Catalog,
  createKeyText,
  defaultProjectId,
  type NewAccount,
  nobody,
  type Permission,
} from '../../src/index.js';
import type { CatalogHarness } from './catalog-contract.js';

function newKey(project_id: string, permissions: readonly Permission[] = allPermissions) {
  const { text: _text, ...fingerprint } = createKeyText();
  return { ...fingerprint, project_id, name: 'ci', permissions };
}

function newAccount(email: string): NewAccount {
  const { prefix, hash } = createKeyText();
  return { email, project_name: 'fresh', key: { prefix, hash } };
}

const iso = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const unknown = '018f6d5e-0000-7000-8000-00000000ffff';

/** The guarantees of every catalog for accounts and keys. */
export function describeKeys(title: string, createHarness: () => Promise<CatalogHarness>): void {
  describe(`${title}: accounts and keys`, () => {
    let harness: CatalogHarness;
    let catalog: Catalog;

    beforeEach(async () => {
      harness = await createHarness();
      ({ catalog } = await harness.open());
    });

    afterEach(async () => {
      await catalog.close();
      await harness.remove();
    });

    it('creates an account with a user, a new project and a key for both', async () => {
      const account = newAccount('ada@example.com');

      const [made] = await catalog.createAccounts([account]);

      expect(made).toEqual({
        user: { user_id: expect.stringMatching(uuid), email: 'ada@example.com' },
        project_id: expect.stringMatching(uuid),
      });
      expect(await catalog.getProject(made?.project_id ?? '')).toMatchObject({
        name: 'fresh',
        retention_days: null,
      });
      expect(await catalog.findKey(account.key?.prefix ?? '')).toEqual({
        hash: account.key?.hash,
        name: null,
        project_id: made?.project_id,
        user_id: made?.user.user_id,
        permissions: [...allPermissions],
        retention_days: null,
        prices: null,
      });
    });

    it('finds a user by email, and creates a new project every time', async () => {
      const accounts = ['ada@example.com', 'bob@example.com', 'ada@example.com'].map(newAccount);

      const [first, other, second] = await catalog.createAccounts(accounts);
      const [third] = await catalog.createAccounts([newAccount('ada@example.com')]);

      expect([second?.user, third?.user]).toEqual([first?.user, first?.user]);
      expect(other?.user.user_id).not.toBe(first?.user.user_id);
      const projects = [first, other, second, third].map((account) => account?.project_id);
      expect(new Set(projects).size).toBe(4);
    });

    it('creates no key for an account without a fingerprint', async () => {
      const [made] = await catalog.createAccounts([{ ...newAccount('a@b.c'), key: null }]);

      expect(await catalog.listKeys(made?.project_id ?? '')).toEqual([]);
    });

    it('assigns a key to the owner of its project, with the given permissions', async () => {
      const [account] = await catalog.createAccounts([newAccount('ada@example.com')]);
      const key = newKey(account?.project_id ?? '', ['view_spans']);

      const made = await catalog.createKey(key);

      expect(made).toEqual({
        key_id: expect.stringMatching(uuid),
        prefix: key.prefix,
        name: 'ci',
        permissions: ['view_spans'],
        created_at: expect.stringMatching(iso),
        revoked_at: null,
      });
      expect(await catalog.findKey(key.prefix)).toMatchObject({
        name: key.name,
        user_id: account?.user.user_id,
        permissions: ['view_spans'],
      });
    });

    it('creates keys for the default project, which `nobody` owns, but not for an unknown project', async () => {
      const key = newKey(defaultProjectId);

      expect(await catalog.createKey(key)).toMatchObject({ prefix: key.prefix });
      expect(await catalog.findKey(key.prefix)).toMatchObject({ user_id: nobody });
      expect(await catalog.createKey(newKey(unknown))).toBeUndefined();
    });

    it('lists the keys of one project, including revoked ones', async () => {
      const [account] = await catalog.createAccounts([newAccount('ada@example.com')]);
      const mine = await catalog.createKey(newKey(defaultProjectId));
      const revoked = await catalog.createKey(newKey(defaultProjectId));
      const { revoked_at } = (await catalog.revokeKey(revoked?.key_id ?? '')) ?? {};

      const listed = await catalog.listKeys(defaultProjectId);

      expect(listed).toHaveLength(2);
      expect(listed).toEqual(expect.arrayContaining([mine, { ...revoked, revoked_at }]));
      expect(await catalog.listKeys(account?.project_id ?? '')).toHaveLength(1);
      expect(await catalog.listKeys(unknown)).toEqual([]);
    });

    it('revokes a key once, keeps the time, and no longer finds the key', async () => {
      const key = newKey(defaultProjectId);
      const { key_id = '' } = (await catalog.createKey(key)) ?? {};

      const first = await catalog.revokeKey(key_id);
      const second = await catalog.revokeKey(key_id);

      expect(first?.revoked_at).toMatch(iso);
      expect(second).toEqual(first);
      expect(await catalog.findKey(key.prefix)).toBeUndefined();
      expect(await catalog.revokeKey(unknown)).toBeUndefined();
    });

    it('changes only the given members of a project, and its keys see the change', async () => {
      const key = newKey(defaultProjectId);
      await catalog.createKey(key);

      await catalog.updateProject(defaultProjectId, { retention_days: 30 });
      const renamed = await catalog.updateProject(defaultProjectId, { name: 'main' });

      expect(renamed).toMatchObject({ name: 'main', retention_days: 30 });
      expect(await catalog.updateProject(defaultProjectId, {})).toEqual(renamed);
      expect(await catalog.findKey(key.prefix)).toMatchObject({ retention_days: 30, prices: null });
      const prices = { ours: { input_mtok: 0.25 } };
      const priced = await catalog.updateProject(defaultProjectId, { prices });
      expect(priced).toEqual({ ...renamed, prices });
      expect(await catalog.findKey(key.prefix)).toMatchObject({ retention_days: 30, prices });
      const unpriced = await catalog.updateProject(defaultProjectId, { prices: null });
      expect(unpriced).toEqual(renamed);
      const forEver = await catalog.updateProject(defaultProjectId, { retention_days: null });
      expect(forEver?.retention_days).toBeNull();
      expect(await catalog.updateProject(unknown, { name: 'x' })).toBeUndefined();
    });

    it('rejects as unavailable during an outage of the database', async () => {
      await harness.takeAway();

      for (const asked of [
        () => catalog.createAccounts([newAccount('ada@example.com')]),
        () => catalog.createKey(newKey(defaultProjectId)),
        () => catalog.listKeys(defaultProjectId),
        () => catalog.revokeKey(randomUUID()),
        () => catalog.findKey('abcdefgh'),
        () => catalog.updateProject(defaultProjectId, { name: 'x' }),
      ]) {
        await expect(asked()).rejects.toMatchObject({
          code: 'CATALOG_UNAVAILABLE',
          retryable: true,
        });
      }
    });
  });
}
