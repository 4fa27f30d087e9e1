import { randomUUID } from 'node:crypto';
import type { ProjectSum, SpanMetricsProgress } from '@spanhouse/trace-store/writer';
import { useOpened } from '../open-clickhouse.js';
import { describeSpanMetrics } from './span-metrics-under-test.js';

const never = new AbortController().signal;

describeSpanMetrics('SpanMetricsStore rounds', (open) => {
  const used = useOpened(open);
  const project_id = randomUUID();

  it('have no progress before the first one', async () => {
    expect(await used.metrics.progress(never)).toBeUndefined();
    expect(await used.sums(project_id)).toEqual([]);
  });

  it('sum up one label set and bucket, and keep the newest exemplar', async () => {
    await used.metrics.add(
      [sum({ exemplar: exemplar(2n) }), sum({ bucket: 14 })],
      progress(1),
      never,
    );
    await used.metrics.add([sum({ exemplar: exemplar(1n), amount: 2n })], progress(2), never);

    expect(await used.sums(project_id)).toEqual([
      withoutProject(
        sum({ amount: 3n, totalNs: 2n ** 70n * 2n, totalBytes: 14n, exemplar: exemplar(2n) }),
      ),
      withoutProject(sum({ bucket: 14 })),
    ]);
    expect(await used.metrics.progress(never)).toEqual(progress(2));
    expect(await used.sums(randomUUID())).toEqual([]);
  });

  it('are stored once per number: the first one', async () => {
    await used.metrics.add([sum({ bucket: 3 })], progress(3), never);
    await used.metrics.add([sum({ bucket: 4 })], { ...progress(3), author: 99 }, never);

    expect((await used.sums(project_id)).map(({ bucket }) => bucket)).toEqual([0, 3, 14]);
    expect(await used.metrics.progress(never)).toEqual(progress(3));
  });

  it('return the label sets of projects, with hostile texts', async () => {
    const labels = ['a "b"\n\\', '\u0000\u{1f600}', '', 'x\ty'];
    const other = randomUUID();
    await used.metrics.add(
      [sum({ project_id: other, labels }), sum({ metric: 'unpaired', labels: ['', 'b'] })],
      progress(4),
      never,
    );

    expect(await used.metrics.series([other], never)).toMatchObject([
      { project_id: other, metric: 'calls', labels },
    ]);
    expect(await used.metrics.series([], never)).toEqual([]);
    expect((await used.sums(other))[0]?.labels).toEqual(labels);
  });

  function sum(members: Partial<ProjectSum> = {}): ProjectSum {
    return {
      project_id,
      metric: 'calls',
      labels: ['shop', 'GET', 'SPAN_KIND_SERVER', 'STATUS_CODE_OK'],
      bucket: 0,
      amount: 1n,
      totalNs: 2n ** 70n,
      totalBytes: 7n,
      exemplar: undefined,
      ...members,
    };
  }
});

function exemplar(receivedNs: bigint) {
  return { trace_id: 'ab'.repeat(16), durationNs: 5n, receivedNs };
}

function progress(round: number): SpanMetricsProgress {
  const positions = [(1n << 48n) + BigInt(round), 1n << 48n];
  return {
    round,
    author: 2 ** 32 - 1,
    positions,
    pairedTo: [(1n << 48n) + BigInt(round - 1), 1n << 48n],
  };
}

function withoutProject({ project_id: _, ...sum }: ProjectSum) {
  return sum;
}
