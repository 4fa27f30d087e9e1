import { randomUUID } from 'node:crypto';
import { systemClock } from '@spanhouse/service-runtime';
import { createSilentLogger } from '@spanhouse/service-runtime/testing';
import { decodeSpanRows, ROW_SCHEMA_VERSION } from '@spanhouse/span-row';
import { createTraceReader, type TraceReader } from '@spanhouse/trace-store/reader';
import {
  aContext,
  aSpanBlock,
  createTestDatabase,
  describeOnClickHouse,
  encodeRows,
  FakeTraceReader,
  type RowInput,
  type TestDatabase,
} from '@spanhouse/trace-store/testing';
import { createSpanWriter, type SpanWriter } from '@spanhouse/trace-store/writer';
import { planPipeline } from '@spanhouse/traceql/evaluate';
import {
  anyLikelyPipeline,
  anyTrace,
  evaluatePipeline,
  type Trace,
} from '@spanhouse/traceql/testing';
import fc from 'fast-check';
import { asStored, toCanonicalSpans } from '../../src/testing/traceql-spans.js';
import { hintOfPipeline } from '../../src/traceql/hint-of-pipeline.js';
import { searchTraces, type TraceSearch } from '../../src/traceql/search-traces.js';

/** Asks many more queries, on a thousand spans; this takes most of an hour. */
const isThorough = process.env['TRACEQL_THOROUGH'] === '1';
const TRACES = isThorough ? 250 : 60;
const QUERIES = isThorough ? 10_000 : 60;
const timeLimitMs = isThorough ? 2 * 3_600_000 : undefined;
const signal = new AbortController().signal;

type Pipeline = Parameters<typeof hintOfPipeline>[0];
type Bounds = Pick<TraceSearch, 'start' | 'end' | 'minDuration' | 'maxDuration' | 'limit'>;

/** Different traces of the same kind at different times, some of which overlap. */
function createTraces(count: number): readonly Trace[] {
  return fc.sample(anyTrace(), { numRuns: count, seed: 20_26 }).map(({ spans }, index) => {
    const shift = BigInt(index) * 700_000_000n;
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

const T0 = 1_777_629_600_000_000_000n;

function anyBounds(): fc.Arbitrary<Bounds> {
  const after = fc.bigInt({ min: 0n, max: BigInt(TRACES) }).map((n) => T0 + n * 700_000_000n);
  const maybe = <Item>(item: fc.Arbitrary<Item>) => fc.option(item, { nil: undefined, freq: 2 });
  const duration = fc.constantFrom(0n, 5n, 1000n, 2_000_000_000n);
  return fc
    .record({
      start: maybe(after),
      length: maybe(fc.bigInt({ min: 1n, max: 20n })),
      minDuration: maybe(duration),
      maxDuration: fc.option(duration, { nil: undefined, freq: 1 }),
      limit: fc.constantFrom(1, 3, 20, 1000),
    })
    .map(({ start, length, ...rest }) => ({
      ...rest,
      start,
      end: length === undefined ? undefined : (start ?? T0) + length * 700_000_000n,
    }));
}

/** What the search must find: trace ids with the ids of the spans of each set. */
function expectedOf(pipeline: Pipeline, bounds: Bounds, traces: readonly Trace[]) {
  const from = ({ spans }: Trace) => minimum(spans.map(({ start_time }) => start_time));
  return traces
    .filter((trace) => isWithin(trace, bounds))
    .map((trace) => ({ trace, sets: evaluatePipeline(pipeline, trace) }))
    .filter(({ sets }) => sets.length > 0)
    .sort(
      (a, b) =>
        Number(from(b.trace) - from(a.trace)) || (a.trace.trace_id < b.trace.trace_id ? 1 : -1),
    )
    .slice(0, bounds.limit)
    .map(({ trace, sets }) => [
      trace.trace_id,
      sets.map((spans) => spans.map(({ span_id }) => span_id)),
    ]);
}

function isWithin({ spans }: Trace, { start, end, minDuration, maxDuration }: Bounds): boolean {
  const first = minimum(spans.map(({ start_time }) => start_time));
  const last = -minimum(spans.map(({ end_time }) => -end_time));
  const duration = last > first ? last - first : 0n;
  return (
    (end === undefined || first <= end) &&
    (start === undefined || last >= start) &&
    (minDuration === undefined || duration >= minDuration) &&
    (maxDuration === undefined || duration <= maxDuration)
  );
}

function minimum(times: readonly bigint[]): bigint {
  return times.reduce(earlier);
}

function earlier(left: bigint, right: bigint): bigint {
  return left < right ? left : right;
}

async function search(reader: TraceReader, project_id: string, asked: [Pipeline, Bounds]) {
  const [pipeline, bounds] = asked;
  const found = await searchTraces(
    { ...bounds, plan: planPipeline(pipeline), hint: hintOfPipeline(pipeline), unread: [] },
    { project_id, snapshot: [], reader, signal, hasTime: () => true, now: T0 + 10n ** 18n },
    async ({ shape, spanSets }) =>
      spanSets.map(({ positions }) => positions.map((position) => shape.spans[position]?.span_id)),
  );
  return found.map(({ trace_id, entry }) => [trace_id, entry]);
}

function rowsOf(traces: readonly Trace[], project_id: string): readonly RowInput[] {
  const context = aContext({ project_id });
  return traces.flatMap((trace) => toCanonicalSpans(trace).map((span) => ({ span, context })));
}

const traces = createTraces(TRACES);
const stored = traces.map(asStored);

describe('searchTraces in memory', () => {
  it(
    'finds the traces and span sets of the naive evaluator',
    async () => {
      const reader = new FakeTraceReader();
      const project_id = randomUUID();
      for (const row of rowsOf(traces, project_id)) {
        reader.add(decodeSpanRows(encodeRows([row]), ROW_SCHEMA_VERSION), {
          projectId: project_id,
        });
      }

      await fc.assert(
        fc.asyncProperty(anyLikelyPipeline(), anyBounds(), async (pipeline, bounds) => {
          expect(await search(reader, project_id, [pipeline, bounds])).toEqual(
            expectedOf(pipeline, bounds, stored),
          );
        }),
        { numRuns: QUERIES },
      );
    },
    timeLimitMs,
  );
});

describeOnClickHouse('searchTraces', (url, runs) => {
  const project_id = randomUUID();
  let database: TestDatabase;
  let writer: SpanWriter;
  let reader: TraceReader;

  beforeAll(async () => {
    const logger = createSilentLogger();
    database = await createTestDatabase(url);
    writer = createSpanWriter(database.config, { logger });
    reader = createTraceReader(database.config, { logger, clock: systemClock });
    await writer.write(aSpanBlock(rowsOf(traces, project_id)), signal);
  });
  afterAll(async () => {
    await reader.close();
    await writer.close();
    await database.drop();
  });

  it(
    'finds the traces and span sets of the naive evaluator',
    async () => {
      await fc.assert(
        fc.asyncProperty(anyLikelyPipeline(), anyBounds(), async (pipeline, bounds) => {
          expect(await search(reader, project_id, [pipeline, bounds])).toEqual(
            expectedOf(pipeline, bounds, stored),
          );
        }),
        { numRuns: runs(QUERIES) },
      );
    },
    timeLimitMs,
  );
});
