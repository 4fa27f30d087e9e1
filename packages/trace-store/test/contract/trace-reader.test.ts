import { randomUUID } from 'node:crypto';
import { systemClock } from '@spanhouse/service-runtime';
import { createSilentLogger } from '@spanhouse/service-runtime/testing';
import type { CanonicalSpan } from '@spanhouse/span-schema';
import { createTraceReader, type TraceReader } from '@spanhouse/trace-store/reader';
import {
  aContext,
  aSpan,
  aSpanBlock,
  createTestDatabase,
  describeOnClickHouse,
  START_NS,
  type TestDatabase,
  testConfig,
} from '@spanhouse/trace-store/testing';
import { createSpanWriter, type SpanWriter } from '@spanhouse/trace-store/writer';

const signal = new AbortController().signal;
const hex = (number: number, length: number) => number.toString(16).padStart(length, '0');
const traceId = (number: number) => hex(number, 32);
const spanId = (number: number) => hex(number, 16);

describeOnClickHouse('TraceReader', (url) => {
  let database: TestDatabase;
  let writer: SpanWriter;
  let reader: TraceReader;
  let project_id: string;
  let received = 0n;

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

  const store = async (...spans: readonly Partial<CanonicalSpan>[]) => {
    const rows = spans.map((members) => ({
      span: aSpan(members),
      context: aContext({ project_id, received_at: START_NS + ++received }),
    }));
    expect(await writer.write(aSpanBlock(rows), signal)).toEqual({ status: 'written' });
  };
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

  it('lists a trace in ascending order only when nothing unseen can rank before it', async () => {
    const early = (count: number) => Array.from({ length: count }, (_, index) => BigInt(index));
    const at = (trace: number, start: bigint) => ({
      trace_id: traceId(trace),
      span_id: spanId(Number(start) + 1),
      start_time: START_NS + start,
    });
    await store(
      ...early(300).flatMap((start) => [
        at(1000 + Number(start), start),
        at(1000 + Number(start), 50_000n + start),
      ]),
      ...early(130).map((start) => at(2000 + Number(start), 500n + start)),
      ...early(20).map((start) => at(3000 + Number(start), 1000n + start)),
    );

    const { traces } = await reader.listTraces(
      { ...everything(), order: 'ascending', limit: 140 },
      signal,
    );

    expect(traces.map(({ trace_id }) => Number.parseInt(trace_id, 16))).toEqual([
      ...early(130).map((start) => 2000 + Number(start)),
      ...early(10).map((start) => 3000 + Number(start)),
    ]);
  });

  it('continues at a time with the spans whose ids are beyond, and then behind it', async () => {
    const at = (id: number, start: bigint) => ({
      span_id: spanId(id),
      start_time: START_NS + start,
    });
    await store(at(1, 5000n), at(9, 5001n), at(3, 5999n), at(8, 6000n), at(2, 4999n));
    const boundary = { from: START_NS + 5000n, to: START_NS + 5999n, span_id: spanId(5) };
    const idsOf = async (order: 'ascending' | 'descending') => {
      const { spans } = await reader.listSpans({ ...everything(), order, boundary }, signal);
      return spans.map(({ span_id }) => span_id);
    };

    expect(await idsOf('descending')).toEqual([3, 1, 2].map(spanId));
    expect(await idsOf('ascending')).toEqual([9, 8].map(spanId));
  });

  it('shows a block once that was stored under two tokens', async () => {
    const rows = [1, 2, 3].map((id) => ({
      span: aSpan({ span_id: spanId(id), start_time: START_NS + BigInt(id) }),
      context: aContext({ project_id }),
    }));
    await writer.write(aSpanBlock(rows), signal);
    await writer.write(aSpanBlock(rows), signal);

    const { spans, hasMore } = await reader.listSpans({ ...everything(), limit: 3 }, signal);
    const { traces } = await reader.listTraces(everything(), signal);

    expect(spans.map(({ span_id }) => span_id)).toEqual([3, 2, 1].map(spanId));
    expect(hasMore).toBe(false);
    expect(traces.map((trace) => trace.spans.length)).toEqual([3]);
  });

  it('finds the current one among more versions of one start than a page has rows', async () => {
    const versions = Array.from({ length: 40 }, (_, index) => ({
      span: aSpan({ span_id: spanId(1), span_name: `version ${(index + 20) % 40}` }),
      context: aContext({ project_id, received_at: START_NS + BigInt((index + 20) % 40) }),
    }));
    await writer.write(aSpanBlock(versions), signal);
    await store({ span_id: spanId(2), start_time: START_NS - 1n });

    const first = await reader.listSpans({ ...everything(), limit: 1 }, signal);
    const second = await reader.listSpans(
      { ...everything(), limit: 1, after: first.spans[0] },
      signal,
    );

    expect(first.spans.map(({ span_name }) => span_name)).toEqual(['version 39']);
    expect(first.hasMore).toBe(true);
    expect(second.spans.map(({ span_id }) => span_id)).toEqual([spanId(2)]);
    expect(second.hasMore).toBe(false);
  });

  it('does not list what has expired before ClickHouse has removed it', async () => {
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
    const { traces } = await reader.listTraces(everything(), signal);
    const found = await find({ trace_ids: [aSpan().trace_id] });

    await database.commandLocal('SYSTEM START TTL MERGES spans');
    expect(spans.map(({ span_id }) => span_id)).toEqual([spanId(1)]);
    expect(traces.map(({ rank }) => rank)).toEqual([START_NS]);
    expect(found.map(({ span_id }) => span_id)).toEqual([spanId(1)]);
  });

  it('hides partitions its snapshot does not know, but not those of an earlier log', async () => {
    const generation = (number: bigint) => number << 48n;
    const stored = [
      { logPartition: 0, logOffset: generation(2n) | 5n },
      { logPartition: 0, logOffset: generation(2n) | 10n },
      { logPartition: 3, logOffset: generation(2n) },
      { logPartition: 3, logOffset: generation(1n) | 999n },
    ];
    for (const [index, place] of stored.entries()) {
      const row = {
        span: aSpan({ span_id: spanId(index + 1) }),
        context: aContext({ project_id }),
      };
      await writer.write(aSpanBlock([row], place), signal);
    }

    const snapshot = [generation(2n) | 10n, generation(2n)];
    const { spans } = await reader.listSpans({ ...everything(), snapshot }, signal);

    expect(spans.map(({ span_id }) => span_id)).toEqual([spanId(4), spanId(1)]);
  });

  it('rejects while ClickHouse is away or has no schema', async () => {
    const logger = createSilentLogger();
    const unavailable = { code: 'CLICKHOUSE_UNAVAILABLE', retryable: true };
    for (const config of [testConfig('http://127.0.0.1:9'), testConfig(url)]) {
      const lost = createTraceReader(config, { logger, clock: systemClock });

      await expect(lost.listSpans(everything(), signal)).rejects.toMatchObject(unavailable);
      await expect(lost.listTraces(everything(), signal)).rejects.toMatchObject(unavailable);
      await lost.close();
    }
  });

  it('checks that the schema is the current one', async () => {
    await expect(reader.check()).resolves.toBeUndefined();
  });
});
