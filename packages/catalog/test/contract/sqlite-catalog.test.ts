import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { createLogger } from '@spanhouse/service-runtime';
import { FakeClock } from '@spanhouse/service-runtime/testing';
import { migrateCatalog, openSqliteCatalog } from '../../src/index.js';
import { describeCatalog } from './catalog-contract.js';

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

describeCatalog('openSqliteCatalog', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'spanhouse-catalog-'));
  const path = join(directory, 'catalog.sqlite');
  await migrateCatalog({ path, logger });
  return {
    open: () => Promise.resolve(openSqliteCatalog({ path, logger })),
    putProject: async ({ project_id: projectId, name, retention_days: days, created_at: at }) =>
      execute(path, 'INSERT INTO projects VALUES (?, ?, ?, ?)', [projectId, name, days, at]),
    takeAway: async () => execute(path, 'ALTER TABLE projects RENAME TO projects_away'),
    bringBack: async () => execute(path, 'ALTER TABLE projects_away RENAME TO projects'),
    remove: () => rm(directory, { recursive: true }),
  };
});

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
      const insert = () => execute(path, "INSERT INTO projects VALUES ('p', 'n', ?, 't')", [days]);
      expect(insert).toThrow(/CHECK constraint failed/);
    }
  });

  it('reports an unmigrated catalog as unavailable', async () => {
    const catalog = openSqliteCatalog({ path, logger });

    await expect(catalog.check()).rejects.toMatchObject({ code: 'CATALOG_UNAVAILABLE' });
    await catalog.close();
  });
});
