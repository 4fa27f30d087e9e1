import { createSilentLogger } from '@spanhouse/service-runtime/testing';
import {
  createTestDatabase,
  describeOnClickHouse,
  type TestDatabase,
} from '@spanhouse/trace-store/testing';
import { createStoreState, type StoreState } from '@spanhouse/trace-store/writer';

const logger = createSilentLogger();

describeOnClickHouse('StoreState', (url) => {
  let database: TestDatabase;
  let state: StoreState;

  beforeAll(async () => {
    database = await createTestDatabase(url);
    state = createStoreState(database.config, { logger });
  });
  afterAll(async () => {
    await state.close();
    await database.drop();
  });

  it('counts parts, rows and bytes of the tables of this database', async () => {
    await database.commandLocal('SYSTEM STOP MERGES tombstones');
    for (const partition of [1, 2]) {
      await database.command(
        `INSERT INTO tombstones (project_id, trace_id, log_partition, log_offset)
         SELECT generateUUIDv4(), unhex('${'ab'.repeat(16)}'), ${partition}, number FROM numbers(5)`,
      );
    }

    const { tables, uptimeSeconds, diskFreeBytes, diskSizeBytes } = await state.read();

    const tombstones = tables.get('tombstones');
    expect(tombstones).toMatchObject({ parts: 2, rows: 10 });
    expect(tombstones?.bytesOnDisk).toBeGreaterThan(100);
    expect(tables.get('schema_migrations')?.rows).toBeGreaterThan(0);
    expect(uptimeSeconds).toBeGreaterThanOrEqual(0);
    expect(diskFreeBytes).toBeGreaterThan(0);
    expect(diskSizeBytes).toBeGreaterThanOrEqual(diskFreeBytes);
  });

  it('counts unfinished mutations', async () => {
    const before = await state.read();
    await database.commandLocal('SYSTEM STOP MERGES dead_letters');
    await database.command(
      "INSERT INTO dead_letters (log_id, log_partition, log_offset, first_row, row_count) VALUES ('a', 1, 1, 0, 1)",
    );
    await database.commandLocal(
      "ALTER TABLE dead_letters DELETE WHERE log_id = 'a' SETTINGS mutations_sync = 0",
    );

    expect(before.pendingMutations).toBe(0);
    expect((await state.read()).pendingMutations).toBe(1);
  });

  it('rejects when ClickHouse does not answer', async () => {
    const url = 'http://127.0.0.1:1';
    const nowhere = createStoreState(
      { ...database.config, CLICKHOUSE_URL: url, CLICKHOUSE_SERVER_URLS: [url] },
      { logger },
    );

    await expect(nowhere.read()).rejects.toMatchObject({ code: 'CLICKHOUSE_UNAVAILABLE' });
    await nowhere.close();
  });
});
