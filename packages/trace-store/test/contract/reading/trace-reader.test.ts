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
  listTraces,
  START_NS,
  type TestDatabase,
  testConfig,
} from '@spanhouse/trace-store/testing';
import { createSpanWriter, type SpanWriter } from '@spanhouse/trace-store/writer';

const signal = new AbortController().signal;

function spanId(number: number) {
  return number.toString(16).padStart(16, '0');
}

describeOnClickHouse('TraceReader', (url) => {
  let database: TestDatabase;
  let writer: SpanWriter;
  let reader: TraceReader;
  let project_id: string;

  beforeAll(async () => {
    database = await createTestDatabase(url);
    const logger = createSilentLogger();
    writer = createSpanWriter(database.config, { logger });
    reader = createTraceReader(database.config, { logger, clock: systemClock });
  });
  beforeEach(() => {
    project_id = randomUUID();
  });
  afterAll(async () => {
    await writer.close();
    await reader.close();
    await database.drop();
  });

  const everything = () =>
    ({
      project_id,
      filter: undefined,
      oldest: undefined,
      newest: undefined,
      order: 'descending',
      ratePercent: undefined,
      snapshot: [],
      limit: 100,
      after: undefined,
    }) as const;
  const find = (ids: Partial<Parameters<TraceReader['findSpans']>[0]>) =>
    reader.findSpans({ project_id, trace_ids: undefined, span_ids: undefined, ...ids }, signal);

  it('does not list expired spans that ClickHouse has not removed yet', async () => {
    const now = systemClock.nowNs();
    const day = 86_400_000_000_000n;
    const rows = [
      [1, now - day + 60_000_000_000n],
      [2, now - day - 60_000_000_000n],
    ].map(([id, received_at]) => ({
      span: aSpan({ span_id: spanId(Number(id)), start_time: START_NS + BigInt(id ?? 0) - 1n }),
      context: aContext({ project_id, retention_days: 1, received_at: BigInt(received_at ?? 0) }),
    }));
    await database.commandLocal('SYSTEM STOP TTL MERGES spans');
    await writer.write(aSpanBlock(rows), signal);

    const { spans } = await reader.listSpans(everything(), signal);
    const { traces } = await listTraces(reader, everything(), signal);
    const found = await find({ trace_ids: [aSpan().trace_id] });

    await database.commandLocal('SYSTEM START TTL MERGES spans');
    expect(spans.map(({ span_id }) => span_id)).toEqual([spanId(1)]);
    expect(traces.map(({ rank }) => rank)).toEqual([START_NS]);
    expect(found.map(({ span_id }) => span_id)).toEqual([spanId(1)]);
  });

  it('rejects while ClickHouse is unavailable or has no schema', async () => {
    const logger = createSilentLogger();
    const unavailable = { code: 'CLICKHOUSE_UNAVAILABLE', retryable: true };
    for (const config of [testConfig('http://127.0.0.1:9'), testConfig(url)]) {
      const lost = createTraceReader(config, { logger, clock: systemClock });

      await expect(lost.listSpans(everything(), signal)).rejects.toMatchObject(unavailable);
      await expect(listTraces(lost, everything(), signal)).rejects.toMatchObject(unavailable);
      await lost.close();
    }
  });

  it('checks that the schema is the current one', async () => {
    await expect(reader.check()).resolves.toBeUndefined();
  });
});
