import { systemClock } from '@spanhouse/service-runtime';
import { createSilentLogger } from '@spanhouse/service-runtime/testing';
import { createTraceAnalytics, type TraceAnalytics } from '@spanhouse/trace-store/reader';
import { createTestDatabase, type TestDatabase } from '@spanhouse/trace-store/testing';
import { createSpanWriter, type SpanWriter } from '@spanhouse/trace-store/writer';

export interface AnalyticsUnderTest {
  database: TestDatabase;
  writer: SpanWriter;
  analytics: TraceAnalytics;
}

/** Analytics of a database of their own, for the tests of the suite that calls this. */
export function useAnalytics(url: string): AnalyticsUnderTest {
  const used = {} as AnalyticsUnderTest;
  beforeAll(async () => {
    const logger = createSilentLogger();
    used.database = await createTestDatabase(url);
    used.writer = createSpanWriter(used.database.config, { logger });
    used.analytics = createTraceAnalytics(used.database.config, { logger, clock: systemClock });
  });
  afterAll(async () => {
    await used.writer.close();
    await used.analytics.close();
    await used.database.drop();
  });
  return used;
}
