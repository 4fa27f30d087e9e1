import { randomUUID } from 'node:crypto';
import { systemClock } from '@spanhouse/service-runtime';
import { aContext, aSpan, describeOnClickHouse } from '@spanhouse/trace-store/testing';
import { GENERATION } from '../any-history.js';
import { useProject } from '../open-clickhouse.js';
import { describeAnalytics, openAnalytics } from './analytics-under-test.js';

const signal = new AbortController().signal;
const DAY_NS = 86_400_000_000_000n;

/** A span with its trace, its service, and the log position at which it was received. */
interface SentSpan {
  readonly trace: string;
  readonly service: string | undefined;
  readonly at: number;
}

describeAnalytics('TraceAnalytics.listServices', (open) => {
  const { used, project } = useProject(open);
  const store = async (...spans: readonly SentSpan[]) => {
    for (const { trace, service, at } of spans) {
      const resource =
        service === undefined ? undefined : { attributes: { 'service.name': service } };
      const span = { trace_id: trace.padStart(32, '0'), resource };
      await project.sendAt(GENERATION | BigInt(at), span);
    }
  };
  const remove = (trace: string, at: number) => {
    const ids = { projectId: project.id, traceId: trace.padStart(32, '0') };
    const tombstones = [{ ...ids, logOffset: GENERATION | BigInt(at) }];
    return used.delete({ logPartition: 0, tombstones });
  };
  const list = async (limit = 100) =>
    (await used.analytics.listServices({ project_id: project.id, limit }, signal)).toSorted();

  it('lists each service of the project once, and an empty one for spans without a service', async () => {
    await store(
      { trace: 'a', service: 'shop', at: 1 },
      { trace: 'b', service: 'shop', at: 2 },
      { trace: 'c', service: 'mail', at: 3 },
      { trace: 'd', service: undefined, at: 4 },
    );

    expect(await list()).toEqual(['', 'mail', 'shop']);
    project.id = randomUUID();
    expect(await list()).toEqual([]);
  });

  it('omits a service after the spans that proved it are replaced or deleted', async () => {
    await store(
      { trace: 'a', service: 'replaced', at: 1 },
      { trace: 'b', service: 'deleted', at: 2 },
      { trace: 'c', service: 'kept', at: 3 },
    );
    expect(await list()).toEqual(['deleted', 'kept', 'replaced']);
    await store({ trace: 'a', service: 'new', at: 4 });
    await remove('b', 5);

    expect(await list()).toEqual(['kept', 'new']);
    await store({ trace: 'd', service: 'deleted', at: 6 });
    expect(await list()).toEqual(['deleted', 'kept', 'new']);
  });

  it('lists no more services than wanted', async () => {
    await store(
      { trace: 'a', service: 'a', at: 1 },
      { trace: 'b', service: 'b', at: 2 },
      { trace: 'c', service: 'c', at: 3 },
    );

    expect(await list(2)).toHaveLength(2);
    expect(await list(3)).toHaveLength(3);
  });
});

describeOnClickHouse('TraceAnalytics.listServices of expiring spans', (url) => {
  it('lists a service as long as one of its spans is kept', async () => {
    const used = await openAnalytics(url);
    const project_id = randomUUID();
    const store = (service: string, trace: string, retention_days: number) => {
      const resource = { attributes: { 'service.name': service } };
      const received_at = systemClock.nowNs() - 2n * DAY_NS;
      const span = aSpan({ trace_id: trace.repeat(32), resource });
      return used.store({
        rows: [{ span, context: aContext({ project_id, received_at, retention_days }) }],
      });
    };
    await store('expired', 'a', 1);
    await store('both', 'b', 1);
    await store('both', 'c', 3);
    await store('kept', 'd', 0);

    const services = await used.analytics.listServices({ project_id, limit: 10 }, signal);
    expect(services.toSorted()).toEqual(['both', 'kept']);
    await used.close();
  });
});
