import { createSilentLogger } from '@spanhouse/service-runtime/testing';
import {
  aContext,
  aSpan,
  createTestDatabase,
  START_NS,
  type TestDatabase,
} from '@spanhouse/trace-store/testing';
import { createSpanWriter, type SpanWriter } from '@spanhouse/trace-store/writer';

export interface WriterUnderTest {
  database: TestDatabase;
  writer: SpanWriter;
}

/** Opens a writer for the tests of a suite. Each test begins with empty tables. */
export function useWriter(url: string): WriterUnderTest {
  const used = {} as WriterUnderTest;
  beforeAll(async () => {
    used.database = await createTestDatabase(url);
    used.writer = createSpanWriter(used.database.config, { logger: createSilentLogger() });
  });
  beforeEach(async () => {
    await used.database.commandLocal('TRUNCATE TABLE spans');
    await used.database.commandLocal('TRUNCATE TABLE trace_index');
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

/** Rows of different spans of one trace. */
export function rowsOf(count: number) {
  return Array.from({ length: count }, (_, index) => ({
    span: aSpan({ span_id: spanIdAt(index), start_time: START_NS + BigInt(index) }),
    context: aContext(),
  }));
}

export interface StoredCounts {
  readonly rows: number;
  /** Counts the rows in the trace index, and their distinct spans. */
  readonly indexed: number;
  readonly ids: number;
}

export async function countRows(database: TestDatabase): Promise<StoredCounts> {
  const [row] = await database.select<{ rows: string; indexed: string; ids: string }>(
    'SELECT (SELECT count() FROM spans) AS rows, sum(row_count) AS indexed, uniqExactMerge(span_ids) AS ids FROM trace_index',
  );
  return { rows: Number(row?.rows), indexed: Number(row?.indexed), ids: Number(row?.ids) };
}
