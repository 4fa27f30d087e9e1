import { describeWithBackend, waitUntil } from '@spanhouse/service-runtime/testing';
import { type Json, postJson, send } from '../http-client.js';
import { type SentCall, someCalls } from '../sent-calls.js';
import {
  edgeOf,
  graph,
  pairsOf,
  red,
  type ScrapedCalls,
  scrapeCalls,
  WITHIN,
} from './scraped-calls.js';

const calls = someCalls();
const pairs = pairsOf(calls);
/** Calls with a server span. Jaeger's Monitor tab computes its table from these spans. */
const served = calls.filter(({ type }) => type === 'call' || type === 'user');

/** Adds up one number per call. Returns the sums keyed by label. */
function addUp(
  some: readonly SentCall[],
  label: (call: SentCall) => string,
  amount: (call: SentCall) => number,
): ReadonlyMap<string, number> {
  const sums = new Map<string, number>();
  for (const call of some) {
    sums.set(label(call), (sums.get(label(call)) ?? 0) + amount(call));
  }
  return sums;
}

/**
 * Returns the 0.9-quantile as Jaeger's Monitor tab requests it: interpolated linearly within a bucket. The bucket
 * bounds are 0.002 · 2^k seconds.
 */
function quantileInBuckets(seconds: readonly number[]): number {
  const rank = 0.9 * seconds.length;
  const sorted = seconds.toSorted((left, right) => left - right);
  const bounds = Array.from({ length: 14 }, (_, k) => 0.002 * 2 ** k);
  const below = (bound: number) => sorted.filter((each) => each <= bound).length;
  const bound = bounds.find((each) => below(each) >= rank) ?? Number.NaN;
  const lower = bound === 0.002 ? 0 : bound / 2;
  const before = lower === 0 ? 0 : below(lower);
  return lower + ((bound - lower) * (rank - before)) / (below(bound) - before);
}

