import { systemClock } from '@spanhouse/service-runtime';
import { createSilentLogger } from '@spanhouse/service-runtime/testing';
import { storedColumns } from '@spanhouse/span-row';
import { encodeEarlierRow } from '@spanhouse/span-row/testing';
import type { JsonObject } from '@spanhouse/span-schema';
import { applyMigrations, nextLogGeneration } from '@spanhouse/trace-store/migrations';
import {
  aContext,
  aSpan,
  aSpanBlock,
  blockOfBytes,
  describeOnClickHouse,
  encodeRows,
  openTestDatabase,
  type TestDatabase,
  testConfig,
} from '@spanhouse/trace-store/testing';
import { createSpanWriter, type SpanBlock } from '@spanhouse/trace-store/writer';
import { filterToSql } from '../../../src/filter/filter-to-sql.js';
import { memberSql } from '../../../src/filter/packed-text.js';
import { loadMigrations } from '../../../src/schema/schema-state.js';

const dependencies = { logger: createSilentLogger(), clock: systemClock };

describeOnClickHouse('applyMigrations', (url) => {
  let database: TestDatabase;

  beforeEach(() => {
    database = openTestDatabase(testConfig(url));
  });
  afterEach(() => database.drop());

  const migrate = () => applyMigrations(database.config, dependencies);
  const versions = async () => {
    const rows = await database.selectLocal<{ version: number }>(
      'SELECT version FROM schema_migrations ORDER BY version',
    );
    return [...new Set(rows.map(({ version }) => version))];
  };

  it('creates the database and applies every file once', async () => {
    const all = (await loadMigrations()).map(({ version }) => version);

    const first = await migrate();
    const second = await migrate();

    expect(first).toEqual({ applied: all, schemaVersion: all.length });
    expect(second).toEqual({ applied: [], schemaVersion: all.length });
    expect(await versions()).toEqual(all);
  });

  it('runs several migrators one after another', async () => {
    const results = await Promise.all([migrate(), migrate(), migrate()]);

    const all = (await loadMigrations()).map(({ version }) => version);
    expect(results.flatMap(({ applied }) => applied)).toEqual(all);
    expect(await versions()).toEqual(all);
  });

  it('continues where a migrator stopped', async () => {
    const migrations = await loadMigrations();
    await applyMigrations(database.config, { ...dependencies, migrations: migrations.slice(0, 2) });

    const { applied } = await migrate();

    expect(applied).toEqual(migrations.slice(2).map(({ version }) => version));
  });

  it('refuses a schema that is newer than the program, and so do the writers', async () => {
    await migrate();
    await database.command(
      `INSERT INTO schema_migrations (version, name, checksum) VALUES (9999, 'add_future', 'x')`,
    );
    const writer = createSpanWriter(database.config, dependencies);

    await expect(migrate()).rejects.toMatchObject({ code: 'SCHEMA_NEWER' });
    await expect(writer.check()).rejects.toMatchObject({ code: 'SCHEMA_NEWER', retryable: false });
    await writer.close();
  });

  it('names the migration that failed and does not apply later ones', async () => {
    const migrations = (await loadMigrations()).map((migration) =>
      migration.version === 3 ? { ...migration, statement: 'CREATE NONSENSE' } : migration,
    );

    const migrating = applyMigrations(database.config, { ...dependencies, migrations });

    await expect(migrating).rejects.toMatchObject({
      code: 'MIGRATION_FAILED',
      message: expect.stringContaining('migration 3'),
    });
    expect(await versions()).toEqual([1, 2]);
  });

  it('gives spans the columns of the column table', async () => {
    await migrate();

    const columns = await database.select<{ name: string; type: string }>(
      `SELECT name, type FROM system.columns WHERE database = currentDatabase() AND table = 'spans'`,
    );

    const byName = (left: { name: string }, right: { name: string }) =>
      left.name < right.name ? -1 : 1;
    const expected = storedColumns
      .filter(({ name }) => memberSql(name) === name)
      .map(({ name, type }) => ({ name, type }));
    expect(columns.toSorted(byName)).toEqual(expected.toSorted(byName));
  });

  it('finds rows of an earlier version by a column that they lack', async () => {
    const versions = ['1.0', '', 'ä\u0000"\\', 7, true, ['1'], { a: '1' }, null, undefined];
    const rows = versions.map((version, index) => ({
      span: aSpan({
        span_id: (index + 1).toString(16).padStart(16, '0'),
        resource: { attributes: { 'service.version': version } as JsonObject },
      }),
      context: aContext(),
    }));
    const earlier = rows.map(({ span, context }) => encodeEarlierRow(span, context, 1));
    const writer = createSpanWriter(database.config, dependencies);
    const write = (frames: readonly Uint8Array[], place: Partial<SpanBlock>) =>
      writer.write(blockOfBytes(frames, place), new AbortController().signal);
    await migrate();
    await write([Buffer.concat(earlier)], { rowSchemaVersion: 1, logOffset: 2n });
    await write([encodeRows(rows)], { logOffset: 3n });

    const isAbsent = filterToSql({ kind: 'absent', field: 'service_version' });
    const found = () =>
      database.select(
        `SELECT log_offset AS place, groupArray((service_version, toBool(${isAbsent}))) AS found FROM (SELECT * FROM spans ORDER BY log_offset, span_id) GROUP BY place ORDER BY place`,
      );

    const expected = versions.map((version) =>
      typeof version === 'string' ? [version, false] : ['', true],
    );
    const everywhere = [2, 3].map((place) => ({ place, found: expected }));
    expect(await found()).toEqual(everywhere);
    await writer.close();
  });

  it('gives a new log a generation above all stored rows', async () => {
    expect(await nextLogGeneration(database.config, dependencies)).toBe(1);
    await migrate();
    expect(await nextLogGeneration(database.config, dependencies)).toBe(1);
    const writer = createSpanWriter(database.config, dependencies);
    const block = aSpanBlock([{ span: aSpan(), context: aContext() }], {
      logOffset: (41n << 48n) | 7n,
    });
    await writer.write(block, new AbortController().signal);
    await writer.close();

    expect(await nextLogGeneration(database.config, dependencies)).toBe(42);
  });

  it.each([applyMigrations, nextLogGeneration])(
    'is retryable while ClickHouse is unavailable, and guesses no generation: %p',
    async (run) => {
      const running = run(testConfig('http://127.0.0.1:9'), dependencies);

      await expect(running).rejects.toMatchObject({
        code: 'CLICKHOUSE_UNAVAILABLE',
        retryable: true,
      });
    },
  );
});
