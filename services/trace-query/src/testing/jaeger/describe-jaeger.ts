import { traceIdsOfSetD } from '@spanhouse/span-dialects/testing';
import { type Shown, spansOf } from '../test-doors.js';
import type { JaegerClient } from './ask-jaeger.js';
import { describeMonitor } from './describe-monitor.js';
import { describeTraces } from './describe-traces.js';
import { foundTraces, shortC, wholeWindowV3, withWindow } from './found-traces.js';
import { v1 } from './jaeger-shapes.js';

const { a, b, c, d } = traceIdsOfSetD;

/** Declares the tests of Jaeger's read API over set D. `client` is called inside the tests. */
export function describeJaeger(title: string, client: () => JaegerClient): void {
  describe(title, () => {
    describeNames(client);
    describeSearches(client);
    describeTraces(client);
    describeDependencies(client);
    describeMonitor(client);
  });
}

function describeNames(client: () => JaegerClient): void {
  const services = ['billing', 'cron', 'gateway', 'inventory', 'orders', 'payments'];
  const charge = { name: 'charge', spanKind: 'server' };
  const select = { name: 'SELECT cards', spanKind: 'client' };

  it('lists services in both versions', async () => {
    const { data, total } = await client().read('/api/services', v1.names);

    expect([data, total]).toEqual([services, 6]);
    expect(await client().readV3('services', 'GetServicesResponse')).toEqual({ services });
  });

  it('lists the operations of a service', async () => {
    const { read, readV3 } = client();
    const names = await read('/api/services/payments/operations', v1.names);

    expect([names.data, names.total]).toEqual([['SELECT cards', 'charge'], 2]);
    expect((await read('/api/services/a%2Fb/operations', v1.names)).data).toEqual([]);
    expect((await read('/api/operations?service=payments', v1.operations)).data).toEqual([
      select,
      charge,
    ]);
    expect(
      (await read('/api/operations?service=payments&spanKind=server', v1.operations)).data,
    ).toEqual([charge]);
    expect(await readV3('operations?service=payments', 'GetOperationsResponse')).toEqual({
      operations: [select, charge],
    });
  });
}

function describeSearches(client: () => JaegerClient): void {
  it.each(foundTraces)('finds the traces of %j', async (query, ids) => {
    const traces = await client().tracesOf(withWindow(query));

    expect(traces.map(({ traceID }) => traceID)).toEqual(ids);
    expect(traces.flatMap(({ spans }) => spans)).toHaveLength(
      ids.reduce((sum, id) => sum + ({ [a]: 6, [b]: 4, [shortC]: 1, [d]: 2 }[id] ?? 0), 0),
    );
  });

  it.each([
    ['', [d, c, b, a]],
    ['query.serviceName=payments', [d, a]],
    ['query.service_name=payments&query.operation_name=charge&query.num_traces=1', [d]],
    ['query.attributes=%7B%22error%22%3A%22true%22%7D&query.rawTraces=true', [a]],
    ['query.durationMin=1.2s&query.durationMax=2s', [b]],
    ['query.searchDepth=2', [d, c]],
  ] as const)('finds the same traces by %j of version 3', async (query, ids) => {
    const { idsOfV3, readV3 } = client();
    const asked = `${wholeWindowV3}&${query}`;
    const { result } = await readV3(`traces?${asked}`, 'GRPCGatewayWrapper');
    const spans = spansOf(result);

    expect(await idsOfV3(asked)).toEqual(ids);
    expect([...new Set(spans.map(({ traceId }: Shown) => traceId))]).toEqual(ids);
  });

  it('takes the earliest time of version 3 in, and leaves the latest out', async () => {
    const { idsOfV3, refusalOf } = client();
    const between = (min: string, max: string) =>
      `query.startTimeMin=${min}&query.startTimeMax=${max}`;
    const b1 = between('2026-05-01T12:01:00+02:00', '2026-05-01T10:01:00.000000001Z');
    const beforeB1 = between('2026-05-01T10:00:30Z', '2026-05-01T10:01:00Z');

    expect(await idsOfV3(b1)).toEqual([b]);
    expect(await idsOfV3(beforeB1)).toEqual([]);
    expect(await refusalOf(`/api/v3/traces?${beforeB1}`)).toEqual([404, 'No traces found']);
  });

  it('returns traces by their ids, and names the missing ones', async () => {
    const path = `/api/traces?traceID=${shortC}&traceID=ABC&traceID=${a}&raw=1`;
    const { data, errors } = await client().read(path, v1.traces);

    expect(data.map(({ traceID }) => traceID)).toEqual([shortC, a]);
    expect(errors).toEqual([{ msg: 'trace not found', traceID: '0000000000000abc' }]);
  });
}

function describeDependencies(client: () => JaegerClient): void {
  const inventory = { parent: 'gateway', child: 'inventory', callCount: 1 };
  const payments = { parent: 'gateway', child: 'payments', callCount: 1 };
  const billing = { parent: 'orders', child: 'billing', callCount: 1 };

  it.each([
    ['endTs=1777629800000&lookback=3600000', [inventory, payments, billing]],
    ['endTs=1777629800000&lookback=3600000&service=gateway', [inventory, payments]],
    ['endTs=1777629660000&lookback=60000', [inventory, payments, billing]],
    ['endTs=1777629660001&lookback=60000', [billing]],
    ['endTs=1777629659999', [inventory, payments]],
    ['endTs=1777629600900&lookback=800', []],
  ])('counts the calls of %s', async (query, calls) => {
    const { data } = await client().read(`/api/dependencies?${query}`, v1.dependencies);

    expect(data).toEqual(calls);
  });
}
