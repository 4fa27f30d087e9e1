import { createSilentLogger, describeWithBackend } from '@spanhouse/service-runtime/testing';
import { openCatalog } from '../../src/index.js';
import type { DatabaseHarness } from './catalog-contract.js';
import { createPostgresHarness } from './postgres-harness.js';
import { describeSavedQueries } from './saved-query-contract.js';
import type { SavedQueryHarness } from './saved-query-world.js';
import { createSqliteHarness } from './sqlite-harness.js';

const logger = createSilentLogger();

async function openTwice(harness: DatabaseHarness): Promise<SavedQueryHarness> {
  const one = openCatalog(harness.address, { logger });
  const two = openCatalog(harness.address, { logger });
  return {
    ...harness,
    stores: [one.savedQueries, two.savedQueries],
    async remove() {
      await Promise.all([one.catalog.close(), two.catalog.close()]);
      await harness.remove();
    },
  };
}

describeSavedQueries('on SQLite', async () => openTwice(await createSqliteHarness()));

describeWithBackend('on PostgreSQL', 'POSTGRES_URL', (serverUrl) => {
  describeSavedQueries('openCatalog', async () =>
    openTwice(await createPostgresHarness(serverUrl)),
  );
});
