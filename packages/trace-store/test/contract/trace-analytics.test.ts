import { randomUUID } from 'node:crypto';
import type { FilterExpression } from '@spanhouse/span-schema';
import { type BucketSelection, METRIC_TYPES, type MetricSpec } from '@spanhouse/trace-store/reader';
import { describeOnClickHouse, START_NS } from '@spanhouse/trace-store/testing';
import fc from 'fast-check';
import {
  bucketOf,
  currentSpans,
  entriesOf,
  isInWindow,
  shownAt,
  valuesOfType,
} from './analytics-model.js';
import { useAnalytics } from './analytics-under-test.js';
import {
  anyVersions,
  MINUTE_NS,
  type StoredVersion,
  toBlocks,
  traceIds,
} from './any-measured-spans.js';
import { summaryOf } from './metric-model.js';
import { sumsOf } from './sum-model.js';

const signal = new AbortController().signal;
const ROOTS_OF_KIND: FilterExpression = {
  kind: 'equals_any',
  field: 'span_type',
  values: ['workflow'],
};
const PATHS = [
  'number',
  'value',
  'value.b',
  'value.b.c',
  'many',
  'ag',
  'ag.data.inputs.value',
  'ag.type.trace',
  'ag.type.span',
  'ag.metrics.duration.cumulative',
  'ag.metrics.errors.cumulative',
  'ag.metrics.tokens.cumulative.total',
  'ag.metrics.tokens.cumulative.cached',
  'ag.metrics.tokens.incremental.prompt',
  'ag.metrics.costs.cumulative.prompt',
];

function anySelection(): fc.Arbitrary<BucketSelection> {
  return fc.record({
    project_id: fc.constant(''),
    filter: fc.constantFrom(undefined, ROOTS_OF_KIND),
    oldest: fc.constantFrom(START_NS, START_NS + 1n, START_NS - MINUTE_NS),
    newest: fc.constantFrom(START_NS + 2n, START_NS + MINUTE_NS, START_NS + 10n * MINUTE_NS),
    ratePercent: fc.constantFrom(undefined, undefined, 0, 51),
    snapshot: fc.constant([]),
    bucketNs: fc.constantFrom(2n, MINUTE_NS, 1000n * MINUTE_NS),
  });
}

function anySpecs(): fc.Arbitrary<readonly MetricSpec[]> {
  const spec = fc.record({
    type: fc.constantFrom(...METRIC_TYPES),
    path: fc.constantFrom(...PATHS),
    bins: fc.constantFrom(undefined, undefined, 1, 2, 3, 10),
    vmin: fc.constantFrom(undefined, undefined, -1, 0.1),
    vmax: fc.constantFrom(undefined, undefined, 2, 3),
    edge: fc.constantFrom(undefined, true, false),
  });
  return fc.array(spec, { minLength: 1, maxLength: 6, size: 'max' });
}

const byValue = (left: { value: unknown }, right: { value: unknown }) =>
  String(left.value) < String(right.value) ? -1 : 1;

/** Sums of doubles depend on their order, and the order of counts is nobody's business. */
function comparable(value: unknown): unknown {
  if (typeof value === 'number') {
    return Number(value.toPrecision(9));
  }
  if (value instanceof Map) {
    return [...value].toSorted();
  }
  if (Array.isArray(value)) {
    return value.map(comparable);
  }
  if (typeof value !== 'object' || value === null) {
    return value;
  }
  const members = Object.entries(value).map(([name, member]) => [name, comparable(member)]);
  const object = Object.fromEntries(members);
  return Array.isArray(object.values)
    ? { ...object, values: object.values.toSorted(byValue) }
    : object;
}

