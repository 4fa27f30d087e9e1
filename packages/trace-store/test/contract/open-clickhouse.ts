import { systemClock } from '@spanhouse/service-runtime';
import { createSilentLogger } from '@spanhouse/service-runtime/testing';
import { createTraceReader, type TraceReader } from '@spanhouse/trace-store/reader';
import {
  aSpanBlock,
  createTestDatabase,
  type RowInput,
  type TestDatabase,
  type TestDatabaseConfig,
} from '@spanhouse/trace-store/testing';
import {
  createSpanWriter,
  type SpanWriter,
  type TombstoneBlock,
} from '@spanhouse/trace-store/writer';

const signal = new AbortController().signal;

/** Rows that are stored together at one log position. */
export interface StoredRows {
  readonly rows: readonly RowInput[];
  readonly logPartition?: number;
  readonly logOffset?: bigint;
}

/** Stores the spans that a suite reads, in ClickHouse or in memory. */
export interface StoreUnderTest {
  store(stored: StoredRows): Promise<void>;
  delete(block: TombstoneBlock): Promise<void>;
  /** Merges the parts of ClickHouse. */
  merge(): Promise<void>;
  close(): Promise<void>;
}

/** Creates a new database, which closing drops. */
export async function openClickHouse(
  url: string,
): Promise<StoreUnderTest & { readonly config: TestDatabaseConfig }> {
  const database = await createTestDatabase(url);
  const writer = createSpanWriter(database.config, { logger: createSilentLogger() });
  return {
    config: database.config,
    async store({ rows, ...place }) {
      expect(await writer.write(aSpanBlock(rows, place), signal)).toEqual({ status: 'written' });
    },
    async delete(block) {
      expect(await writer.writeTombstones(block, signal)).toEqual({ status: 'written' });
    },
    merge: () => database.commandLocal('OPTIMIZE TABLE spans FINAL'),
    async close() {
      await writer.close();
      await database.drop();
    },
  };
}

/** Opens a store before the tests of a suite and closes it after them. */
export function useOpened<Store extends { close(): Promise<void> }>(
  open: () => Promise<Store>,
): Store {
  const used = {} as Store;
  beforeAll(async () => {
    Object.assign(used, await open());
  });
  afterAll(() => used.close());
  return used;
}

interface OwnStore {
  readonly database: TestDatabase;
  readonly writer: SpanWriter;
  readonly reader: TraceReader;
  close(): Promise<void>;
}

/** Opens a writer and a reader of a new database for a suite on ClickHouse. */
export function useOwnStore(url: string): OwnStore {
  return useOpened(async () => {
    const database = await createTestDatabase(url);
    const logger = createSilentLogger();
    const writer = createSpanWriter(database.config, { logger });
    const reader = createTraceReader(database.config, { logger, clock: systemClock });
    return {
      database,
      writer,
      reader,
      async close() {
        await Promise.all([writer.close(), reader.close()]);
        await database.drop();
      },
    };
  });
}
