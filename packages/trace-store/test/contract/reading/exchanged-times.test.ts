import { systemClock } from '@spanhouse/service-runtime';
import { createSilentLogger } from '@spanhouse/service-runtime/testing';
import { createTraceAnalytics, createTraceReader } from '@spanhouse/trace-store/reader';
import {
  aContext,
  aSpan,
  aSpanBlock,
  createTestDatabase,
  describeOnClickHouse,
  listTraces,
  projectId,
  type TestDatabase,
} from '@spanhouse/trace-store/testing';
import { createSpanWriter } from '@spanhouse/trace-store/writer';
import { everything } from '../selecting.js';

const signal = new AbortController().signal;
const dependencies = { logger: createSilentLogger(), clock: systemClock };
const FIRST_NS = -2_208_988_800_000_000_000n;
const YEAR_2024_NS = 1_704_067_200_000_000_000n;
const LAST_NS = 9_223_372_036_854_775_807n;
const starts = [FIRST_NS, FIRST_NS + 5n, YEAR_2024_NS, YEAR_2024_NS + 5n, LAST_NS];

function unsigned(time: string, aggregate: 'min' | 'max') {
  return `fromUnixTimestamp64Nano(reinterpretAsInt64((SELECT ${aggregate}(reinterpretAsUInt64(toUnixTimestamp64Nano(${time}))) FROM spans)), 'UTC')`;
}

/** Swaps the times in the index in the same way as version 0.1.0, which compared times as unsigned numbers. */
const exchange = `ALTER TABLE trace_index UPDATE
  min_start_time = ${unsigned('start_time', 'min')},
  max_start_time = ${unsigned('start_time', 'max')},
  max_end_time = ${unsigned('end_time', 'max')}
  WHERE 1 SETTINGS mutations_sync = 2`;

describeOnClickHouse('A trace index with swapped times', (url) => {
  let database: TestDatabase;
  beforeEach(async () => {
    database = await createTestDatabase(url);
  });
  afterEach(() => database.drop());

  const store = async (block: bigint, from: readonly bigint[]) => {
    const writer = createSpanWriter(database.config, dependencies);
    const rows = from.map((start_time) => ({
      span: aSpan({
        span_id: String(starts.indexOf(start_time) + 1).padStart(16, '0'),
        parent_id: start_time === FIRST_NS ? undefined : '0000000000000001',
        start_time,
        end_time: start_time,
        attributes: { ag: { session: { id: 's' } } },
      }),
      context: aContext(),
    }));
    const outcome = await writer.write(aSpanBlock(rows, { logOffset: block }), signal);
    expect(outcome).toEqual({ status: 'written' });
    await writer.close();
  };

  /** Checks that every read returns the complete trace. */
  const expectWholeTrace = async () => {
    const reader = createTraceReader(database.config, dependencies);
    const analytics = createTraceAnalytics(database.config, dependencies);
    const { trace_id } = aSpan();
    const filter = { kind: 'equals_any', field: 'trace_id', values: [trace_id] } as const;
    const list = { ...everything(projectId), filter };
    const ids = { project_id: projectId, trace_ids: [trace_id], span_ids: undefined };
    const timesOf = (spans: readonly { readonly start_time: bigint }[]) =>
      spans.map(({ start_time }) => start_time);

    expect(timesOf(await reader.findSpans(ids, signal))).toEqual(starts);
    expect(timesOf(await reader.findSpanKeys({ project_id: projectId, trace_id }, signal))).toEqual(
      starts,
    );
    for (const order of ['ascending', 'descending'] as const) {
      const { spans } = await reader.listSpans({ ...list, order }, signal);
      const { traces } = await listTraces(
        reader,
        { ...list, order, filter: undefined, oldest: undefined },
        signal,
      );

      expect(timesOf(order === 'ascending' ? spans : spans.toReversed())).toEqual(starts);
      expect(traces.map((trace) => [trace.rank, trace.spans.length])).toEqual([
        [LAST_NS, starts.length],
      ]);
    }
    const { actors } = await analytics.listActors(
      {
        ...list,
        filter: undefined,
        order: 'descending',
        actor: 'session',
        isLatest: false,
        withSummaries: true,
      },
      signal,
    );
    expect(actors).toEqual([
      {
        id: 's',
        time: FIRST_NS,
        summary: expect.objectContaining({ traces: 1, firstTime: FIRST_NS, lastTime: LAST_NS }),
      },
    ]);
    await reader.close();
    await analytics.close();
  };

  it('does not hide the trace from reads', async () => {
    await store(1n, starts);
    await database.commandLocal(exchange);

    await expectWholeTrace();
  });

  it('is still detected after a delete and a merge', async () => {
    await store(1n, starts.slice(0, -1));
    await database.commandLocal(exchange);
    const writer = createSpanWriter(database.config, dependencies);
    const ofNothing = { projectId, traceId: aSpan().trace_id, logOffset: 1n };
    await writer.writeTombstones({ logPartition: 0, tombstones: [ofNothing] }, signal);
    await writer.close();
    await store(2n, starts.slice(-1));
    await database.commandLocal('OPTIMIZE TABLE trace_index FINAL');

    await expectWholeTrace();
  });
});
