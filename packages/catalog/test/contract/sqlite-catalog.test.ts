import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSilentLogger, FakeClock } from '@spanhouse/service-runtime/testing';
import {
  type CatalogAddress,
  defaultProjectId,
  migrateCatalog,
  openCatalog,
} from '../../src/index.js';
import { describeCatalog } from './catalog-contract.js';
import { createSqliteHarness, execute, projectColumns } from './sqlite-harness.js';

const logger = createSilentLogger();

describeCatalog('openCatalog on SQLite', createSqliteHarness);

describe('migrateCatalog on SQLite', () => {
  let directory: string;
  let path: string;
  let address: CatalogAddress;

  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'spanhouse-catalog-'));
    path = join(directory, 'catalog.sqlite');
    address = { dialect: 'sqlite', path };
  });

  afterEach(() => rm(directory, { recursive: true }));

  it('gives the default project the time of the first migration, and later keeps it', async () => {
    const clock = new FakeClock();
    await migrateCatalog(address, { logger, clock });
    const { catalog } = openCatalog(address, { logger });
    const first = await catalog.defaultProject();

    await clock.advance(60_000);
    await migrateCatalog(address, { logger, clock });

    expect(await catalog.defaultProject()).toEqual(first);
    await catalog.close();
  });

  it('runs in several migrators at once', async () => {
    const migrators = Array.from({ length: 4 }, () => migrateCatalog(address, { logger }));

    await expect(Promise.all(migrators)).resolves.toHaveLength(4);
  });

  it('rejects with the reason when the directory does not exist', async () => {
    const migrating = migrateCatalog(
      { dialect: 'sqlite', path: join(directory, 'missing', 'c.sqlite') },
      { logger },
    );

    await expect(migrating).rejects.toThrow(/unable to open database file/);
  });

  it('refuses a retention outside 1 to 3650 days', async () => {
    await migrateCatalog(address, { logger });

    for (const days of [0, 3651]) {
      const values = "('p', 'n', ?, 't')";
      const insert = () =>
        execute(path, `INSERT INTO projects (${projectColumns}) VALUES ${values}`, [days]);
      expect(insert).toThrow(/CHECK constraint failed/);
    }
  });

  it('reports an unmigrated catalog as unavailable', async () => {
    const { catalog } = openCatalog(address, { logger });

    await expect(catalog.check()).rejects.toMatchObject({ code: 'CATALOG_UNAVAILABLE' });
    await catalog.close();
  });

  it('creates no account if one of them cannot be created', async () => {
    await migrateCatalog(address, { logger });
    const { catalog } = openCatalog(address, { logger });
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
    await migrateCatalog(address, { logger });
    const { catalog } = openCatalog(address, { logger, clock });
    for (const prefix of ['aaaaaaaa', 'cccccccc', 'bbbbbbbb']) {
      const key = { prefix, hash: '', project_id: defaultProjectId, name: null, permissions: [] };
      await catalog.createKey(key);
      await clock.advance(1);
    }

    const prefixes = (await catalog.listKeys(defaultProjectId)).map(({ prefix }) => prefix);

    expect(prefixes).toEqual(['bbbbbbbb', 'cccccccc', 'aaaaaaaa']);
    await catalog.close();
  });
});
