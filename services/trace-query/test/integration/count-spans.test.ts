import { randomUUID } from 'node:crypto';
import { decodeSpanRows, ROW_SCHEMA_VERSION } from '@spanhouse/span-row';
import {
  aContext,
  aSpan,
  describeOnClickHouse,
  encodeRows,
  FakeTraceAnalytics,
  FakeTraceReader,
  START_NS,
} from '@spanhouse/trace-store/testing';
import { parseQuery, printQuery } from '@spanhouse/traceql';
import {
  type Candidate,
  changeSeries,
  gridOfRange,
  type Series,
  type TimeGrid,
} from '@spanhouse/traceql/metrics';
import {
  anyLikelyMetrics,
  changeNaively,
  evaluateMetrics,
  labelText,
} from '@spanhouse/traceql/testing';
import fc from 'fast-check';
import type { OpenStore } from '../../src/front-doors/walk-traces.js';
import { anyGroupedMetrics } from '../../src/testing/any-grouped-metrics.js';
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
import { countSpans } from '../../src/traceql/count-into-series.js';
import { hintOfCounted, otherTraceHints } from '../../src/traceql/hint-of-pipeline.js';

const TRACES = isThorough ? 250 : 40;
const signal = new AbortController().signal;

function anyGrid(): fc.Arbitrary<TimeGrid> {
  const shifts = fc.bigInt({ min: 0n, max: BigInt(TRACES) }).map((n) => firstStart + n * shift);
  return fc
    .record({
      start: shifts,
      length: fc.constantFrom(1n, 2_000_000_000n, 20_000_000_000n),
      step: fc.constantFrom(700_000_000n, 1_000_000_000n, 30_000_000_000n),
    })
    .map(({ start, length, step }) => gridOfRange({ start, end: start + length }, step));
}

type Metrics = Parameters<typeof evaluateMetrics>[0];

/** Returns a store that cannot group spans, so that the service reads them one by one. */
function withoutGroups(store: OpenStore): OpenStore {
  const groupSpans = () => Promise.resolve(undefined);
  return { ...store, analytics: { ...store.analytics, groupSpans } };
}

/** Returns the points of each series, keyed by its labels. */
function toPoints(series: readonly Series[]) {
  return new Map(
    series.map(({ labels, points }) => [
      labels.map(({ key, value }) => labelText(key, value)).join('\n'),
      [...points].map((value) => (Number.isNaN(value) ? undefined : value)),
    ]),
  );
}

const traces = createTraces(TRACES, 20_27);
const stored = traces.map(asStored);

type Points = ReadonlyMap<string, readonly (number | undefined)[] | undefined>;

/** Expects both results to have the same series with nearly equal points. */
function expectSeries(text: string, found: Points, expected: Points): void {
  expect([text, [...found.keys()].sort()]).toEqual([text, [...expected.keys()].sort()]);
  for (const [labels, points] of found) {
    const close = expected
      .get(labels)
      ?.map((value) => (value === undefined ? value : closeTo(value)));
    expect([text, labels, points]).toEqual([text, labels, close]);
  }
}

type Asked = readonly [Metrics, TimeGrid];

/**
 * Expects each query to have the series that the naive evaluator computes. Both sides apply the later stages to the
 * same points, because rounding could change which sums are the largest.
 */
async function expectTheSame(store: OpenStore, bundle: readonly Asked[]): Promise<void> {
  for (const [query, grid] of bundle) {
    const { pipeline, first, series: stages } = query;
    const { series } = await countSpans({ pipeline, first, grid, exemplars: 0 }, store);
    const counted = toPoints(series);
    const expected = evaluateMetrics({ ...query, series: [] }, stored, grid);

    expectSeries(printQuery(query), withoutAg(counted), expected);
    const chosen = toPoints(changeSeries(series, stages));
    expect([printQuery(query), chosen]).toEqual([
      printQuery(query),
      stages.reduce(changeNaively, counted),
    ]);
  }
}

type AskedByGroups = readonly [...Asked, exemplars: number];

function anyAskedByGroups(): fc.Arbitrary<AskedByGroups> {
  return fc.tuple(anyGroupedMetrics(), anyGrid(), fc.constantFrom(1, 5, 100));
}

/**
 * Expects the same series whether spans are counted by groups or one by one. The single spans are read from `other`,
 * which may be a different store.
 */
