import { type FilterExpression, metricTypes } from '@spanhouse/span-schema';
import {
  type AggregateField,
  type AggregateMeasure,
  addedNumbers,
  type BucketSelection,
  type MetricSpec,
  type SpanAggregate,
  type SpanAggregation,
  type ValueAxis,
} from '@spanhouse/trace-store/reader';
import { describeOnClickHouse, START_NS } from '@spanhouse/trace-store/testing';
import fc from 'fast-check';
import { expectAnswersOfFake } from '../any-history.js';
import { anyMeasuredSpan, MINUTE_NS } from '../any-measured-span.js';
import { useOpened } from '../open-clickhouse.js';
import { openAnalytics, openFakeAnalytics } from './analytics-under-test.js';

const signal = new AbortController().signal;
const rootsOfKind: FilterExpression = {
  kind: 'equals_any',
  field: 'span_type',
  values: ['workflow'],
};
const paths = [
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
    filter: fc.constantFrom(undefined, rootsOfKind),
    oldest: fc.constantFrom(START_NS, START_NS + 1n, START_NS - MINUTE_NS),
    newest: fc.constantFrom(START_NS + 2n, START_NS + MINUTE_NS, START_NS + 10n * MINUTE_NS),
    ratePercent: fc.constantFrom(undefined, undefined, 0, 51),
    snapshot: fc.constant([]),
    bucketNs: fc.constantFrom(2n, MINUTE_NS, 1000n * MINUTE_NS),
  });
}

function anySpecs(): fc.Arbitrary<readonly MetricSpec[]> {
  const spec = fc.record({
    type: fc.constantFrom(...metricTypes),
    path: fc.constantFrom(...paths),
    bins: fc.constantFrom(undefined, undefined, 1, 2, 3, 10),
    vmin: fc.constantFrom(undefined, undefined, -1, 0.1),
    vmax: fc.constantFrom(undefined, undefined, 2, 3),
    edge: fc.constantFrom(undefined, true, false),
  });
  return fc.array(spec, { minLength: 1, maxLength: 6, size: 'max' });
}

const ofSpans = ['status_code', 'span_type', 'trace_type', 'span_name', 'status_message'] as const;
const originFields = ['scope_name', 'scope_version', 'service_name'] as const;
const keys = ['value', 'value.b.c', 'number', 'ag.session.id', 'ag.type.span', 'ag.user.id'];
const fields: readonly AggregateField[] = [
  ...[...ofSpans, ...originFields].map((field) => ({ field })),
  ...[...keys, 'ag.type.trace', 'ag.session', 'ag.metrics.duration.cumulative'].map((key) => ({
    field: 'attributes' as const,
    key,
  })),
  { field: 'resource.attributes', key: 'service.name' },
  { field: 'scope.attributes', key: 'x' },
];

function anyAxis(): fc.Arbitrary<ValueAxis> {
  return fc.record({
    path: fc.constantFrom(...paths),
    scale: fc.constantFrom('linear', 'log'),
    bins: fc.constantFrom(1, 2, 3, 48, 256),
    min: fc.constantFrom(undefined, undefined, 1, 2.5),
    max: fc.constantFrom(undefined, undefined, 1, 2, 4),
  });
}

const bareCount = {
  value: undefined,
  groupBy: [],
  measures: [{ kind: 'count' }],
  facets: [],
} as const;
const bareGroups = { value: undefined, measures: [], facets: [] } as const;

function anyAggregation(): fc.Arbitrary<SpanAggregation> {
  return fc
    .record({
      bounded: anySelection(),
      isOpen: fc.boolean(),
      focus: fc.constantFrom('span', 'span', 'trace'),
      hasTime: fc.boolean(),
      value: fc.option(anyAxis(), { nil: undefined }),
      groupBy: fc.subarray([...fields], { maxLength: 3 }),
      measures: fc.subarray([...measures]),
      limit: fc.constantFrom(1, 2, 20),
      facets: fc.subarray([...fields], { maxLength: 4 }),
      bare: fc.constantFrom({}, {}, {}, bareCount, bareGroups),
      lasts: fc.constantFrom(undefined, 1n, 3n, 5n),
    })
    .map(({ bounded, isOpen, hasTime, bare, lasts, ...wanted }) => {
      const { bucketNs, ...selection } = bounded;
      const open = { oldest: undefined, newest: undefined };
      const overlap = lasts && { lastsNs: (lasts * bucketNs) / 2n, buckets: 7 };
      return {
        ...wanted,
        ...bare,
        selection: {
          ...selection,
          ...(isOpen && !hasTime && open),
          order: 'descending' as const,
        },
        time: hasTime ? { oldest: selection.oldest, bucketNs, overlap } : undefined,
      };
    });
}

const measures: readonly AggregateMeasure[] = [
  { kind: 'count' },
  { kind: 'failed' },
  ...addedNumbers.map((of) => ({ kind: 'sum' as const, of })),
  ...[0, 0.95].map((level) => ({ kind: 'percentile' as const, level })),
  ...[0, 0.95].map((level) => ({ kind: 'latency' as const, level })),
];

/** Parses the JSON in an answer, because the stores format large numbers differently. */
function parsedTexts({ rows, facets, ...answer }: SpanAggregate) {
  return {
    ...answer,
    rows: rows.map((row) => ({ ...row, group: row.group.map((json) => JSON.parse(json)) })),
    facets: facets.map(({ values, ...facet }) => ({
      ...facet,
      listed: values.map(({ json, count }) => [JSON.parse(json), count]),
    })),
  };
}

function byValue(left: { value: unknown }, right: { value: unknown }) {
  return String(left.value) < String(right.value) ? -1 : 1;
}

/**
 * Rounds sums of doubles, because they depend on the order of addition, and sorts counts, because their order is
 * arbitrary.
 */
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

/** Runs the same queries on ClickHouse and on the fake, which store the same versions of spans. */
describeOnClickHouse('TraceAnalytics compared with the fake', (url, runs) => {
  const used = useOpened(() => openAnalytics(url));
  const common = { used, openFake: openFakeAnalytics, anySpan: anyMeasuredSpan() };

  it('measures every metric, and sums traces and spans, as the fake does', async () => {
    await expectAnswersOfFake({
      ...common,
      anyQuery: fc.tuple(anySelection(), anySpecs()),
      numRuns: runs(18),
      async answer({ analytics }, [selection, specs], project_id) {
        const query = { ...selection, project_id };
        return comparable([
          await analytics.measureTraces(query, specs, signal),
          await analytics.sumBuckets(query, 'trace', signal),
          await analytics.sumBuckets(query, 'span', signal),
        ]);
      },
    });
  });

  it('lists services, and counts and measures spans and traces by time, value and fields, as the fake does', async () => {
    await expectAnswersOfFake({
      ...common,
      anyQuery: anyAggregation(),
      numRuns: runs(20),
      async answer({ analytics }, wanted, project_id) {
        const selection = { ...wanted.selection, project_id };
        const services = await analytics.listServices({ project_id, limit: 10 }, signal);
        return comparable([
          services.toSorted(),
          parsedTexts(await analytics.aggregateSpans({ ...wanted, selection }, signal)),
          await analytics.countTraces(selection, signal),
        ]);
      },
    });
  });
});
