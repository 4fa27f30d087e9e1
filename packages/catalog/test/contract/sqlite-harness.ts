import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { createSilentLogger } from '@spanhouse/service-runtime/testing';
import { type CatalogAddress, migrateCatalog, openCatalog } from '../../src/index.js';
import type { CatalogHarness } from './catalog-contract.js';

const logger = createSilentLogger();

/** Runs SQL on the file through a separate connection, as another process would. */
export function execute(path: string, sql: string, values: (string | number | null)[] = []): void {
  const database = new DatabaseSync(path);
  try {
    database.prepare(sql).run(...values);
  } finally {
    database.close();
  }
}

const tables = ['projects', 'api_keys', 'users', 'gateway_reports'];
export const projectColumns = 'project_id, name, retention_days, created_at';

export interface SqliteHarness extends CatalogHarness {
  readonly address: CatalogAddress;
}

export async function createSqliteHarness(): Promise<SqliteHarness> {
  const directory = await mkdtemp(join(tmpdir(), 'spanhouse-catalog-'));
  const path = join(directory, 'catalog.sqlite');
  const address: CatalogAddress = { dialect: 'sqlite', path };
  await migrateCatalog(address, { logger });
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
    takeAway: async () => {
      for (const table of tables) {
        execute(path, `ALTER TABLE ${table} RENAME TO ${table}_away`);
      }
    },
    bringBack: async () => {
      for (const table of tables) {
        execute(path, `ALTER TABLE ${table}_away RENAME TO ${table}`);
      }
    },
    remove: () => rm(directory, { recursive: true }),
  };
}
