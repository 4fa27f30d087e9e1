import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { createLogger } from '@spanhouse/service-runtime';
import { FakeClock } from '@spanhouse/service-runtime/testing';
import { DEFAULT_PROJECT_ID, migrateCatalog, openSqliteCatalog } from '../../src/index.js';
import { type CatalogHarness, describeCatalog } from './catalog-contract.js';
import { describeKeys } from './key-contract.js';

const logger = createLogger({ level: 'silent', service: 'catalog-test' });

/** Runs SQL on the file through a connection of its own, as another process would. */
function execute(path: string, sql: string, values: (string | number | null)[] = []): void {
  const database = new DatabaseSync(path);
  try {
    database.prepare(sql).run(...values);
  } finally {
    database.close();
  }
}

const TABLES = ['projects', 'api_keys', 'users'];
const PROJECT_COLUMNS = 'project_id, name, retention_days, created_at';

const createHarness = async (): Promise<CatalogHarness> => {
  const directory = await mkdtemp(join(tmpdir(), 'spanhouse-catalog-'));
  const path = join(directory, 'catalog.sqlite');
  await migrateCatalog({ path, logger });
  return {
    open: () => Promise.resolve(openSqliteCatalog({ path, logger })),
    putProject: async ({ project_id: projectId, name, retention_days: days, created_at: at }) =>
      execute(path, `INSERT INTO projects (${PROJECT_COLUMNS}) VALUES (?, ?, ?, ?)`, [
        ...[projectId, name, days, at],
      ]),
    takeAway: async () => {
      for (const table of TABLES) execute(path, `ALTER TABLE ${table} RENAME TO ${table}_away`);
    },
    bringBack: async () => {
      for (const table of TABLES) execute(path, `ALTER TABLE ${table}_away RENAME TO ${table}`);
    },
    remove: () => rm(directory, { recursive: true }),
  };
};

describeCatalog('openSqliteCatalog', createHarness);
describeKeys('openSqliteCatalog', createHarness);

describe('migrateCatalog on SQLite', () => {
  let directory: string;
  let path: string;

  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'spanhouse-catalog-'));
    path = join(directory, 'catalog.sqlite');
  });

  afterEach(() => rm(directory, { recursive: true }));

  it('stamps the default project with the time of the first migration and changes nothing later', async () => {
    const clock = new FakeClock();
    await migrateCatalog({ path, logger }, clock);
    const catalog = openSqliteCatalog({ path, logger });
    const first = await catalog.defaultProject();

    await clock.advance(60_000);
    await migrateCatalog({ path, logger }, clock);

    expect(await catalog.defaultProject()).toEqual(first);
    await catalog.close();
  });

  it('runs in several migrators at once', async () => {
    const migrators = Array.from({ length: 4 }, () => migrateCatalog({ path, logger }));

    await expect(Promise.all(migrators)).resolves.toHaveLength(4);
  });

  it('fails with what is wrong when the directory is not there', async () => {
    const migrating = migrateCatalog({ path: join(directory, 'missing', 'c.sqlite'), logger });

    await expect(migrating).rejects.toThrow(/unable to open database file/);
  });

  it('refuses a retention outside 1 to 3650 days', async () => {
    await migrateCatalog({ path, logger });

    for (const days of [0, 3651]) {
      const values = "('p', 'n', ?, 't')";
      const insert = () =>
        execute(path, `INSERT INTO projects (${PROJECT_COLUMNS}) VALUES ${values}`, [days]);
      expect(insert).toThrow(/CHECK constraint failed/);
    }
  });

  it('reports an unmigrated catalog as unavailable', async () => {
    const catalog = openSqliteCatalog({ path, logger });

    await expect(catalog.check()).rejects.toMatchObject({ code: 'CATALOG_UNAVAILABLE' });
    await catalog.close();
  });

  it('keeps nothing of accounts that cannot all be made', async () => {
    await migrateCatalog({ path, logger });
    const catalog = openSqliteCatalog({ path, logger });
    const key = { prefix: 'abcdefgh', hash: 'f'.repeat(64) };
    const accounts = ['ada', 'bob'].map((email) => ({ email, project_name: 'p', key }));

    await expect(catalog.createAccounts(accounts)).rejects.toMatchObject({
      code: 'CATALOG_UNAVAILABLE',
    });

    expect(await catalog.findKey('abcdefgh')).toBeUndefined();
    await catalog.close();
  });

  it('lists the newest keys first', async () => {
    const clock = new FakeClock();
    await migrateCatalog({ path, logger });
    const catalog = openSqliteCatalog({ path, logger }, clock);
    for (const prefix of ['aaaaaaaa', 'cccccccc', 'bbbbbbbb']) {
      const key = { prefix, hash: '', project_id: DEFAULT_PROJECT_ID, name: null, permissions: [] };
      await catalog.createKey(key);
      await clock.advance(1);
    }

    const prefixes = (await catalog.listKeys(DEFAULT_PROJECT_ID)).map(({ prefix }) => prefix);

    expect(prefixes).toEqual(['bbbbbbbb', 'cccccccc', 'aaaaaaaa']);
    await catalog.close();
  });
});
