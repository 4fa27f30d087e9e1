import { createSilentLogger } from '@spanhouse/service-runtime/testing';
import {
  aSpanBlock,
  createTestDatabase,
  type RowInput,
  type TestDatabaseConfig,
} from '@spanhouse/trace-store/testing';
import { createSpanWriter, type TombstoneBlock } from '@spanhouse/trace-store/writer';

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
