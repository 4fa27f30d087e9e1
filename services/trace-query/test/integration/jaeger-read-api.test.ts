import { systemClock } from '@spanhouse/service-runtime';
import { createSilentLogger, describeWithBackend } from '@spanhouse/service-runtime/testing';
import { setDAsOtlp } from '@spanhouse/span-dialects/testing';
import {
  createTraceAnalytics,
  createTraceReader,
  type TraceAnalytics,
  type TraceReader,
} from '@spanhouse/trace-store/reader';
import { aSpanBlock, createTestDatabase, type TestDatabase } from '@spanhouse/trace-store/testing';
import { createSpanWriter } from '@spanhouse/trace-store/writer';
import { takeInOtlp, testContext } from '../../src/testing/intake.js';
import { askJaeger, type JaegerClient } from '../../src/testing/jaeger/ask-jaeger.js';
import { describeJaeger } from '../../src/testing/jaeger/describe-jaeger.js';
import { createTestTraceQuery } from '../../src/testing/test-trace-query.js';

const otherProject = '00000000-0000-0000-0000-000000000001';

describeWithBackend('/jaeger on ClickHouse', 'CLICKHOUSE_URL', (url) => {
  let database: TestDatabase;
  let reader: TraceReader;
  let analytics: TraceAnalytics;
  let client: JaegerClient;

  beforeAll(async () => {
    database = await createTestDatabase(url);
    const logger = createSilentLogger();
    const writer = createSpanWriter(database.config, { logger });
    reader = createTraceReader(database.config, { logger, clock: systemClock });
    analytics = createTraceAnalytics(database.config, { logger, clock: systemClock });
    client = askJaeger(createTestTraceQuery({ store: reader, analytics }).app);
    const ofOthers = { ...testContext, project_id: otherProject };
    const rows = takeInOtlp(setDAsOtlp()).flatMap((span) => [
      { span, context: testContext },
      { span: { ...span, span_name: 'of another project' }, context: ofOthers },
    ]);
    const block = aSpanBlock(rows, { logOffset: 1n << 48n });
    await writer.write(block, new AbortController().signal);
    await writer.close();
  });
  afterAll(async () => {
    await Promise.all([reader?.close(), analytics?.close()]);
    await database?.drop();
  });

  describeJaeger('with spans of another project', () => client);
});
