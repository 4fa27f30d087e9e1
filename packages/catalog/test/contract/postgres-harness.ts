import { createSilentLogger } from '@spanhouse/service-runtime/testing';
import { type CatalogAddress, migrateCatalog, openCatalog } from '../../src/index.js';
import { createPostgresDatabase, executeOnPostgres } from '../../src/testing/index.js';
import type { DatabaseHarness } from './catalog-contract.js';
import { openTcpGate, type TcpGate } from './tcp-gate.js';

const logger = createSilentLogger();

export interface PostgresHarness extends DatabaseHarness {
  /** The gate between the catalog and the server. */
  readonly gate: TcpGate;
}

/** Creates a new database on the server, empty or migrated. A test can shut the gate in front of it. */
export async function createPostgresHarness(
  serverUrl: string,
  { isMigrated = true } = {},
): Promise<PostgresHarness> {
  const database = await createPostgresDatabase(serverUrl);
  const url = new URL(database.url);
  const gate = await openTcpGate(url.hostname, Number(url.port || 5432));
  url.host = `127.0.0.1:${gate.port}`;
  const address: CatalogAddress = { dialect: 'postgresql', url: url.href };
  if (isMigrated) {
    await migrateCatalog(address, { logger });
  }
  return {
    address,
    gate,
    open: () => Promise.resolve(openCatalog(address, { logger })),
    putProject: ({ project_id, name, retention_days, prices, created_at }) =>
      executeOnPostgres(
        database.url,
        'INSERT INTO projects (project_id, name, retention_days, prices, created_at) VALUES ($1, $2, $3, $4, $5)',
        [project_id, name, retention_days, prices && JSON.stringify(prices), created_at],
      ),
    takeAway: () => gate.shut(),
    bringBack: () => gate.reopen(),
    async remove() {
      await gate.shut();
      await database.drop();
    },
  };
}
