import {
  type Catalog,
  defaultProjectId,
  type ListedProject,
  type OpenCatalog,
  type Project,
  type ProjectPage,
} from '../../src/index.js';
import { anyProject } from '../../src/testing/index.js';

/** A migrated catalog for one test, with functions that change its database from outside. */
export interface CatalogHarness {
  open(): Promise<Pick<OpenCatalog, 'catalog'>>;
  /** Writes as another process would. */
  putProject(project: Project): Promise<void>;
  takeAway(): Promise<void>;
  bringBack(): Promise<void>;
  remove(): Promise<void>;
}

/** The guarantees of every catalog, whichever database stores it. */
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
        created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      });
      expect(await catalog.getProject(defaultProjectId)).toEqual(project);
    });

    it('answers undefined for an unknown project', async () => {
      expect(await catalog.getProject('018f6d5e-0000-7000-8000-00000000ffff')).toBeUndefined();
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

    it('rejects as unavailable during an outage of the database, and recovers by itself', async () => {
      await harness.takeAway();
      const unavailable = { code: 'CATALOG_UNAVAILABLE', retryable: true };
      await expect(catalog.check()).rejects.toMatchObject(unavailable);
      await expect(catalog.getProject(defaultProjectId)).rejects.toMatchObject(unavailable);
      await expect(catalog.defaultProject()).rejects.toMatchObject(unavailable);

      await harness.bringBack();

      await expect(catalog.check()).resolves.toBeUndefined();
    });

    it('answers many concurrent reads', async () => {
      const reads = Array.from({ length: 50 }, () => catalog.getProject(defaultProjectId));

      const projects = await Promise.all(reads);

      expect(new Set(projects.map((project) => project?.name))).toEqual(new Set(['default']));
    });
  });
}
