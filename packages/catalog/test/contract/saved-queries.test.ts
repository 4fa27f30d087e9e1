import { createSilentLogger, describeWithBackend } from '@spanhouse/service-runtime/testing';
import { type CatalogAddress, openCatalog } from '../../src/index.js';
import { createPostgresHarness } from './postgres-harness.js';
import { describeSavedQueries } from './saved-query-contract.js';
import type { SavedQueryHarness } from './saved-query-world.js';
import { createSqliteHarness, execute } from './sqlite-harness.js';

const logger = createSilentLogger();
const tables = ['queries', 'query_variants', 'query_revisions'];

function openTwice(address: CatalogAddress) {
  const opened = [openCatalog(address, { logger }), openCatalog(address, { logger })] as const;
  return {
    stores: [opened[0].savedQueries, opened[1].savedQueries] as const,
    close: () => Promise.all(opened.map(({ catalog }) => catalog.close())),
  };
}

async function createSqlite(): Promise<SavedQueryHarness> {
  const harness = await createSqliteHarness();
  const { path } = harness.address as { path: string };
  const { stores, close } = openTwice(harness.address);
  const rename = async (from: string, to: string) => {
    for (const table of tables) {
      execute(path, `ALTER TABLE ${table}${from} RENAME TO ${table}${to}`);
    }
  };
  return {
    stores,
    takeAway: () => rename('', '_away'),
    bringBack: () => rename('_away', ''),
    async remove() {
      await close();
      await harness.remove();
    },
  };
}

async function createPostgres(serverUrl: string): Promise<SavedQueryHarness> {
  const { address, takeAway, bringBack, remove } = await createPostgresHarness(serverUrl);
  const { stores, close } = openTwice(address);
  return {
    stores,
    takeAway,
    bringBack,
    async remove() {
      await close();
      await remove();
    },
  };
}

describeSavedQueries('on SQLite', createSqlite);

describeWithBackend('on PostgreSQL', 'POSTGRES_URL', (serverUrl) => {
  describeSavedQueries('openCatalog', () => createPostgres(serverUrl));
});
