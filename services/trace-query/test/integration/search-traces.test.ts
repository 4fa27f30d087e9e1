import { randomUUID } from 'node:crypto';
import { decodeSpanRows, ROW_SCHEMA_VERSION } from '@spanhouse/span-row';
import type { TraceReader } from '@spanhouse/trace-store/reader';
import { describeOnClickHouse, encodeRows, FakeTraceReader } from '@spanhouse/trace-store/testing';
import { printQuery } from '@spanhouse/traceql';
import { planPipeline } from '@spanhouse/traceql/evaluate';
import { anyLikelyPipeline, evaluatePipeline, type Trace } from '@spanhouse/traceql/testing';
import fc from 'fast-check';
import {
  checkBundles,
  isThorough,
  numQueries,
  numReads,
  takeHints,
  timeLimitMs,
} from '../../src/testing/check-queries.js';
import { openTestStore, type TestStore } from '../../src/testing/test-store.js';
import {
  asStored,
  createTraces,
  firstStart,
  rowsOf,
  shift,
} from '../../src/testing/traceql-spans.js';
import { hintsOfPipeline } from '../../src/traceql/hint-of-pipeline.js';
import { searchTraces, type TraceSearch } from '../../src/traceql/search-by-pipeline.js';

const TRACES = isThorough ? 250 : 60;
const signal = new AbortController().signal;

type Pipeline = Parameters<typeof hintsOfPipeline>[0];
type Bounds = Pick<TraceSearch, 'start' | 'end' | 'minDuration' | 'maxDuration' | 'limit'>;
type Asked = readonly [Pipeline, Bounds];

function anyBounds(): fc.Arbitrary<Bounds> {
  const after = fc.bigInt({ min: 0n, max: BigInt(TRACES) }).map((n) => firstStart + n * shift);
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
      end: length === undefined ? undefined : (start ?? firstStart) + length * shift,
    }));
}

function anyAsked(): fc.Arbitrary<Asked> {
  return fc.tuple(anyLikelyPipeline(), anyBounds());
}

/** Returns the expected result of a search: each trace id with the span ids of its sets. */
function expectedOf([pipeline, bounds]: Asked, traces: readonly Trace[]) {
  const from = ({ spans }: Trace) => minimum(spans.map(({ start_time }) => start_time));
  const newestFirst = traces
    .filter((trace) => isWithin(trace, bounds))
    .sort((a, b) => Number(from(b) - from(a)) || (a.trace_id < b.trace_id ? 1 : -1));
  const found: [string, readonly (readonly string[])[]][] = [];
  for (const trace of newestFirst) {
    const sets = found.length < bounds.limit ? evaluatePipeline(pipeline, trace) : [];
    if (sets.length > 0) {
      found.push([trace.trace_id, sets.map((spans) => spans.map(({ span_id }) => span_id))]);
    }
  }
  return found;
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
  return times.toSorted((left, right) => Number(left - right))[0] ?? 0n;
}

async function search(reader: TraceReader, project_id: string, [pipeline, bounds]: Asked) {
  const found = await searchTraces(
    { ...bounds, plan: planPipeline(pipeline), ...hintsOfPipeline(pipeline), unread: [] },
    { project_id, snapshot: [], reader, signal, hasTime: () => true, now: firstStart + 10n ** 18n },
    async ({ shape, spanSets }) =>
      spanSets.map(({ positions }) => positions.map((position) => shape.spans[position]?.span_id)),
  );
  return found.map(({ trace_id, entry }) => [trace_id, entry]);
}

/** Expects each query to have the result that the naive evaluator computes. */
async function expectTheSame(
  reader: TraceReader,
  project_id: string,
  bundle: readonly Asked[],
): Promise<void> {
  for (const asked of bundle) {
    const text = printQuery({ kind: 'traces', pipeline: asked[0], hints: [] });
    expect([text, await search(reader, project_id, asked)]).toEqual([
      text,
      expectedOf(asked, stored),
    ]);
  }
}

function inMemory(project_id: string): FakeTraceReader {
  const reader = new FakeTraceReader();
  for (const row of rowsOf(traces, project_id)) {
    reader.add(decodeSpanRows(encodeRows([row]), ROW_SCHEMA_VERSION), { projectId: project_id });
  }
  return reader;
}

const traces = createTraces(TRACES, 20_26);
const stored = traces.map(asStored);

describe('searchTraces in memory', () => {
  it('finds the traces and span sets of the naive evaluator', async () => {
    const project_id = randomUUID();
    const reader = inMemory(project_id);

    await checkBundles(anyAsked(), numReads, (bundle) => expectTheSame(reader, project_id, bundle));
  });
});

describeOnClickHouse('searchTraces', (url, runs) => {
  const project_id = randomUUID();
  let database: TestStore;

  beforeAll(async () => {
    database = await openTestStore(url);
    await database.write(rowsOf(traces, project_id));
  });
  afterAll(() => database.close());

  it(
    'finds the traces and span sets of the naive evaluator',
    async () => {
      await checkBundles(anyAsked(), runs(numReads), (bundle) =>
        expectTheSame(database.reader, project_id, bundle),
      );
    },
    timeLimitMs,
  );

  it(
    'finds all of them among the spans that its hints leave',
    async () => {
      const hinted = inMemory(project_id);

      await checkBundles(anyAsked(), runs(numQueries), async (bundle) => {
        const hints = bundle.flatMap(([pipeline]) => {
          const { hint, traceHints } = hintsOfPipeline(pipeline);
          return [...(hint === undefined ? [] : [hint]), ...traceHints];
        });
        await takeHints(hinted, hints, { ...database, project_id });

        await expectTheSame(hinted, project_id, bundle);
      });
    },
    timeLimitMs,
  );
});
