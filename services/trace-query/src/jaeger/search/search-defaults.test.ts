import { traceIdsOfSetD } from '@spanhouse/span-dialects/testing';
import type { CanonicalSpan } from '@spanhouse/span-schema';
import { askJaeger } from '../../testing/jaeger/ask-jaeger.js';
import { shortC } from '../../testing/jaeger/found-traces.js';
import { v1 } from '../../testing/jaeger/jaeger-shapes.js';
import { spansOfServices, withoutService } from '../../testing/spans-of-services.js';
import { createTestJaeger } from '../../testing/test-doors.js';
import { parseJaegerTraceIds } from '../traces/parse-jaeger-trace-ids.js';

const { a, b, d } = traceIdsOfSetD;
const T0_S = 1_777_629_600;
const DAY_S = 86_400;

/**
 * Creates the service with the given spans, by default set D. Its clock is the given number of seconds ahead of the
 * first trace of set D.
 */
async function jaegerAt(secondsAfterT0: number, spans?: readonly CanonicalSpan[]) {
  const service = createTestJaeger({}, spans);
  await service.clock.advance((T0_S + secondsAfterT0) * 1000 - service.clock.nowMs());
  return askJaeger(service.app);
}

describe('a search of Jaeger', () => {
  it.each([
    [300, [d, shortC, b, a]],
    [30, [a]],
    [-1, []],
    [2 * DAY_S, [d, shortC, b, a]],
    [2 * DAY_S + 1, [d, shortC, b]],
    [3 * DAY_S, []],
  ])('looks at the last two days by default: %d s after the first trace', async (after, ids) => {
    expect(await (await jaegerAt(after)).idsOf('')).toEqual(ids);
  });

  it('finds a hundred traces by default, in both versions', async () => {
    const spans = spansOfServices(
      ...Array.from({ length: 120 }, (_, n) => ({ trace: (n + 1).toString(16), id: '1', at: n })),
    );
    const { idsOf, idsOfV3 } = await jaegerAt(300, spans);
    const hour = 'query.startTimeMin=2026-05-01T10:00:00Z&query.startTimeMax=2026-05-01T11:00:00Z';

    for (const found of [await idsOf(''), await idsOf('limit=0'), await idsOfV3(hour)]) {
      expect([found.length, Number.parseInt(found[0] ?? '', 16)]).toEqual([100, 120]);
    }
    expect(await idsOf('limit=1500')).toHaveLength(120);
  });

  it('orders traces by their latest span that matches, then by their ids', async () => {
    const spans = spansOfServices(
      { trace: 'a1', id: '1', name: 'op', at: 10 },
      { trace: 'a1', id: '2', name: 'other', at: 90 },
      { trace: 'a2', id: '3', name: 'op', at: 20 },
      { trace: 'a3', id: '4', name: 'op', at: 20 },
      { trace: 'a4', id: '5', name: 'op', at: 5 },
      { trace: 'a4', id: '6', name: 'op', at: 30 },
    );
    const { idsOf } = await jaegerAt(300, spans);

    for (const query of ['operation=op', 'operation=op&minDuration=1ms']) {
      const ids = await idsOf(query);
      expect(ids.map((id) => id.slice(-2))).toEqual(['a4', 'a3', 'a2', 'a1']);
    }
    expect((await idsOf('operation=op&limit=2')).map((id) => id.slice(-2))).toEqual(['a4', 'a3']);
  });

  it('returns the traces that are named, whatever else is asked', async () => {
    const { idsOf } = await jaegerAt(0);
    const rest = 'service=nobody&minDuration=9h&limit=1&start=1&end=2&tag=x';

    expect(await idsOf(`traceID=${b}&${rest}&traceID=${a}&raw=true`)).toEqual([b, a]);
  });

  it('returns up to 1500 traces by their ids, each once', () => {
    const ids = Array.from({ length: 1501 }, (_, index) => index.toString(16));

    expect(parseJaegerTraceIds([...ids.slice(1), '1', '01'])).toHaveLength(1500);
    expect(() => parseJaegerTraceIds(ids)).toThrow(
      expect.objectContaining({ status: 400, body: { detail: 'more than 1500 trace IDs' } }),
    );
  });

  it.each([
    'query.start_time_min=2026-05-01T10:00:00Z&query.start_time_max=2026-05-01T10:03:20Z&query.service_name=payments&query.search_depth=1&query.raw_traces=true&query.duration_min=250ms&query.duration_max=300ms',
    'query.startTimeMin=2026-05-01T12:00:00%2B02:00&query.startTimeMax=2026-05-01T12:03:20%2b02:00&query.operationName=charge&query.numTraces=1',
  ])('takes both forms of the parameters of version 3: %s', async (query) => {
    const { idsOfV3 } = await jaegerAt(0);

    expect(await idsOfV3(query)).toEqual([d]);
  });
});

