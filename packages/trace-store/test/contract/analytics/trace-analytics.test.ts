import { randomUUID } from 'node:crypto';
import type { CanonicalSpan, JsonValue } from '@spanhouse/span-schema';
import {
  allPercentiles,
  type BucketSelection,
  type MetricSpec,
  type ReadCost,
} from '@spanhouse/trace-store/reader';
import { aContext, aSpan, START_NS } from '@spanhouse/trace-store/testing';
import { useOpened } from '../open-clickhouse.js';
import { describeAnalytics } from './analytics-under-test.js';

const signal = new AbortController().signal;

function traceId(number: number) {
  return `${number}`.padStart(32, '0');
}

function spanId(number: number) {
  return `${number}`.padStart(16, '0');
}

function tokens(total: number): Pick<CanonicalSpan, 'metrics'> {
  return {
    metrics: { duration: {}, errors: {}, tokens: { incremental: { total } }, costs: {} },
  };
}

describeAnalytics('TraceAnalytics', (open) => {
  const used = useOpened(open);
  let project_id = '';
  let received = 0n;

  beforeEach(() => {
    project_id = randomUUID();
  });

  const storeAt = async (logOffset: bigint, ...spans: readonly Partial<CanonicalSpan>[]) => {
    const rows = spans.map((members) => {
      received += 1n;
      const context = aContext({ project_id, received_at: START_NS + received });
      return { span: aSpan(members), context };
    });
    await used.store({ rows, logOffset });
  };
  const store = (...spans: readonly Partial<CanonicalSpan>[]) => storeAt(0n, ...spans);
  const hour = (): BucketSelection => ({
    project_id,
    filter: undefined,
    oldest: START_NS,
    newest: START_NS + 60n,
    ratePercent: undefined,
    snapshot: [],
    bucketNs: 10n,
  });
  const measure = async (spec: MetricSpec, members: Partial<BucketSelection> = {}) => {
    const buckets = await used.analytics.measureTraces({ ...hour(), ...members }, [spec], signal);
    return buckets.map(({ index, metrics }) => ({ index, metric: metrics[0] }));
  };
  const sums = async (focus: 'trace' | 'span', members: Partial<BucketSelection> = {}) => {
    const buckets = await used.analytics.sumBuckets({ ...hour(), ...members }, focus, signal);
    return buckets.map(({ index, total, errors }) => [index, total.count, errors.count]);
  };
  /** One trace of one span for each value, all in the first bucket. */
  const storeValues = (...values: readonly JsonValue[]) =>
    store(
      ...values.map((value, index) => ({
        trace_id: traceId(index + 1),
        attributes: { value, ag: { data: {} } },
      })),
    );

  it('counts the traces that have a current span in the window', async () => {
    const late = { start_time: START_NS + 100n };
    await store(
      { trace_id: traceId(1), span_id: spanId(1) },
      { trace_id: traceId(1), span_id: spanId(2), start_time: START_NS + 1n },
      { trace_id: traceId(2), span_id: spanId(3), parent_id: spanId(9) },
      { trace_id: traceId(3), span_id: spanId(4) },
      { trace_id: traceId(4), span_id: spanId(5), ...late },
    );
    await store({ trace_id: traceId(3), span_id: spanId(4), ...late });

    const inHour = await used.analytics.countTraces({ ...hour(), order: 'descending' }, signal);

    expect(inHour).toBe(2);
  });

  it('sums a continuous metric in percentiles and in half-open bins', async () => {
    await storeValues(0, 1, 2, 4, 'text');

    const whole = await measure({ type: 'numeric/continuous', path: 'value', bins: 2 });
    const bounded = await measure({
      type: 'numeric/continuous',
      path: 'value',
      bins: 3,
      vmin: 1,
      vmax: 3,
      edge: false,
    });

    expect(whole).toEqual([
      {
        index: 0,
        metric: {
          type: 'numeric/continuous',
          count: 4,
          min: 0,
          max: 4,
          sum: 7,
          percentiles: expect.anything(),
          binCounts: new Map([
            [0, 2],
            [1, 2],
          ]),
        },
      },
    ]);
    const metric = whole[0]?.metric;
    const percentiles = metric?.type === 'numeric/continuous' ? metric.percentiles : [];
    expect(percentiles).toHaveLength(allPercentiles.length);
    expect(percentiles[allPercentiles.indexOf(0.5)]).toBe(1.5);
    expect(percentiles[allPercentiles.indexOf(0.75)]).toBe(2.5);
    expect(bounded[0]?.metric).toMatchObject({
      binCounts: new Map([
        [0, 1],
        [1, 1],
      ]),
    });
  });

  it('counts the values of every other type of metric, and no values of another type', async () => {
    await storeValues('a', 'a', ['x', 'y', 1, 'x'], true, false, true, 2, { b: 1 }, null);
    const count = async (type: MetricSpec['type'], path = 'value') => {
      const [bucket] = await measure({ type, path });
      return bucket?.metric;
    };
    const byCount = expect.arrayContaining([
      { value: 'x', count: 2 },
      { value: 'y', count: 1 },
    ]);

    expect(await count('string')).toEqual({ type: 'string', count: 2 });
    expect(await count('json')).toEqual({ type: 'json', count: 1 });
    expect(await count('binary')).toEqual({ type: 'binary', trueCount: 2, falseCount: 1 });
    expect(await count('numeric/discrete')).toEqual({
      type: 'numeric/discrete',
      values: [{ value: 2, count: 1 }],
    });
    expect(await count('categorical/single')).toEqual({
      type: 'categorical/single',
      values: [{ value: 'a', count: 2 }],
    });
    expect(await count('categorical/multiple')).toEqual({
      type: 'categorical/multiple',
      values: byCount,
    });
    expect(await count('string', 'missing')).toBeUndefined();
  });

  it('counts a trace by its first root, to which the filter and the bounds apply', async () => {
    const root = { trace_id: traceId(1), parent_id: undefined };
    await store(
      { ...root, span_id: spanId(3), start_time: START_NS + 25n, span_type: 'task', ...tokens(1) },
      { ...root, span_id: spanId(2), start_time: START_NS + 25n, span_type: 'llm', ...tokens(2) },
      { ...root, span_id: spanId(1), parent_id: spanId(2), start_time: START_NS, ...tokens(4) },
      { trace_id: traceId(2), parent_id: spanId(9), start_time: START_NS },
    );
    const ofType = (type: string) =>
      ({ kind: 'equals_any', field: 'span_type', values: [type] }) as const;
    const total = { type: 'numeric/discrete', path: 'ag.metrics.tokens.cumulative.total' } as const;

    expect(await measure(total)).toEqual([
      { index: 2, metric: { type: 'numeric/discrete', values: [{ value: 7, count: 1 }] } },
    ]);
    expect(await measure(total, { filter: ofType('llm') })).toHaveLength(1);
    expect(await measure(total, { filter: ofType('task') })).toEqual([]);
    expect(await measure(total, { newest: START_NS + 25n })).toEqual([]);
    expect(await measure(total, { oldest: START_NS + 25n })).toMatchObject([{ index: 0 }]);
    expect(await measure(total, { project_id: randomUUID() })).toEqual([]);
  });

  it('sums traces and spans by bucket, and separately those with an exception', async () => {
    const exception = { name: 'exception', timestamp: START_NS };
    const duration = { duration: { cumulative: 2.5 } };
    await store(
      { ...tokens(1), span_id: spanId(1) },
      {
        span_id: spanId(2),
        parent_id: spanId(1),
        start_time: START_NS + 10n,
        metrics: { ...tokens(2).metrics, ...duration },
        events: [exception],
      },
    );
    const none = { duration: undefined, costs: undefined, tokens: undefined };
    const failed = { ...none, count: 1, duration: 2.5, tokens: 2 };

    expect(await used.analytics.sumBuckets(hour(), 'trace', signal)).toEqual([
      { index: 0, total: { ...none, count: 1, tokens: 3 }, errors: { ...none, count: 0 } },
    ]);
    expect(await used.analytics.sumBuckets(hour(), 'span', signal)).toEqual([
      { index: 0, total: { ...none, count: 1, tokens: 1 }, errors: { ...none, count: 0 } },
      { index: 1, total: failed, errors: failed },
    ]);
  });

  it('counts the last version within the snapshot, and no deleted spans', async () => {
    await storeAt(5n, { span_id: spanId(1), start_time: START_NS });
    await storeAt(10n, { span_id: spanId(1), start_time: START_NS + 20n });

    expect(await sums('span')).toEqual([[2, 1, 0]]);
    expect(await sums('span', { snapshot: [10n] })).toEqual([[0, 1, 0]]);
    await used.merge();
    expect(await sums('trace')).toEqual([[2, 1, 0]]);

    const tombstone = { projectId: project_id, traceId: aSpan().trace_id };
    await used.delete({ logPartition: 0, tombstones: [{ ...tombstone, logOffset: 10n }] });
    expect(await sums('span')).toEqual([[2, 1, 0]]);
    await used.delete({ logPartition: 0, tombstones: [{ ...tombstone, logOffset: 11n }] });
    expect(await sums('span')).toEqual([]);
    expect(await sums('trace')).toEqual([]);
  });

  it('selects the share of the traces that the rate determines', async () => {
    await store({ trace_id: `00000032${traceId(1).slice(8)}` });

    expect(await sums('trace', { ratePercent: 50 })).toEqual([]);
    expect(await sums('trace', { ratePercent: 51 })).toEqual([[0, 1, 0]]);
  });

  it('reports the cost of every answer', async () => {
    const costs: ReadCost[] = [];

    await used.analytics.measured((cost) => costs.push(cost)).sumBuckets(hour(), 'span', signal);

    expect(costs.length).toBeGreaterThan(0);
  });
});
