import { systemClock } from '@spanhouse/service-runtime';
import {
  createSilentLogger,
  describeWithBackend,
  splitCredentials,
} from '@spanhouse/service-runtime/testing';
import { applyMigrations } from '@spanhouse/trace-store/migrations';
import {
  openTestDatabase,
  type TestDatabase,
  type TestDatabaseConfig,
  testConfig,
} from '@spanhouse/trace-store/testing';
import { loadMigrations, type Migration } from '../../../src/schema/schema-state.js';

const dependencies = { logger: createSilentLogger(), clock: systemClock };

describeWithBackend('applyMigrations to a cluster', 'CLICKHOUSE_CLUSTER_URLS', (address) => {
  let database: TestDatabase;
  let urls: readonly string[];

  beforeEach(() => {
    database = openTestDatabase(testConfig(address));
    urls = database.config.CLICKHOUSE_SERVER_URLS ?? [];
  });
  afterEach(() => database.drop());

  const migrate = (config: Partial<TestDatabaseConfig> = {}, migrations?: readonly Migration[]) =>
    applyMigrations(
      { ...database.config, ...config },
      { ...dependencies, ...(migrations && { migrations }) },
    );

  it('creates a Distributed table for every table of the servers except schema_migrations', async () => {
    await migrate();

    const engines = 'engine FROM system.tables WHERE database = currentDatabase()';
    const local = await database.selectLocal<{ name: string }>(
      `SELECT name, ${engines} AND engine LIKE '%MergeTree' ORDER BY name`,
    );
    const spread = await database.select<{ name: string; engine: string }>(
      `SELECT name, ${engines} ORDER BY name`,
    );

    const names = new Set(local.map(({ name }) => name));
    expect(spread.map(({ name }) => name)).toEqual([...names].toSorted());
    expect(spread.filter(({ engine }) => engine !== 'Distributed')).toEqual([
      { name: 'schema_migrations', engine: 'ReplacingMergeTree' },
    ]);
  });

  it('migrates a server that joins or has lost its disk', async () => {
    const { applied } = await migrate();
    const last = { ...database.config, CLICKHOUSE_URL: urls.at(-1) ?? '' };
    const alone = { ...last, CLICKHOUSE_SERVER_URLS: undefined, CLICKHOUSE_CLUSTER: undefined };
    const { CLICKHOUSE_DATABASE } = database.config;
    for (const name of [CLICKHOUSE_DATABASE, `${CLICKHOUSE_DATABASE}_local`]) {
      const emptied = openTestDatabase({ ...alone, CLICKHOUSE_DATABASE: name });
      await emptied.drop();
    }

    const again = await migrate();

    expect(again.applied).toEqual(applied);
    expect(await database.select('SELECT count() AS n FROM spans')).toEqual([{ n: 0 }]);
  });

  it('adds a new column to the Distributed tables', async () => {
    await migrate();
    const known = await loadMigrations();
    const addition: Migration = {
      version: known.length + 1,
      name: 'add_column',
      checksum: 'x',
      statement:
        'ALTER TABLE {{database}}.spans {{on_cluster}} ADD COLUMN IF NOT EXISTS later UInt8',
    };

    const { applied } = await migrate({}, [...known, addition]);

    expect(applied).toEqual([addition.version]);
    expect(await database.select('SELECT sum(later) AS n FROM spans')).toEqual([{ n: 0 }]);
  });

  it.each<[string, (all: readonly string[]) => Partial<TestDatabaseConfig>]>([
    ['leaves a server out', ([first = '']) => ({ CLICKHOUSE_SERVER_URLS: [first] })],
    ['names one twice', ([first = '']) => ({ CLICKHOUSE_SERVER_URLS: [first, first] })],
    ['names a cluster nobody knows', () => ({ CLICKHOUSE_CLUSTER: 'elsewhere' })],
  ])('changes nothing for a configuration that %s', async (_, config) => {
    const migrating = migrate(config(urls));

    await expect(migrating).rejects.toMatchObject({
      code: 'CLICKHOUSE_CLUSTER_MISMATCH',
      retryable: false,
    });
    const made = `SELECT count() FROM system.databases WHERE startsWith(name, '${database.config.CLICKHOUSE_DATABASE}')`;
    const { url, headers } = splitCredentials(address.split(',')[0] ?? '');
    const answer = await fetch(url, { method: 'POST', body: made, headers });
    expect(await answer.text()).toBe('0\n');
  });

  it.each([
    ['rows of a single server into a cluster', true],
    ['a cluster into a single server', false],
  ])('never makes %s', async (_, isCluster) => {
    const single = { CLICKHOUSE_CLUSTER: undefined };
    await migrate(isCluster ? single : {});

    const migrating = migrate(isCluster ? {} : single);

    await expect(migrating).rejects.toMatchObject({ code: 'CLICKHOUSE_CLUSTER_MISMATCH' });
    expect(await database.select('SELECT count() AS n FROM spans')).toEqual([{ n: 0 }]);
  });

  it('is retryable while a server is unavailable', async () => {
    const serverUrls = [urls[0] ?? '', 'http://127.0.0.1:9'];

    await expect(migrate({ CLICKHOUSE_SERVER_URLS: serverUrls })).rejects.toMatchObject({
      code: 'CLICKHOUSE_UNAVAILABLE',
      retryable: true,
    });
  });
});
