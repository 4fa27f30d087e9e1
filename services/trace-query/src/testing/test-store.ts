import { systemClock } from '@spanhouse/service-runtime';
import { createSilentLogger } from '@spanhouse/service-runtime/testing';
import { createTraceAnalytics, createTraceReader } from '@spanhouse/trace-store/reader';
import { aSpanBlock, createTestDatabase, type RowInput } from '@spanhouse/trace-store/testing';
import { createSpanWriter } from '@spanhouse/trace-store/writer';

export type TestStore = Awaited<ReturnType<typeof openTestStore>>;

/** Creates a database, a writer, and the readers that the query service uses. */
export async function openTestStore(url: string) {
  const database = await createTestDatabase(url);
  const options = { logger: createSilentLogger(), clock: systemClock };
  const writer = createSpanWriter(database.config, options);
  const reader = createTraceReader(database.config, options);
  const analytics = createTraceAnalytics(database.config, options);
  return {
    database,
    writer,
    reader,
    analytics,
    write: (rows: readonly RowInput[], block?: Parameters<typeof aSpanBlock>[1]) =>
      writer.write(aSpanBlock(rows, block), AbortSignal.timeout(180_000)),
    async close() {
      await Promise.all([writer.close(), reader.close(), analytics.close()]);
      await database.drop();
    },
  };
}
