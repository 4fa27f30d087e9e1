import { type Catalog, defaultProjectId, type OpenCatalog, type Project } from '../../src/index.js';
import { anyProject } from '../../src/testing/index.js';

/** A migrated catalog for one test, with ways to change its database from outside. */
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