async function expectTheSameByGroups(
  [query, grid, exemplars]: AskedByGroups,
  store: OpenStore,
  other: OpenStore,
): Promise<void> {
  const expected = evaluateMetrics(query, stored, grid);
  const asked = { ...query, grid, exemplars };
  const [grouped, alone] = [
    await countSpans(asked, store),
    await countSpans(asked, withoutGroups(other)),
  ];

  for (const { series } of [grouped, alone]) {
    expectSeries(printQuery(query), toPoints(changeSeries(series, [])), expected);
  }
  expect(grouped.picked.map(toExample)).toEqual(alone.picked.map(toExample));
}

function toExample({ trace_id, span_id, group, value }: Candidate) {
  return { trace_id, span_id, group, value };
}

/** Removes the series of attributes that ingest adds to every span. */
function withoutAg<Points>(series: ReadonlyMap<string, Points>): ReadonlyMap<string, Points> {
  return new Map([...series].filter(([labels]) => !labels.includes('\nspan.ag.')));
}

/** Matches a number approximately. Sums are exact in the evaluator, but rounded in the store. */
function closeTo(value: number) {
  return expect.closeTo(value, 9 - Math.log10(Math.abs(value) + 1));
}

const everything = { snapshot: [], signal, hasTime: () => true };

function inMemory(project_id: string): OpenStore & { readonly reader: FakeTraceReader } {
  const reader = new FakeTraceReader();
  const analytics = new FakeTraceAnalytics();
  const rows = rowsOf(traces, project_id);
  for (const row of rows) {
    reader.add(decodeSpanRows(encodeRows([row]), ROW_SCHEMA_VERSION), { projectId: project_id });
  }
  analytics.add(rows);
  return { ...everything, project_id, reader, analytics };
}

describe('countSpans in memory', () => {
  it('counts what the naive evaluator counts, by groups of spans and one by one', async () => {
    const store = inMemory(randomUUID());

    await checkBundles(fc.tuple(anyLikelyMetrics(), anyGrid()), numReads, (bundle) =>
      expectTheSame(store, bundle),
    );
    await checkBundles(anyAskedByGroups(), numReads, async (bundle) => {
      for (const asked of bundle) {
        await expectTheSameByGroups(asked, store, store);
      }
    });
  });
});

describeOnClickHouse('countSpans', (url, runs) => {
  const project_id = randomUUID();
  let database: TestStore;
  let store: OpenStore;

  beforeAll(async () => {
    database = await openTestStore(url);
    const { reader, analytics } = database;
    store = { ...everything, project_id, reader, analytics };
    await database.write(rowsOf(traces, project_id));
  });
  afterAll(() => database.close());

  it(
    'counts what the naive evaluator counts, span by span',
    async () => {
      await checkBundles(fc.tuple(anyLikelyMetrics(), anyGrid()), runs(numReads), (bundle) =>
        expectTheSame(store, bundle),
      );
    },
    timeLimitMs,
  );

  it('counts spans by the outputs that reads show', async () => {
    const context = aContext({ project_id: randomUUID() });
    const rows = [{ __default__: { x: 'so' } }, { x: 'so' }].map((outputs, index) => ({
      context,
      span: aSpan({
        span_id: `${index + 1}`.padStart(16, '0'),
        attributes: { ag: { data: { outputs } } },
      }),
    }));
    await database.write(rows);
    const grid = { from: START_NS - 1n, stepNs: 1_000_000_000n, points: 1 };

    for (const condition of ['= "so"', '=~ "s."', '!= nil']) {
      const query = parseQuery(`{ span.ag.data.outputs.x ${condition} } | count_over_time()`);
      const asked = { ...(query as Metrics), grid, exemplars: 0 };
      const { series } = await countSpans(asked, { ...store, project_id: context.project_id });
      expect([condition, series.map(({ points }) => [...points])]).toEqual([condition, [[2]]]);
    }
  });

  it(
    'counts all of it among the spans that its hints leave',
    async () => {
      const hinted = inMemory(project_id);

      await checkBundles(
        fc.tuple(anyLikelyMetrics(), anyGrid()),
        runs(numQueries),
        async (bundle) => {
          const hints = bundle.flatMap(([{ pipeline }]) => {
            const hint = hintOfCounted(pipeline);
            return [...(hint === undefined ? [] : [hint]), ...otherTraceHints(hint, pipeline)];
          });
          await takeHints(hinted.reader, hints, { ...database, project_id });

          await expectTheSame(hinted, bundle);
        },
      );
    },
    timeLimitMs,
  );

  it(
    'counts the same by groups of spans, with the same exemplars',
    async () => {
      const alone = inMemory(project_id);

      await checkBundles(anyAskedByGroups(), runs(numQueries), async (bundle) => {
        await Promise.all(bundle.map((asked) => expectTheSameByGroups(asked, store, alone)));
      });
    },
    timeLimitMs,
  );
});
