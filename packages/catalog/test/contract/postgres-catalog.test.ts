import { createSilentLogger, describeWithBackend } from '@spanhouse/service-runtime/testing';
import { type Catalog, DEFAULT_PROJECT_ID, migrateCatalog, openCatalog } from '../../src/index.js';
import { executeOnPostgres } from '../../src/testing/index.js';
import { describeCatalog } from './catalog-contract.js';
import { describeKeys } from './key-contract.js';
import { createPostgresHarness, type PostgresHarness } from './postgres-harness.js';

const logger = createSilentLogger();
const UNAVAILABLE = { code: 'CATALOG_UNAVAILABLE', retryable: true };

describeWithBackend('on PostgreSQL', 'POSTGRES_URL', (serverUrl) => {
  describeCatalog('openCatalog', () => createPostgresHarness(serverUrl));
  describeKeys('openCatalog', () => createPostgresHarness(serverUrl));

  describe('migrateCatalog', () => {
    let harness: PostgresHarness;

    beforeEach(async () => {
      harness = await createPostgresHarness(serverUrl, { isMigrated: false });
    });

    afterEach(() => harness.remove());

    it('runs in several migrators at once', async () => {
      const migrators = Array.from({ length: 4 }, () =>
        migrateCatalog(harness.address, { logger }),
      );

      await expect(Promise.all(migrators)).resolves.toHaveLength(4);
      const { catalog } = openCatalog(harness.address, { logger });
      await expect(catalog.check()).resolves.toBeUndefined();
      await catalog.close();
    });

    it('rejects as unavailable while the server is away, and goes on afterwards', async () => {
      await harness.gate.shut();
      await expect(migrateCatalog(harness.address, { logger })).rejects.toMatchObject(UNAVAILABLE);

      await harness.gate.reopen();

      await expect(migrateCatalog(harness.address, { logger })).resolves.toBeUndefined();
    });

    it('fails for good with what is wrong when a statement is refused', async () => {
      const { dialect, url } = harness.address as { dialect: 'postgresql'; url: string };
      await executeOnPostgres(url, 'CREATE TABLE projects (something_else text)');

      await expect(migrateCatalog({ dialect, url }, { logger })).rejects.toMatchObject({
        code: 'CATALOG_MIGRATION_FAILED',
        message: expect.stringMatching(/relation "projects" already exists/),
        retryable: false,
      });
    });

    it('reports an unmigrated catalog as unavailable', async () => {
      const { catalog } = openCatalog(harness.address, { logger });

      await expect(catalog.check()).rejects.toMatchObject(UNAVAILABLE);
      await catalog.close();
    });
  });

  describe('a server that says nothing more', () => {
    const timeouts = { connectMs: 1000, statementMs: 100 };
    let harness: PostgresHarness;
    let catalog: Catalog;

    beforeEach(async () => {
      harness = await createPostgresHarness(serverUrl);
      catalog = openCatalog(harness.address, { logger, timeouts }).catalog;
    });

    afterEach(async () => {
      await catalog.close();
      await harness.remove();
    });

    it('is given up in time, on old connections and on new ones, none of which is used again', async () => {
      await catalog.check();
      harness.gate.silence();
      const reads = Array.from({ length: 20 }, () => catalog.getProject(DEFAULT_PROJECT_ID));
      for (const read of reads) await expect(read).rejects.toMatchObject(UNAVAILABLE);

      harness.gate.unsilence();

      await expect(catalog.check()).resolves.toBeUndefined();
    });
  });
});