describeWithBackend('a Prometheus that scrapes /span-metrics', 'PROMETHEUS', (program) => {
  let scraped: ScrapedCalls;

  beforeAll(async () => {
    scraped = await scrapeCalls(program, calls);
  });
  afterAll(() => scraped?.stop());

  const ask = (query: string, time?: string) => scraped.ask(query, time);

  /** Runs a query over the scraped range. Returns the value of each series, keyed by label. */
  async function inRange(
    query: string,
    label: (metric: Json) => string,
  ): Promise<ReadonlyMap<string, number>> {
    const result = await ask(query.replaceAll('$__range', scraped.range), scraped.endSeconds);
    return new Map(
      result.map(({ metric, value: [, value] }: Json) => [label(metric), Number(value)]),
    );
  }

  const count = () => 1;

  it('draws every edge of the calls that were sent, as a service, a database or a virtual node', async () => {
    const result = await ask(`group by (client, connection_type, server) (${graph}_total)`);

    const types = { call: '', messaging: 'messaging_system', database: 'database' };
    const expected = calls.map((call) => [
      edgeOf(call),
      call.type === 'user' ? 'virtual_node' : types[call.type],
    ]);
    // Prometheus omits empty labels.
    const drawn = result.map(({ metric }: Json) => [edgeOf(metric), metric.connection_type ?? '']);
    expect(new Map(drawn)).toEqual(new Map(expected as [string, string][]));
    expect(drawn).toHaveLength(6);
  });

  it.each([
    `sum by (client, server) (rate(${graph}_total[$__range]))`,
    `sum by (client, server) (rate(${graph}_failed_total[$__range]))`,
    `sum by (client, server) (rate(${graph}_server_seconds_sum[$__range]))`,
    `sum by (client, server) (rate(${graph}_total{client="shop"}[$__range])) OR sum by (client, server) (rate(${graph}_total{client!="shop"}[$__range]))`,
    `sum by (client, server, client_service_namespace, server_service_namespace) (rate(${graph}_total[$__range]))`,
    `group by (client, connection_type, server) (${graph}_server_seconds_sum)`,
  ])('has every edge for the query %s of the tab', async (query) => {
    const edges = await inRange(query, edgeOf);

    expect([...edges.keys()].toSorted()).toEqual([...new Set(calls.map(edgeOf))].toSorted());
  });

  it.each<[string, ReadonlyMap<string, number>]>([
    [`${graph}_total`, addUp(calls, edgeOf, count)],
    [`${graph}_failed_total`, addUp(calls, edgeOf, ({ isFailed }) => (isFailed ? 1 : 0))],
    [`${graph}_server_seconds_sum`, addUp(calls, edgeOf, ({ serverMs }) => serverMs / 1000)],
    [`${graph}_client_seconds_count`, addUp(pairs, edgeOf, count)],
  ])('tells the rate of %s of each edge in proportion to what was sent', async (metric, sent) => {
    const rates = await inRange(`sum by (client, server) (rate(${metric}{}[$__range]))`, edgeOf);

    const calledRates = await inRange(
      `sum by (client, server) (rate(${graph}_total[$__range]))`,
      edgeOf,
    );
    const [[anyEdge = '', anyRate = 0] = []] = calledRates;
    const perCall = anyRate / (addUp(calls, edgeOf, count).get(anyEdge) ?? 0);
    for (const [edge, amount] of sent) {
      expect([edge, (rates.get(edge) ?? 0) / perCall]).toEqual([edge, expect.closeTo(amount, 6)]);
    }
    // Prometheus extrapolates to both ends of the range, each by less than one scrape interval.
    const seconds = Number.parseFloat(scraped.range) / 1000;
    expect(perCall * seconds).toBeGreaterThan(WITHIN * 0.99);
    expect(perCall * seconds).toBeLessThan(WITHIN * 2);
  });

  it('returns the five operations that are served most, and the five that fail most', async () => {
    const rate = (matchers: string) =>
      `topk(5, sum(rate(${red}_calls_total{span_kind="SPAN_KIND_SERVER"${matchers}}[$__range])) by (span_name))`;
    const named = ({ span_name }: Json) => span_name;
    const all = await inRange(rate(''), named);
    const failed = await inRange(rate(', status_code="STATUS_CODE_ERROR"'), named);

    const byName = addUp(served, ({ operation }) => operation, count);
    const failures = served.filter(({ isFailed }) => isFailed);
    const failedByName = addUp(failures, ({ operation }) => operation, count);
    expectLargest(all, byName);
    expectLargest(failed, failedByName);
  });

  it('returns the 90th percentile of the duration of an operation, within its bucket', async () => {
    for (const operation of ['operation 5', 'operation 7']) {
      const [value] = await inRange(
        `histogram_quantile(.9, sum(rate(${red}_latency_bucket{span_name=~"${operation}"}[$__range])) by (le))`,
        () => '',
      );

      const seconds = calls
        .filter((call) => call.operation === operation)
        .map(({ serverMs }) => serverMs / 1000);
      expect(value?.[1]).toBeCloseTo(quantileInBuckets(seconds), 6);
    }
  });

  it('has the sums that the analytics compute from the stored spans', async () => {
    const labels = 'service, span_name, span_kind';
    const measured = {
      count: `sum by (${labels}) (${red}_calls_total)`,
      failed: `sum by (${labels}) (${red}_calls_total{status_code="STATUS_CODE_ERROR"})`,
      seconds: `sum by (${labels}) (${red}_latency_sum)`,
    };
    const told = new Map<string, Record<string, number>>();
    for (const [measure, query] of Object.entries(measured)) {
      for (const { metric, value } of await ask(query)) {
        const group = [metric.service, metric.span_name, metric.span_kind].join(' | ');
        told.set(group, { failed: 0, ...told.get(group), [measure]: Number(value[1]) });
      }
    }

    const fields = ['service_name', 'span_name', 'span_kind'];
    const { body } = await postJson(
      `${scraped.spanhouse.url}/spans/aggregate/query`,
      {
        group_by: fields.map((field) => ({ field })),
        measures: ['count', 'failed', 'duration.sum'],
        limit: 1000,
      },
      scraped.headers,
    );

    const counted = body.rows.map(({ group, count: spans, failed, duration }: Json) => [
      group.join(' | '),
      { count: spans, failed, seconds: expect.closeTo(duration.sum / 1000, 6) },
    ]);
    expect(counted.length).toBeGreaterThan(20);
    expect(told).toEqual(new Map(counted));
  });

  it('keeps an exemplar of a bucket, whose trace is available through every front door', async () => {
    const { prometheus, endSeconds, spanhouse, headers } = scraped;
    const exemplars = await waitUntil('an exemplar is stored', async () => {
      const found = await prometheus.get('query_exemplars', {
        query: `${red}_latency_bucket`,
        start: String(Number(endSeconds) - 3600),
        end: String(Number(endSeconds) + 3600),
      });
      return found.length > 0 ? found : undefined;
    });

    const [{ exemplars: [{ labels }] = [] }] = exemplars;
    const doors = ['tempo/api/traces', 'jaeger/api/traces', 'zipkin/api/v2/trace'];
    for (const door of doors) {
      const { status } = await send(`${spanhouse.url}/${door}/${labels.trace_id}`, { headers });
      expect([door, status]).toEqual([door, 200]);
    }
  });
});

/** Checks that the series with the largest amounts are shown. Among equally large series, any may be shown. */
function expectLargest(
  shown: ReadonlyMap<string, number>,
  sent: ReadonlyMap<string, number>,
): void {
  const largest = [...sent.values()].toSorted((left, right) => right - left).slice(0, 5);
  const [[first = '', rate = 0] = []] = [...shown].toSorted(([, a], [, b]) => b - a);
  const perCall = rate / (sent.get(first) ?? 0);
  const amounts = [...shown.values()].map((each) => each / perCall).toSorted((a, b) => b - a);
  expect(amounts).toEqual(largest.map((amount) => expect.closeTo(amount, 6)));
  for (const [name, each] of shown) {
    expect([name, each / perCall]).toEqual([name, expect.closeTo(sent.get(name) ?? 0, 6)]);
  }
}