describe('the names of Jaeger', () => {
  const service = (stringValue: string) => ({ stringValue });

  it('distinguish a span without a kind from others, and count it as internal in version 3', async () => {
    const spans = spansOfServices(
      { trace: '1', id: '1', service: service('shop'), name: 'plain' },
      { trace: '1', id: '2', service: service('shop'), name: 'local', kind: 1 },
      { trace: '1', id: '3', service: service('shop'), name: 'plain', kind: 4 },
    );
    const { read, readV3 } = await jaegerAt(0, spans);
    const operations = (more = '') => read(`/api/operations?service=shop${more}`, v1.operations);
    const local = { name: 'local', spanKind: 'internal' };

    expect(await operations()).toMatchObject({
      data: [local, { name: 'plain', spanKind: '' }, { name: 'plain', spanKind: 'producer' }],
      total: 3,
    });
    expect((await operations('&spanKind=unspecified')).data).toEqual([
      { name: 'plain', spanKind: '' },
    ]);
    expect((await operations('&spanKind=internal')).data).toEqual([local]);
    expect(await readV3('operations?service=shop', 'GetOperationsResponse')).toEqual({
      operations: [
        local,
        { name: 'plain', spanKind: 'internal' },
        { name: 'plain', spanKind: 'producer' },
      ],
    });
  });

  it.each([
    ['a/b', 'a/b'],
    ['a/b', 'a%2Fb'],
    ['a/operations/b', 'a/operations/b'],
    ['a b%2F', 'a%20b%252F'],
    ['operations', 'operations'],
    ['ü', '%C3%BC'],
  ])('are those of the service %s at %s', async (name, path) => {
    const spans = spansOfServices({ trace: '1', id: '1', service: service(name), name: 'op' });
    const { read } = await jaegerAt(0, spans);

    expect(await read(`/api/services/${path}/operations`, v1.names)).toMatchObject({
      data: ['op'],
      total: 1,
    });
  });

  it.each(withoutService)('name a span without a service, and find it: %j', async (span) => {
    const { read, idsOf } = await jaegerAt(300, spansOfServices(span));
    const name = 'OTLPResourceNoServiceName';

    expect((await read('/api/services', v1.names)).data).toEqual([name]);
    expect((await read(`/api/services/${name}/operations`, v1.names)).data).toEqual(['op']);
    expect(await idsOf(`service=${name}`)).toHaveLength(1);
  });
});

describe('the graphs of Jaeger', () => {
  it.each([
    [300, ['gateway>inventory', 'gateway>payments', 'orders>billing']],
    [DAY_S + 30, ['orders>billing']],
    [30, ['gateway>inventory', 'gateway>payments']],
  ])('are about the last day by default: %d s after the first trace', async (after, calls) => {
    const { data } = await (await jaegerAt(after)).read('/api/dependencies', v1.dependencies);

    expect(data.map(({ parent, child }) => `${parent}>${child}`)).toEqual(calls);
  });

  it('measure the last hour in steps of 5 s, each over ten minutes, by default', async () => {
    const { read } = await jaegerAt(300);
    const { name, metrics } = await read('/api/metrics/calls?service=payments', v1.metrics);
    const points = metrics[0]?.metricPoints ?? [];
    const at = (seconds: number) => new Date((T0_S + seconds) * 1000).toISOString();

    expect([name, points.length]).toEqual(['service_call_rate', 721]);
    expect([points[0]?.timestamp, points.at(-2)?.timestamp, points.at(-1)?.timestamp]).toEqual(
      [-3300, 295, 300].map((seconds) => at(seconds).replace('.000', '')),
    );
    const values = [points[0], points.at(-1)].map((point) => point?.gaugeValue.doubleValue);
    expect(values).toEqual([0, 2 / 600]);
  });

  it.each([
    ['calls?service=payments&groupByOperation=true', 'service_operation_call_rate', 'calls/sec'],
    ['errors?service=payments&groupByOperation=1', 'service_operation_error_rate', 'error rate'],
    ['errors?service=payments', 'service_error_rate', 'error rate'],
    ['latencies?service=payments&quantile=0.5', 'service_latencies', '0.50th quantile latency'],
  ])('name what they measure: %s', async (path, name, help) => {
    const { read } = await jaegerAt(300);

    expect(await read(`/api/metrics/${path}`, v1.metrics)).toMatchObject({
      name,
      help: expect.stringContaining(help),
    });
  });

  it('take 11,000 points', async () => {
    const { read } = await jaegerAt(300);
    const path = '/api/metrics/calls?service=payments&step=1&lookback=10999';

    expect((await read(path, v1.metrics)).metrics[0]?.metricPoints).toHaveLength(11_000);
  });
});
