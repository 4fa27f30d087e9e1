import { drainStream } from '@spanhouse/service-runtime';
import { describeOnClickHouse, START_NS } from '@spanhouse/trace-store/testing';
import { openWithReader, useProject } from '../open-clickhouse.js';
import { everything, traceId } from '../selecting.js';

const { signal } = new AbortController();
describeOnClickHouse('TraceReader streams of many traces', (url) => {
  const { used, project } = useProject(() => openWithReader(url));

  it.each([449, 450, 1_000_000])('begin early, whatever their limit: %d', async (limit) => {
    const ids = Array.from({ length: 450 }, (_, index) => traceId(index + 1));
    await project.send(
      ...ids.map((trace_id, index) => ({ trace_id, start_time: START_NS + BigInt(index) })),
    );
    const seen: string[] = [];
    const reports: number[] = [];
    const onSearched = () => void reports.push(seen.length);
    const selection = { ...everything(project.id), order: 'ascending', limit } as const;

    const hasMore = await drainStream(
      used.reader.streamTraces(selection, { signal, deadline: 'each', onSearched }),
      (traces) => void seen.push(...traces.map(({ trace_id }) => trace_id)),
    );

    expect([seen, hasMore]).toEqual([ids.slice(0, limit), limit < 450]);
    expect(reports.find((count) => count > 0)).toBeLessThanOrEqual(200);
  });
});
