import { createSilentLogger, describeWithBackend } from '@spanhouse/service-runtime/testing';
import { type Catalog, defaultProjectId, migrateCatalog, openCatalog } from '../../src/index.js';
import { executeOnPostgres } from '../../src/testing/index.js';
import { describeCatalog, unavailable } from './catalog-contract.js';
import { createPostgresHarness, type PostgresHarness } from './postgres-harness.js';

const logger = createSilentLogger();

describeWithBackend('on PostgreSQL', 'POSTGRES_URL', (serverUrl) => {
  describeCatalog('openCatalog', () => createPostgresHarness(serverUrl));

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

    it('rejects as unavailable during an outage of the server, and succeeds afterwards', async () => {
      await harness.gate.shut();
      await expect(migrateCatalog(harness.address, { logger })).rejects.toMatchObject(unavailable);

      await harness.gate.reopen();

      await expect(migrateCatalog(harness.address, { logger })).resolves.toBeUndefined();
    });

    it('rejects permanently, with the reason, when a statement is refused', async () => {
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

      await expect(catalog.check()).rejects.toMatchObject(unavailable);
      await catalog.close();
    });
  });

  describe('a server that stops answering', () => {
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

    it('times out on existing and new connections, which are not used again', async () => {
      await catalog.check();
      harness.gate.silence();
      const reads = Array.from({ length: 20 }, () => catalog.getProject(defaultProjectId));
      for (const read of reads) {
        await expect(read).rejects.toMatchObject(unavailable);
      }

      harness.gate.unsilence();

      await expect(catalog.check()).resolves.toBeUndefined();
    });
  });
});