describeOnClickHouse('TraceAnalytics', (url, runs) => {
  /** On a slow machine fewer cases, not a failure. */
  const bounded = { numRuns: runs(25), interruptAfterTimeLimit: 40_000 };
  const used = useAnalytics(url);

  /** Stores the versions, and deletes what was sent of one trace before the given block, if any. */
  const store = async (
    versions: readonly StoredVersion[],
    { deletedBlock, isMerged }: { deletedBlock: number | undefined; isMerged: boolean },
  ): Promise<{ project_id: string; deleted: ReadonlyMap<string, bigint> }> => {
    const project_id = randomUUID();
    for (const block of toBlocks(versions, project_id)) {
      expect(await used.writer.write(block, signal)).toEqual({ status: 'written' });
    }
    if (isMerged) await used.database.commandLocal('OPTIMIZE TABLE spans FINAL');
    if (deletedBlock === undefined) {
      return { project_id, deleted: new Map() };
    }
    const before = (1n << 48n) | BigInt(deletedBlock * 10);
    await used.database.command(
      `INSERT INTO tombstones (project_id, trace_id, log_partition, log_offset) VALUES ('${project_id}', unhex('${traceIds[1]}'), 1, ${before})`,
    );
    return { project_id, deleted: new Map([[traceIds[1] ?? '', before]]) };
  };

  const anyFate = fc.record({
    deletedBlock: fc.constantFrom(undefined, undefined, 1, 2),
    isMerged: fc.boolean(),
  });

  it('measures every metric of one entry for each trace, as a plain computation does', async () => {
    await fc.assert(
      fc.asyncProperty(
        anyVersions(),
        anyFate,
        fc.array(fc.tuple(anySelection(), anySpecs()), { minLength: 4, maxLength: 4 }),
        async (versions, fate, queries) => {
          const { project_id, deleted } = await store(versions, fate);
          const spans = currentSpans(versions, [], deleted);

          for (const [selection, specs] of queries) {
            const buckets = await used.analytics.measureTraces(
              { ...selection, project_id },
              specs,
              signal,
            );

            const entries = entriesOf(
              spans,
              selection,
              (root) => selection.filter === undefined || root.span_type === 'workflow',
            );
            const expected = [...new Set(entries.map(({ bucket }) => bucket))]
              .toSorted((a, b) => a - b)
              .map((index) => ({
                index,
                metrics: specs.map((spec) => {
                  const values = entries
                    .filter(({ bucket }) => bucket === index)
                    .map((entry) => shownAt(entry, spec.path));
                  return summaryOf(spec, valuesOfType(spec, values));
                }),
              }));
            expect(comparable(buckets)).toEqual(comparable(expected));
          }
        },
      ),
      bounded,
    );
  });

  it('sums traces with their totals and spans with their own numbers, bucket by bucket', async () => {
    await fc.assert(
      fc.asyncProperty(
        anyVersions(),
        anyFate,
        fc.array(anySelection(), { minLength: 4, maxLength: 4 }),
        async (versions, fate, selections) => {
          const { project_id, deleted } = await store(versions, fate);
          const spans = currentSpans(versions, [], deleted);

          for (const selection of selections) {
            const matches = (span: { span_type: string }) =>
              selection.filter === undefined || span.span_type === 'workflow';
            const traces = entriesOf(spans, selection, matches).map(({ bucket, root, totals }) => ({
              bucket,
              span: root,
              costs: totals.costs['total'],
              tokens: totals.tokens['total'],
            }));
            const own = spans
              .filter((span) => isInWindow(span, selection) && matches(span))
              .map((span) => ({
                bucket: bucketOf(span, selection),
                span,
                costs: span.metrics.costs.incremental?.['total'] as number | undefined,
                tokens: span.metrics.tokens.incremental?.['total'] as number | undefined,
              }));

            const query = { ...selection, project_id };
            expect(comparable(await used.analytics.sumBuckets(query, 'trace', signal))).toEqual(
              comparable(sumsOf(traces)),
            );
            expect(comparable(await used.analytics.sumBuckets(query, 'span', signal))).toEqual(
              comparable(sumsOf(own)),
            );
          }
        },
      ),
      bounded,
    );
  });
});
