import { randomUUID } from 'node:crypto';
import { systemClock } from '@spanhouse/service-runtime';
import { createSilentLogger } from '@spanhouse/service-runtime/testing';
import { decodeSpanRows, ROW_SCHEMA_VERSION } from '@spanhouse/span-row';
import {
  createTraceAnalytics,
  createTraceReader,
  type TraceAnalytics,
  type TraceReader,
} from '@spanhouse/trace-store/reader';
import {
  aContext,
  aSpanBlock,
  createTestDatabase,
  describeOnClickHouse,
  encodeRows,
  FakeTraceAnalytics,
  FakeTraceReader,
  type RowInput,
  type TestDatabase,
} from '@spanhouse/trace-store/testing';
import { createSpanWriter, type SpanWriter } from '@spanhouse/trace-store/writer';
import {
  type Candidate,
  changeSeries,
  gridOfRange,
  type Series,
  type TimeGrid,
} from '@spanhouse/traceql/metrics';
import {
  anyLikelyMetrics,
  anyTrace,
  evaluateMetrics,
  labelText,
  type Trace,
} from '@spanhouse/traceql/testing';
import fc from 'fast-check';
import { anyGroupedMetrics } from '../../src/testing/any-grouped-metrics.js';
import { asStored, toCanonicalSpans } from '../../src/testing/traceql-spans.js';
import { type CountedStore, countSpans } from '../../src/traceql/count-spans.js';

/** Asks many more queries, on a thousand spans. */
const isThorough = process.env['TRACEQL_THOROUGH'] === '1';
const TRACES = isThorough ? 250 : 40;
const QUERIES = isThorough ? 10_000 : 60;
const timeLimitMs = isThorough ? 2 * 3_600_000 : undefined;
const signal = new AbortController().signal;

const T0 = 1_777_629_600_000_000_000n;
const SHIFT = 700_000_000n;

/** Different traces of the same kind at different times, some of which overlap. */
function createTraces(count: number): readonly Trace[] {
  return fc.sample(anyTrace(), { numRuns: count, seed: 20_27 }).map(({ spans }, index) => {
    const shift = BigInt(index) * SHIFT;
    return {
      trace_id: (index + 1).toString(16).padStart(32, '0'),
      spans: spans.map((span) => ({
        ...span,
        start_time: span.start_time + shift,
        end_time: span.end_time + shift,
        events: span.events.map((event) => ({ ...event, timestamp: event.timestamp + shift })),
      })),
    };
  });
}

function anyGrid(): fc.Arbitrary<TimeGrid> {
  const shifts = fc.bigInt({ min: 0n, max: BigInt(TRACES) }).map((n) => T0 + n * SHIFT);
  return fc
    .record({
      start: shifts,
      length: fc.constantFrom(1n, 2_000_000_000n, 20_000_000_000n),
      step: fc.constantFrom(700_000_000n, 1_000_000_000n, 30_000_000_000n),
    })
    .map(({ start, length, step }) => gridOfRange({ start, end: start + length }, step));
}

type Metrics = Parameters<typeof evaluateMetrics>[0];

/** A store that makes no groups, so that spans are read one by one. */
function withoutGroups(store: CountedStore): CountedStore {
  const tallySpans = () => Promise.resolve(undefined);
  return { ...store, analytics: { ...store.analytics, tallySpans } };
}

async function count({ pipeline, first, series }: Metrics, grid: TimeGrid, store: CountedStore) {
  const counted = await countSpans({ pipeline, first, grid, exemplars: 0 }, store);
  return toPoints(changeSeries(counted.series, series));
}

/** The points of each series by its labels as text. */
function toPoints(series: readonly Series[]) {
  return new Map(
    series.map(({ labels, points }) => [
      labels.map(({ key, value }) => labelText(key, value)).join('\n'),
      [...points].map((value) => (Number.isNaN(value) ? undefined : value)),
    ]),
  );
}

function rowsOf(traces: readonly Trace[], project_id: string): readonly RowInput[] {
  const context = aContext({ project_id });
  return traces.flatMap((trace) => toCanonicalSpans(trace).map((span) => ({ span, context })));
}

