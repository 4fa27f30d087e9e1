import { randomUUID } from 'node:crypto';
import { drainStream } from '@spanhouse/service-runtime';
import { aContext, aSpan, describeOnClickHouse, START_NS } from '@spanhouse/trace-store/testing';
import { useOpened } from '../open-clickhouse.js';
import { openOnClickHouse } from './reader-under-test.js';

const { signal } = new AbortController();
const everything = {
  filter: undefined,
  oldest: undefined,
  newest: undefined,
  order: 'ascending',
  ratePercent: undefined,
  snapshot: [],
} as const;

describeOnClickHouse('TraceReader streams of many traces', (url) => {
  const used = useOpened(() => openOnClickHouse(url));

  it.each([449, 450, 1_000_000])('begin early, whatever their limit: %d', async (limit) => {
    const project_id = randomUUID();
    const ids = Array.from({ length: 450 }, (_, index) =>
      (index + 1).toString(16).padStart(32, '0'),
    );
    await used.store({
      rows: ids.map((trace_id, index) => ({
        span: aSpan({ trace_id, start_time: START_NS + BigInt(index) }),
        context: aContext({ project_id }),
      })),
    });
    const seen: string[] = [];
    const reports: number[] = [];
    const onSearched = () => void reports.push(seen.length);
    const selection = { ...everything, project_id, limit, after: undefined };

    const hasMore = await drainStream(
      used.reader.streamTraces(selection, { signal, deadline: 'each', onSearched }),
      (traces) => void seen.push(...traces.map(({ trace_id }) => trace_id)),
    );

    expect([seen, hasMore]).toEqual([ids.slice(0, limit), limit < 450]);
    expect(reports.find((count) => count > 0)).toBeLessThanOrEqual(200);
  });
});
