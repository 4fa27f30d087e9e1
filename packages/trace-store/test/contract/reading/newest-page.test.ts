import { randomUUID } from 'node:crypto';
import { systemClock } from '@spanhouse/service-runtime';
import { createSilentLogger } from '@spanhouse/service-runtime/testing';
import { createTraceReader, type TraceReader } from '@spanhouse/trace-store/reader';
import {
  aContext,
  aSpan,
  aSpanBlock,
  createTestDatabase,
  describeOnClickHouse,
  START_NS,
  type TestDatabase,
} from '@spanhouse/trace-store/testing';
import { createSpanWriter, type SpanWriter } from '@spanhouse/trace-store/writer';

const ROWS_OF_BLOCK = 10_000;
const MINUTE_NS = 60_000_000_000n;

const signal = new AbortController().signal;

function hex(number: number, length: number) {
  return number.toString(16).padStart(length, '0');
}

describeOnClickHouse('The newest page of a list', (url) => {
  /** Each server reads its own granules. */
  const servers = url.split(',').length;
  const project_id = randomUUID();
  let database: TestDatabase;
  let writer: SpanWriter;
  let reader: TraceReader;

  beforeAll(async () => {
    database = await createTestDatabase(url);
    const logger = createSilentLogger();
    writer = createSpanWriter(database.config, { logger });
    reader = createTraceReader(database.config, { logger, clock: systemClock });
  });
  afterAll(async () => {
    await writer.close();
    await reader.close();
    await database.drop();
  });

  const storeBlockOfMinute = (minute: number) =>
    writer.write(
      aSpanBlock(
        Array.from({ length: ROWS_OF_BLOCK }, (_, row) => ({
          context: aContext({ project_id }),
          span: aSpan({
            trace_id: hex(minute * ROWS_OF_BLOCK + row + 1, 32),
            span_id: hex(row + 1, 16),
            start_time: START_NS + BigInt(minute) * MINUTE_NS + BigInt(row),
          }),
        })),
      ),
      signal,
    );
  const newestPage = async () => {
    let rows = 0;
    const measured = reader.measured((cost) => {
      rows += cost.rows;
    });
    const { spans } = await measured.listSpans(
      {
        project_id,
        filter: undefined,
        oldest: undefined,
        newest: undefined,
        after: undefined,
        order: 'descending',
        ratePercent: undefined,
        snapshot: [],
        limit: 5,
      },
      signal,
    );
    return { rows, spans };
  };

  it('reads only its own bucket, regardless of the parts with older buckets', async () => {
    for (const minute of [0, 1, 2, 3]) {
      await storeBlockOfMinute(minute);
    }

    await newestPage();
    const page = await newestPage();

    expect(page.spans).toHaveLength(5);
    expect(page.rows).toBeLessThan(1.5 * ROWS_OF_BLOCK * servers);
  });
});
