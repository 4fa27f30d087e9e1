import { systemClock } from '@spanhouse/service-runtime';
import { createSilentLogger } from '@spanhouse/service-runtime/testing';
import { createTraceAnalytics, type TraceAnalytics } from '@spanhouse/trace-store/reader';
import {
  aContext,
  aSpan,
  describeOnClickHouse,
  listTraces,
  projectId,
  START_NS,
} from '@spanhouse/trace-store/testing';
import { openWithReader, type StoreUnderTest, useOpened } from '../open-clickhouse.js';
import { everything, spanId, traceId } from '../selecting.js';

const signal = new AbortController().signal;
const GENERATION = 1n << 48n;
const DAY_NS = 86_400_000_000_000n;
/** Earliest possible start time of a span: 1900-01-01. */
const FIRST_NS = -2_208_988_800_000_000_000n;
const LAST_NS = 9_223_372_036_854_775_807n;
const YEAR_2024_NS = 1_704_067_200_000_000_000n;
/** Number of times that each read is run, because ClickHouse compiles an aggregation only after several runs. */
const REPEATS = 7;

const starts = [
  FIRST_NS,
  -1n,
  ...Array.from({ length: 148 }, (_, day) => YEAR_2024_NS + BigInt(day) * DAY_NS),
  LAST_NS,
];
const traceIds = Array.from({ length: REPEATS }, (_, index) => traceId(index + 1));

/** Stores each trace in its own block, so that ClickHouse also compiles the views of the trace index. */
async function storeTraces(store: StoreUnderTest): Promise<void> {
  for (const [block, trace_id] of traceIds.entries()) {
    const rows = starts.map((start_time, index) => ({
      span: aSpan({
        trace_id,
        span_id: spanId(index + 1),
        parent_id: index === 0 ? undefined : spanId(1),
        start_time,
        end_time: start_time,
        session_id: 's',
        attributes: { ag: { session: { id: 's' } } },
      }),
      context: aContext({ received_at: START_NS }),
    }));
    await store.store({ rows, logOffset: GENERATION | BigInt(block) });
  }
}

const all = everything(projectId);

describeOnClickHouse('Times before and after 1970', (url) => {
  const used = useOpened(() => openWithReader(url));
  let analytics: TraceAnalytics;

  beforeAll(async () => {
    const dependencies = { logger: createSilentLogger(), clock: systemClock };
    analytics = createTraceAnalytics(used.database.config, dependencies);
    await storeTraces(used);
  });
  afterAll(() => analytics.close());

  it('are found by look-ups', async () => {
    for (const trace_id of traceIds) {
      const ids = { project_id: projectId, trace_ids: [trace_id], span_ids: undefined };
      const found = await used.reader.findSpans(ids, signal);
      const keys = await used.reader.findSpanKeys({ project_id: projectId, trace_id }, signal);

      expect(found.map(({ start_time }) => start_time)).toEqual(starts);
      expect(keys.map(({ start_time }) => start_time)).toEqual(starts);
    }
  });

  it.each(['ascending', 'descending'] as const)('are found by %s lists', async (order) => {
    const filter = { kind: 'equals_any', field: 'trace_id', values: traceIds } as const;
    const inOrder = order === 'ascending' ? starts : starts.toReversed();

    for (let turn = 0; turn < REPEATS; turn++) {
      const selection = { ...all, order, filter: turn % 2 === 0 ? undefined : filter };
      const { spans } = await used.reader.listSpans({ ...selection, limit: 2000 }, signal);
      const { traces } = await listTraces(used.reader, { ...selection, limit: 100 }, signal);

      expect(spans.map(({ start_time }) => start_time)).toEqual(
        inOrder.flatMap((start) => traceIds.map(() => start)),
      );
      expect(traces.map(({ rank, spans }) => [rank, spans.length])).toEqual(
        traceIds.map(() => [LAST_NS, starts.length]),
      );
    }
  });

  it('are found by analytics and lists of sessions', async () => {
    const actors = { ...all, limit: 10, actor: 'session', withSummaries: true } as const;
    for (let turn = 0; turn < REPEATS; turn++) {
      for (const isLatest of [true, false]) {
        const page = await analytics.listActors(
          { ...actors, isLatest, order: 'descending' },
          signal,
        );

        expect(page.actors).toEqual([
          {
            id: 's',
            time: isLatest ? LAST_NS : FIRST_NS,
            summary: expect.objectContaining({
              traces: traceIds.length,
              firstTime: FIRST_NS,
              lastTime: LAST_NS,
            }),
          },
        ]);
      }
      const buckets = await analytics.sumBuckets(
        { ...all, oldest: FIRST_NS, newest: FIRST_NS + DAY_NS, bucketNs: DAY_NS },
        'trace',
        signal,
      );

      expect(buckets).toEqual([
        expect.objectContaining({ total: expect.objectContaining({ count: traceIds.length }) }),
      ]);
    }
  });
});
