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

/** A writer for the tests of the suite that calls this; each of them begins with empty tables. */
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

export const spanIdAt = (index: number) => (index + 1).toString(16).padStart(16, '0');

/** Rows of different spans of one trace. */
export const rowsOf = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    span: aSpan({ span_id: spanIdAt(index), start_time: START_NS + BigInt(index) }),
    context: aContext(),
  }));
