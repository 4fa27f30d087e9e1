import { createSilentLogger, FakeClock } from '@spanhouse/service-runtime/testing';
import {
  aContext,
  aSpan,
  aSpanBlock,
  blockOfBytes,
  createTestDatabase,
  START_NS,
  type TestDatabase,
} from '@spanhouse/trace-store/testing';
import { createSpanWriter, type SpanBlock, type SpanWriter } from '@spanhouse/trace-store/writer';

const never = new AbortController().signal;

export interface WriterUnderTest {
  database: TestDatabase;
  writer: SpanWriter;
}

/** Opens a writer for the tests of a suite. Each test starts with empty tables. */
export function useWriter(url: string): WriterUnderTest {
  const used = {} as WriterUnderTest;
  beforeAll(async () => {
    used.database = await createTestDatabase(url);
    used.writer = createSpanWriter(used.database.config, {
      logger: createSilentLogger(),
      clock: new FakeClock(),
    });
  });
  beforeEach(async () => {
    await used.database.commandLocal('TRUNCATE TABLE spans');
    await used.database.commandLocal('TRUNCATE TABLE trace_index');
    await used.database.commandLocal('TRUNCATE TABLE attribute_shapes');
    await used.database.commandLocal('TRUNCATE TABLE services');
  });
  afterAll(async () => {
    await used.writer.close();
    await used.database.drop();
  });
  return used;
}

export function spanIdAt(index: number) {
  return (index + 1).toString(16).padStart(16, '0');
}

/** Creates rows of distinct spans of one trace. */
export function rowsOf(count: number) {
  return Array.from({ length: count }, (_, index) => ({
    span: aSpan({ span_id: spanIdAt(index), start_time: START_NS + BigInt(index) }),
    context: aContext(),
  }));
}

/**
 * Creates one block for each of the partitions 0, 1, … at the offsets 100, 101, …, with the given numbers of rows. All
 * spans are different.
 */
export function blocksOfPartitions(rowCounts: readonly number[]): readonly SpanBlock[] {
  const rows = rowsOf(rowCounts.reduce((sum, count) => sum + count, 0));
  let first = 0;
  return rowCounts.map((count, logPartition) => {
    first += count;
    const logOffset = BigInt(100 + logPartition);
    return aSpanBlock(rows.slice(first - count, first), { logPartition, logOffset });
  });
}

/**
 * Makes a writer cache the deletes of partitions by writing blocks that ClickHouse refuses. Blocks that are then
 * written concurrently are ready to be inserted at the same time.
 */
export async function readTombstones(writer: SpanWriter, partitions: number): Promise<void> {
  for (let logPartition = 0; logPartition < partitions; logPartition += 1) {
    await writer.write(blockOfBytes([Buffer.from('x')], { logPartition }), never);
  }
}

/** Counts the rows by log position. The keys have the form `<partition>@<offset>`. */
export async function countPlaces(
  database: TestDatabase,
): Promise<Readonly<Record<string, number>>> {
  const positions = await database.select<{ position: string; rows: string }>(
    "SELECT concat(toString(log_partition), '@', toString(log_offset)) AS position, count() AS rows FROM spans GROUP BY position",
  );
  return Object.fromEntries(positions.map(({ position, rows }) => [position, Number(rows)]));
}

export interface StoredCounts {
  readonly rows: number;
  /** Number of rows that the trace index contains. */
  readonly indexed: number;
  readonly ids: number;
}

export async function countRows(database: TestDatabase): Promise<StoredCounts> {
  const [row] = await database.select<{ rows: string; indexed: string; ids: string }>(
    'SELECT (SELECT count() FROM spans) AS rows, sum(row_count) AS indexed, uniqExactMerge(span_ids) AS ids FROM trace_index',
  );
  return { rows: Number(row?.rows), indexed: Number(row?.indexed), ids: Number(row?.ids) };
}
