import { randomUUID } from 'node:crypto';
import { systemClock } from '@spanhouse/service-runtime';
import { createSilentLogger } from '@spanhouse/service-runtime/testing';
import { createTraceReader, type TraceReader } from '@spanhouse/trace-store/reader';
import {
  aContext,
  aSpan,
  aSpanBlock,
  describeOnClickHouse,
  listTraces,
  START_NS,
  testConfig,
} from '@spanhouse/trace-store/testing';
import { useOwnStore } from '../open-clickhouse.js';
import { everything, spanId } from '../selecting.js';

const signal = new AbortController().signal;

describeOnClickHouse('TraceReader', (url) => {
  const used = useOwnStore(url);
  let project_id: string;

  beforeEach(() => {
    project_id = randomUUID();
  });

  const find = (ids: Partial<Parameters<TraceReader['findSpans']>[0]>) =>
    used.reader.findSpans(
      { project_id, trace_ids: undefined, span_ids: undefined, ...ids },
      signal,
    );

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
    await used.database.commandLocal('SYSTEM STOP TTL MERGES spans');
    await used.writer.write(aSpanBlock(rows), signal);

    const { spans } = await used.reader.listSpans(everything(project_id), signal);
    const { traces } = await listTraces(used.reader, everything(project_id), signal);
    const found = await find({ trace_ids: [aSpan().trace_id] });

    await used.database.commandLocal('SYSTEM START TTL MERGES spans');
    expect(spans.map(({ span_id }) => span_id)).toEqual([spanId(1)]);
    expect(traces.map(({ rank }) => rank)).toEqual([START_NS]);
    expect(found.map(({ span_id }) => span_id)).toEqual([spanId(1)]);
  });

  it('rejects while ClickHouse is unavailable or has no schema', async () => {
    const logger = createSilentLogger();
    const unavailable = { code: 'CLICKHOUSE_UNAVAILABLE', retryable: true };
    for (const config of [testConfig('http://127.0.0.1:9'), testConfig(url)]) {
      const lost = createTraceReader(config, { logger, clock: systemClock });

      await expect(lost.listSpans(everything(project_id), signal)).rejects.toMatchObject(
        unavailable,
      );
      await expect(listTraces(lost, everything(project_id), signal)).rejects.toMatchObject(
        unavailable,
      );
      await lost.close();
    }
  });

  it('checks that the schema is the current one', async () => {
    await expect(used.reader.check()).resolves.toBeUndefined();
  });
});
