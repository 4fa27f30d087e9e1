import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { createSilentLogger } from '@spanhouse/service-runtime/testing';
import { type CatalogAddress, migrateCatalog, openCatalog } from '../../src/index.js';
import type { DatabaseHarness } from './catalog-contract.js';

const logger = createSilentLogger();

/** Runs SQL on the file through a separate connection, as another process would do. */
export function execute(path: string, sql: string, values: (string | number | null)[] = []): void {
  const database = new DatabaseSync(path);
  try {
    database.prepare(sql).run(...values);
  } finally {
    database.close();
  }
}

const tables = [
  ...['projects', 'api_keys', 'users', 'gateway_reports'],
  ...['queries', 'query_variants', 'query_revisions'],
];
export const projectColumns = 'project_id, name, retention_days, created_at';

export async function createSqliteHarness(): Promise<DatabaseHarness> {
  const directory = await mkdtemp(join(tmpdir(), 'spanhouse-catalog-'));
  const path = join(directory, 'catalog.sqlite');
  const address: CatalogAddress = { dialect: 'sqlite', path };
  await migrateCatalog(address, { logger });
  const rename = async (from: string, to: string) => {
    for (const table of tables) {
      execute(path, `ALTER TABLE ${table}${from} RENAME TO ${table}${to}`);
    }
  };
  return {
    address,
    open: () => Promise.resolve(openCatalog(address, { logger })),
    putProject: async ({ project_id, name, retention_days, prices, created_at }) =>
      execute(path, `INSERT INTO projects (${projectColumns}, prices) VALUES (?, ?, ?, ?, ?)`, [
        project_id,
        name,
        retention_days,
        created_at,
        prices && JSON.stringify(prices),
      ]),
    takeAway: () => rename('', '_away'),
    bringBack: () => rename('_away', ''),
    remove: () => rm(directory, { recursive: true }),
  };
}
