import type { JsonValue } from '@spanhouse/span-schema';
import {
  allPercentiles,
  type BucketSelection,
  type MetricSpec,
  type ReadCost,
} from '@spanhouse/trace-store/reader';
import { aSpan, START_NS } from '@spanhouse/trace-store/testing';
import { useProject } from '../open-clickhouse.js';
import { everything, spanId, traceId } from '../selecting.js';
import { describeAnalytics } from './analytics-under-test.js';

const signal = new AbortController().signal;

describeAnalytics('TraceAnalytics', (open) => {
  const { used, project } = useProject(open);

  const hour = (): BucketSelection => ({
    ...everything(project.id),
    oldest: START_NS,
    newest: START_NS + 60n,
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
  /** Stores a trace for each value, with one span. All traces are in the first bucket. */
  const storeValues = (...values: readonly JsonValue[]) =>
    project.send(
      ...values.map((value, index) => ({
        trace_id: traceId(index + 1),
        attributes: { value, ag: { data: {} } },
      })),
    );

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

  it('counts the last version within the snapshot, and no deleted spans', async () => {
    await project.sendAt(5n, { span_id: spanId(1), start_time: START_NS });
    await project.sendAt(10n, { span_id: spanId(1), start_time: START_NS + 20n });

    expect(await sums('span')).toEqual([[2, 1, 0]]);
    expect(await sums('span', { snapshot: [10n] })).toEqual([[0, 1, 0]]);
    await used.merge();
    expect(await sums('trace')).toEqual([[2, 1, 0]]);

    const tombstone = { projectId: project.id, traceId: aSpan().trace_id };
    await used.delete({ logPartition: 0, tombstones: [{ ...tombstone, logOffset: 10n }] });
    expect(await sums('span')).toEqual([[2, 1, 0]]);
    await used.delete({ logPartition: 0, tombstones: [{ ...tombstone, logOffset: 11n }] });
    expect(await sums('span')).toEqual([]);
    expect(await sums('trace')).toEqual([]);
  });

  it('reports the cost of every answer', async () => {
    const costs: ReadCost[] = [];

    await used.analytics.measured((cost) => costs.push(cost)).sumBuckets(hour(), 'span', signal);

    expect(costs.length).toBeGreaterThan(0);
  });
});
