import { createHash } from 'node:crypto';
import { FakeClock } from '@spanhouse/service-runtime/testing';
import {
  type Dialect,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely';
import type { CatalogDatabase } from './catalog-database.js';
import { migrationsByName } from './run-migrations.js';

/** Checksums of the released migrations. A release adds its own migrations but never changes existing entries. */
const published = {
  sqlite: {
    '0001_create_projects': '895590ac5ef45e938595ee3551143fa145f344be1179d5f488f694b3cd83dcc7',
    '0002_create_api_keys': 'd39cc34c8391fcabd9f64748dde9058a105cdde6b4d67c3db1658f4654e92724',
    '0003_create_saved_queries': '9d258891be03ee82bf690b3340610ad30e21354da3d96e65c6cd9750bbf71f8f',
    '0004_add_project_prices': 'faceee8378c7ba8d322dbe8a57c3e3e76d8955ff8a04de00c166a28a1feefbaf',
  },
  postgresql: {
    '0001_create_projects': 'b81ff1a4bb6aa468ead88147ae61b892ffea6065fedddd2e4bf568249ae69ccc',
    '0002_create_api_keys': '687124f6830bd78e79587441cce0c14e9be752db43b10c9bf96e59b2aaa9d2c3',
    '0003_create_saved_queries': '9d258891be03ee82bf690b3340610ad30e21354da3d96e65c6cd9750bbf71f8f',
    '0004_add_project_prices': 'faceee8378c7ba8d322dbe8a57c3e3e76d8955ff8a04de00c166a28a1feefbaf',
  },
};

const dialects = {
  sqlite: {
    createAdapter: () => new SqliteAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  },
  postgresql: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
} satisfies Record<string, Dialect>;

/** Returns a checksum for each migration, computed from its statements and their values. */
async function checksumsOf(dialect: Dialect): Promise<Record<string, string>> {
  const checksums: Record<string, string> = {};
  for (const [name, { up }] of Object.entries(migrationsByName(new FakeClock()))) {
    const hash = createHash('sha256');
    const db = new Kysely<CatalogDatabase>({
      dialect,
      log: ({ query }) => void hash.update(JSON.stringify([query.sql, query.parameters])),
    });
    await up(db);
    checksums[name] = hash.digest('hex');
  }
  return checksums;
}

describe('the migrations of the catalog', () => {
  it('run exactly the published statements', async () => {
    const checksums = {
      sqlite: await checksumsOf(dialects.sqlite),
      postgresql: await checksumsOf(dialects.postgresql),
    };

    expect(checksums).toMatchObject(published);
  });
});