const traces = createTraces(TRACES);
const stored = traces.map(asStored);

async function expectTheSame(store: CountedStore, numRuns: number): Promise<void> {
  await fc.assert(
    fc.asyncProperty(anyLikelyMetrics(), anyGrid(), async (query, grid) => {
      const expected = evaluateMetrics(query, stored, grid);
      const found = withoutAg(await count(query, grid, store));

      expect([...found.keys()].sort()).toEqual([...expected.keys()].sort());
      for (const [labels, points] of found) {
        expect(points).toEqual(
          expected.get(labels)?.map((value) => (value === undefined ? value : closeTo(value))),
        );
      }
    }),
    { numRuns },
  );
}

async function expectTheSameByGroups(store: CountedStore, numRuns: number): Promise<void> {
  await fc.assert(
    fc.asyncProperty(
      anyGroupedMetrics(),
      anyGrid(),
      fc.constantFrom(1, 5, 100),
      async (query, grid, exemplars) => {
        const expected = evaluateMetrics(query, stored, grid);
        const asked = { ...query, grid, exemplars };
        const [grouped, alone] = [
          await countSpans(asked, store),
          await countSpans(asked, withoutGroups(store)),
        ];

        for (const { series } of [grouped, alone]) {
          const found = toPoints(changeSeries(series, []));
          expect([...found.keys()].sort()).toEqual([...expected.keys()].sort());
          for (const [labels, points] of found) {
            expect(points).toEqual(
              expected.get(labels)?.map((value) => (value === undefined ? value : closeTo(value))),
            );
          }
        }
        expect(grouped.picked.map(toExample)).toEqual(alone.picked.map(toExample));
      },
    ),
    { numRuns },
  );
}

function toExample({ trace_id, span_id, group, value }: Candidate) {
  return { trace_id, span_id, group, value };
}

/** What ingest adds to every span. */
function withoutAg<Points>(series: ReadonlyMap<string, Points>): ReadonlyMap<string, Points> {
  return new Map([...series].filter(([labels]) => !labels.includes('\nspan.ag.')));
}

/** Sums are exact in the evaluator, and rounded elsewhere. */
function closeTo(value: number) {
  return expect.closeTo(value, 9 - Math.log10(Math.abs(value) + 1));
}

describe('countSpans in memory', () => {
  it(
    'counts what the naive evaluator counts, by groups of spans and one by one',
    async () => {
      const reader = new FakeTraceReader();
      const analytics = new FakeTraceAnalytics();
      const project_id = randomUUID();
      for (const row of rowsOf(traces, project_id)) {
        reader.add(decodeSpanRows(encodeRows([row]), ROW_SCHEMA_VERSION), {
          projectId: project_id,
        });
      }
      analytics.add(rowsOf(traces, project_id));
      const store = { project_id, snapshot: [], reader, analytics, signal, hasTime: () => true };

      await expectTheSame(store, QUERIES);
      await expectTheSameByGroups(store, QUERIES);
    },
    timeLimitMs,
  );
});

describeOnClickHouse('countSpans', (url, runs) => {
  const project_id = randomUUID();
  let database: TestDatabase;
  let writer: SpanWriter;
  let reader: TraceReader;
  let analytics: TraceAnalytics;

  beforeAll(async () => {
    const logger = createSilentLogger();
    database = await createTestDatabase(url);
    writer = createSpanWriter(database.config, { logger });
    reader = createTraceReader(database.config, { logger, clock: systemClock });
    analytics = createTraceAnalytics(database.config, { logger, clock: systemClock });
    await writer.write(aSpanBlock(rowsOf(traces, project_id)), signal);
  });
  afterAll(async () => {
    await reader.close();
    await analytics.close();
    await writer.close();
    await database.drop();
  });

  it(
    'counts what the naive evaluator counts, by groups of spans and one by one',
    async () => {
      const store = { project_id, snapshot: [], reader, analytics, signal, hasTime: () => true };

      await expectTheSame(store, runs(QUERIES));
      await expectTheSameByGroups(store, runs(QUERIES));
    },
    timeLimitMs,
  );
});
