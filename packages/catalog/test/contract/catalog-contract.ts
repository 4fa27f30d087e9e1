import {
  allPermissions,
  type Catalog,
  type CatalogAddress,
  createKeyText,
  defaultProjectId,
  defaultUserId,
  type ListedProject,
  type NewAccount,
  type OpenCatalog,
  type Permission,
  type Project,
  type ProjectPage,
} from '../../src/index.js';
import { anyProject } from '../../src/testing/index.js';

/** A migrated catalog for one test, with functions that change its database directly. */
export interface CatalogHarness {
  open(): Promise<Pick<OpenCatalog, 'catalog'>>;
  /** Writes a project as another process would do. */
  putProject(project: Project): Promise<void>;
  takeAway(): Promise<void>;
  bringBack(): Promise<void>;
  remove(): Promise<void>;
}

/** A migrated catalog in a database. */
export interface DatabaseHarness extends CatalogHarness {
  readonly address: CatalogAddress;
}

export const unavailable = { code: 'CATALOG_UNAVAILABLE', retryable: true };

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

/** Tests the guarantees that every catalog gives, independent of its database. */
export function describeCatalog(title: string, createHarness: () => Promise<CatalogHarness>): void {
  describe(title, () => {
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

    it('has a default project whose spans are kept forever', async () => {
      const project = await catalog.defaultProject();

      expect(project).toEqual({
        project_id: defaultProjectId,
        name: 'default',
        retention_days: null,
        prices: null,
        created_at: expect.stringMatching(iso),
      });
      expect(await catalog.getProject(defaultProjectId)).toEqual(project);
    });

    it('answers undefined for an unknown project', async () => {
      expect(await catalog.getProject(unknown)).toBeUndefined();
    });

    it('lists projects by name and id, with the number of their active keys', async () => {
      const idOf = (digit: number) => `018f6d5e-0000-7000-8000-00000000000${digit}`;
      const names = ['b', 'B', 'a%', 'é', 'a_', 'ab', 'b'];
      for (const [digit, name] of names.entries()) {
        await harness.putProject(anyProject({ project_id: idOf(digit), name }));
      }
      const list = (page: Partial<ProjectPage>) =>
        catalog.listProjects({ prefix: '', after: undefined, limit: 100, ...page });
      const shown = (projects: readonly ListedProject[]) =>
        projects.map(({ name, project_id }) => `${name} ${project_id.slice(-1)}`);
      const key = { name: null, permissions: ['view_spans'] as const, project_id: idOf(1) };
      await catalog.createKey({ ...key, prefix: 'prefix01', hash: 'a'.repeat(64) });
      const second = await catalog.createKey({ ...key, prefix: 'prefix02', hash: 'b'.repeat(64) });
      await catalog.revokeKey(second?.key_id ?? '');

      const all = ['B 1', 'a% 2', 'a_ 4', 'ab 5', 'b 0', 'b 6', 'default 0', 'é 3'];
      const [first, ...others] = await list({});
      expect(shown([first as ListedProject, ...others])).toEqual(all);
      expect([first?.keys, ...others.map(({ keys }) => keys)]).toEqual([1, ...others.map(() => 0)]);
      expect(first).toEqual({ ...(await catalog.getProject(idOf(1))), keys: 1 });
      expect(shown(await list({ prefix: 'a' }))).toEqual(all.slice(1, 4));
      expect(shown(await list({ prefix: 'a%' }))).toEqual(['a% 2']);
      expect(shown(await list({ prefix: 'A' }))).toEqual([]);
      const after = { name: 'b', project_id: idOf(0) };
      expect(shown(await list({ after, limit: 2 }))).toEqual(['b 6', 'default 0']);
    });

    it('reads a project exactly as it was written', async () => {
      const prices = { 'modèle "x"': { input_mtok: 0.1, output_mtok: 0.3 }, y: { input_mtok: 0 } };
      const name = "Ünï'; DROP TABLE projects; --";
      const project = anyProject({ name, retention_days: 30, prices });

      await harness.putProject(project);

      expect(await catalog.getProject(project.project_id)).toEqual(project);
    });

    it('sees what another process wrote', async () => {
      await catalog.check();

      await harness.putProject(anyProject({ name: 'written elsewhere' }));

      expect(await catalog.getProject(anyProject().project_id)).toMatchObject({
        name: 'written elsewhere',
      });
    });

    it('rejects as unavailable while the database is down, and recovers without a restart', async () => {
      await harness.takeAway();

      for (const asked of [
        () => catalog.check(),
        () => catalog.getProject(defaultProjectId),
        () => catalog.defaultProject(),
        () => catalog.createAccounts([newAccount('ada@example.com')]),
        () => catalog.createKey(newKey(defaultProjectId)),
        () => catalog.listKeys(defaultProjectId),
        () => catalog.revokeKey(unknown),
        () => catalog.findKey('abcdefgh'),
        () => catalog.updateProject(defaultProjectId, { name: 'x' }),
      ]) {
        await expect(asked()).rejects.toMatchObject(unavailable);
      }

      await harness.bringBack();

      await expect(catalog.check()).resolves.toBeUndefined();
    });

    it('answers many concurrent reads', async () => {
      const reads = Array.from({ length: 50 }, () => catalog.getProject(defaultProjectId));

      const projects = await Promise.all(reads);

      expect(new Set(projects.map((project) => project?.name))).toEqual(new Set(['default']));
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

    it('creates keys for the default project, which the default user owns, but not for an unknown project', async () => {
      const key = newKey(defaultProjectId);

      expect(await catalog.createKey(key)).toMatchObject({ prefix: key.prefix });
      expect(await catalog.findKey(key.prefix)).toMatchObject({ user_id: defaultUserId });
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

    it('revokes a key once, keeps the time of the revocation, and no longer finds the key', async () => {
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
  });
}
