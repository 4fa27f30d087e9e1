import { manyRuns } from '@spanhouse/span-schema/testing';
import fc from 'fast-check';
import type { PlacedSpan } from '../evaluate/read-field.js';
import type { Trace } from '../evaluate/traced-span.js';
import { parseQuery } from '../parse/parse-query.js';
import { anyLikelyMetrics } from '../testing/any-query.js';
import { anyTrace } from '../testing/any-trace.js';
import { evaluateMetrics } from '../testing/evaluate/evaluate-metrics.js';
import { labelText } from '../testing/evaluate/naive-series.js';
import { exampleTraces } from '../testing/example-traces.js';
import { runPipeline } from '../testing/run-pipeline.js';
import type { Query } from '../tree/query.js';
import { changeSeries } from './change-series.js';
import { CompareRun } from './compare-run.js';
import { SeriesRun } from './series-run.js';
import { gridOfInstant, gridOfRange, type TimeGrid } from './time-grid.js';

type Metrics = Extract<Query, { readonly kind: 'metrics' }>;

const T0 = 1_777_629_600_000_000_000n;
const SECOND = 1_000_000_000n;
const grids = [
  gridOfRange({ start: T0, end: T0 + 240n * SECOND }, 60n * SECOND),
  gridOfRange({ start: T0 - 3n, end: T0 + 2n * SECOND }, 500_000_000n),
  gridOfRange({ start: T0 + 1n, end: T0 + 999n }, 1_000_000n),
  gridOfInstant({ start: T0, end: T0 + 5n }),
  gridOfInstant({ start: T0 - SECOND, end: T0 + 299n * SECOND }),
];

function createRun({ first }: Metrics, grid: TimeGrid) {
  return first.kind === 'compare' ? new CompareRun(first, grid) : new SeriesRun(first, grid);
}

/** Returns the points of each series, keyed by its labels. */
function run(query: Metrics, traces: readonly Trace[], grid: TimeGrid) {
  const running = createRun(query, grid);
  for (const trace of traces) {
    const { placed, spanSets } = runPipeline(query.pipeline, trace);
    for (const position of spanSets.flatMap(({ positions }) => positions)) {
      running.see(placed[position] as PlacedSpan);
    }
  }
  return new Map(
    changeSeries(running.series(), query.series).map(({ labels, points }) => [
      labels.map(({ key, value }) => labelText(key, value)).join('\n'),
      [...points].map((value) => (Number.isNaN(value) ? undefined : value)),
    ]),
  );
}

function closeTo(points: readonly (number | undefined)[] | undefined) {
  return points?.map((value) =>
    value === undefined ? undefined : expect.closeTo(value, 9 - Math.log10(Math.abs(value) + 1)),
  );
}

function examples(text: string, grid: TimeGrid) {
  const found = run(parseQuery(text) as Metrics, exampleTraces, grid);
  return Object.fromEntries(
    [...found].map(([labels, points]) => [
      labels.replaceAll(/\0[a-z]+/g, '').replaceAll('\n', ' '),
      points,
    ]),
  );
}

describe('SeriesRun and CompareRun', () => {
  it('return the same counts as the naive evaluator', () => {
    const anyTraces = fc.array(anyTrace(), { minLength: 1, maxLength: 3 });
    fc.assert(
      fc.property(
        anyLikelyMetrics(),
        anyTraces,
        fc.constantFrom(...grids),
        (query, traces, grid) => {
          const expected = evaluateMetrics(query, traces, grid);
          const found = run(query, traces, grid);

          expect([...found.keys()].sort()).toEqual([...expected.keys()].sort());
          for (const [labels, points] of found) {
            expect(points).toEqual(closeTo(expected.get(labels)));
          }
        },
      ),
      { numRuns: manyRuns },
    );
  });

  it('compare the most frequent values; equally frequent values are sorted by text', () => {
    const grid = gridOfInstant({ start: T0 - SECOND, end: T0 + 299n * SECOND });
    const found = examples('{ } | compare({ status = error }, 1)', grid);
    const named = Object.entries(found).filter(([labels]) => labels.includes(' name='));

    expect(Object.fromEntries(named)).toEqual({
      '__meta_type=baseline name=SELECT cards': [2],
      '__meta_type=baseline_total name=nil': [11],
      '__meta_type=selection name=POST /pay': [1],
      '__meta_type=selection_total name=nil': [2],
    });
    expect(Object.keys(found).join()).not.toMatch(/duration|nestedSet|:id|ID|childCount/);
  });

  it('compare only spans that start in the range of the selection', () => {
    const grid = gridOfInstant({ start: T0 - SECOND, end: T0 + 299n * SECOND });
    const range = `${T0 + 50_000_000n}, ${T0 + 100_000_000n}`;

    expect(examples(`{ } | compare({ status = error }, 10, ${range})`, grid)).toMatchObject({
      '__meta_type=selection_total status=nil': [1],
      '__meta_type=baseline status=error': [1],
    });
  });
});
