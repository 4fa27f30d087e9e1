import { randomUUID } from 'node:crypto';
import { systemClock } from '@spanhouse/service-runtime';
import { aContext, aSpan, describeOnClickHouse, START_NS } from '@spanhouse/trace-store/testing';
import { useOpened } from '../open-clickhouse.js';
import { describeAnalytics, openAnalytics } from './analytics-under-test.js';

const signal = new AbortController().signal;
const GENERATION = 1n << 48n;
const DAY_NS = 86_400_000_000_000n;

/** A span of the trace and the service, received at the log position. */
interface Told {
  readonly trace: string;
  readonly span?: string;
  readonly service: string | undefined;
  readonly at: number;
}

describeAnalytics('TraceAnalytics.listServices', (open) => {
  const used = useOpened(open);
  let project_id = '';
  beforeEach(() => {
    project_id = randomUUID();
  });

  const idOf = (trace: string) => trace.padStart(32, '0');
  const store = async (...spans: readonly Told[]) => {
    for (const { trace, span = '1', service, at } of spans) {
      const resource =
        service === undefined ? undefined : { attributes: { 'service.name': service } };
      const ids = { trace_id: idOf(trace), span_id: span.padStart(16, '0') };
      const context = aContext({ project_id, received_at: START_NS + BigInt(at) });
      const rows = [{ span: aSpan({ ...ids, resource }), context }];
      await used.store({ rows, logOffset: GENERATION | BigInt(at) });
    }
  };
  const remove = (trace: string, at: number) =>
    used.delete({
      logPartition: 0,
      tombstones: [
        { projectId: project_id, traceId: idOf(trace), logOffset: GENERATION | BigInt(at) },
      ],
    });
  const list = async (limit = 100) =>
    (await used.analytics.listServices({ project_id, limit }, signal)).toSorted();

  it('lists each service of the project once, and an empty one for spans without a service', async () => {
    await store(
      { trace: 'a', service: 'shop', at: 1 },
      { trace: 'b', service: 'shop', at: 2 },
      { trace: 'c', service: 'mail', at: 3 },
      { trace: 'd', service: undefined, at: 4 },
    );

    expect(await list()).toEqual(['', 'mail', 'shop']);
    project_id = randomUUID();
    expect(await list()).toEqual([]);
  });

  it('omits services that only earlier versions of spans have', async () => {
    await store(
      { trace: 'a', service: 'former', at: 1 },
      { trace: 'a', service: 'current', at: 2 },
    );

    expect(await list()).toEqual(['current']);
  });

  it('lists a service whose last trace is deleted only if it has others', async () => {
    await store(
      { trace: 'a', service: 'both', at: 1 },
      { trace: 'b', service: 'both', at: 2 },
      { trace: 'b', span: '2', service: 'gone', at: 3 },
      { trace: 'b', span: '3', service: undefined, at: 4 },
    );
    await remove('b', 5);

    expect(await list()).toEqual(['both']);
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

  it('lists a service again once spans arrive after the delete', async () => {
    await store({ trace: 'a', service: 'shop', at: 1 });
    await remove('a', 2);
    await store({ trace: 'a', span: '2', service: 'shop', at: 3 });

    expect(await list()).toEqual(['shop']);
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
