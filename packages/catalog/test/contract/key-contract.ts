import { randomUUID } from 'node:crypto';
import {
  type Catalog,
  createKeyText,
  DEFAULT_PROJECT_ID,
  type NewAccount,
  NOBODY,
  PERMISSIONS,
  type Permission,
} from '../../src/index.js';
import type { CatalogHarness } from './catalog-contract.js';

const newKey = (project_id: string, permissions: readonly Permission[] = PERMISSIONS) => {
  const { text: _text, ...fingerprint } = createKeyText();
  return { ...fingerprint, project_id, name: 'ci', permissions };
};

const newAccount = (email: string): NewAccount => {
  const { prefix, hash } = createKeyText();
  return { email, project_name: 'fresh', key: { prefix, hash } };
};

const ISO = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const UNKNOWN = '018f6d5e-0000-7000-8000-00000000ffff';

/** What every catalog does with accounts and keys. */
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

    it('makes an account with a user, a fresh project and a key of both', async () => {
      const account = newAccount('ada@example.com');

      const [made] = await catalog.createAccounts([account]);

      expect(made).toEqual({
        user: { user_id: expect.stringMatching(UUID), email: 'ada@example.com' },
        project_id: expect.stringMatching(UUID),
      });
      expect(await catalog.getProject(made?.project_id ?? '')).toMatchObject({
        name: 'fresh',
        retention_days: null,
      });
      expect(await catalog.findKey(account.key?.prefix ?? '')).toEqual({
        hash: account.key?.hash,
        project_id: made?.project_id,
        user_id: made?.user.user_id,
        permissions: [...PERMISSIONS],
        retention_days: null,
      });
    });

    it('finds a user by email, and makes a project of its own every time', async () => {
      const accounts = ['ada@example.com', 'bob@example.com', 'ada@example.com'].map(newAccount);

      const [first, other, second] = await catalog.createAccounts(accounts);
      const [third] = await catalog.createAccounts([newAccount('ada@example.com')]);

      expect([second?.user, third?.user]).toEqual([first?.user, first?.user]);
      expect(other?.user.user_id).not.toBe(first?.user.user_id);
      const projects = [first, other, second, third].map((account) => account?.project_id);
      expect(new Set(projects).size).toBe(4);
    });

    it('makes no key for an account that asks for none', async () => {
      const [made] = await catalog.createAccounts([{ ...newAccount('a@b.c'), key: null }]);

      expect(await catalog.listKeys(made?.project_id ?? '')).toEqual([]);
    });

    it('gives a key of a project to its owner, with the permissions it was made with', async () => {
      const [account] = await catalog.createAccounts([newAccount('ada@example.com')]);
      const key = newKey(account?.project_id ?? '', ['view_spans']);

      const made = await catalog.createKey(key);

      expect(made).toEqual({
        key_id: expect.stringMatching(UUID),
        prefix: key.prefix,
        name: 'ci',
        permissions: ['view_spans'],
        created_at: expect.stringMatching(ISO),
        revoked_at: null,
      });
      expect(await catalog.findKey(key.prefix)).toMatchObject({
        user_id: account?.user.user_id,
        permissions: ['view_spans'],
      });
    });

    it('makes keys for the default project, which nobody owns, and none for an unknown one', async () => {
      const key = newKey(DEFAULT_PROJECT_ID);

      expect(await catalog.createKey(key)).toMatchObject({ prefix: key.prefix });
      expect(await catalog.findKey(key.prefix)).toMatchObject({ user_id: NOBODY });
      expect(await catalog.createKey(newKey(UNKNOWN))).toBeUndefined();
    });

    it('lists the keys of one project, the revoked ones too', async () => {
      const [account] = await catalog.createAccounts([newAccount('ada@example.com')]);
      const mine = await catalog.createKey(newKey(DEFAULT_PROJECT_ID));
      const revoked = await catalog.createKey(newKey(DEFAULT_PROJECT_ID));
      const { revoked_at } = (await catalog.revokeKey(revoked?.key_id ?? '')) ?? {};

      const listed = await catalog.listKeys(DEFAULT_PROJECT_ID);

      expect(listed).toHaveLength(2);
      expect(listed).toEqual(expect.arrayContaining([mine, { ...revoked, revoked_at }]));
      expect(await catalog.listKeys(account?.project_id ?? '')).toHaveLength(1);
      expect(await catalog.listKeys(UNKNOWN)).toEqual([]);
    });

    it('revokes a key once and keeps the time; a revoked key is found no more', async () => {
      const key = newKey(DEFAULT_PROJECT_ID);
      const { key_id = '' } = (await catalog.createKey(key)) ?? {};

      const first = await catalog.revokeKey(key_id);
      const second = await catalog.revokeKey(key_id);

      expect(first?.revoked_at).toMatch(ISO);
      expect(second).toEqual(first);
      expect(await catalog.findKey(key.prefix)).toBeUndefined();
      expect(await catalog.revokeKey(UNKNOWN)).toBeUndefined();
    });

    it('changes what is named of a project, and its keys see it', async () => {
      const key = newKey(DEFAULT_PROJECT_ID);
      await catalog.createKey(key);

      await catalog.updateProject(DEFAULT_PROJECT_ID, { retention_days: 30 });
      const renamed = await catalog.updateProject(DEFAULT_PROJECT_ID, { name: 'main' });

      expect(renamed).toMatchObject({ name: 'main', retention_days: 30 });
      expect(await catalog.updateProject(DEFAULT_PROJECT_ID, {})).toEqual(renamed);
      expect(await catalog.findKey(key.prefix)).toMatchObject({ retention_days: 30 });
      const forEver = await catalog.updateProject(DEFAULT_PROJECT_ID, { retention_days: null });
      expect(forEver?.retention_days).toBeNull();
      expect(await catalog.updateProject(UNKNOWN, { name: 'x' })).toBeUndefined();
    });

    it('rejects as unavailable while the database is away', async () => {
      await harness.takeAway();

      for (const asked of [
        () => catalog.createAccounts([newAccount('ada@example.com')]),
        () => catalog.createKey(newKey(DEFAULT_PROJECT_ID)),
        () => catalog.listKeys(DEFAULT_PROJECT_ID),
        () => catalog.revokeKey(randomUUID()),
        () => catalog.findKey('abcdefgh'),
        () => catalog.updateProject(DEFAULT_PROJECT_ID, { name: 'x' }),
      ]) {
        await expect(asked()).rejects.toMatchObject({
          code: 'CATALOG_UNAVAILABLE',
          retryable: true,
        });
      }
    });
  });
}
