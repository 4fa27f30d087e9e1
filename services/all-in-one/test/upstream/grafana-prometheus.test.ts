import { describeWithBackend } from '@spanhouse/service-runtime/testing';
import { z } from 'zod';
import { someCalls } from '../sent-calls.js';
import { edgeOf, graph, pairsOf, red, type ScrapedCalls, scrapeCalls } from './scraped-calls.js';

const calls = someCalls();
const edges = [...new Set(calls.map(edgeOf))].sort();

const labels = z.record(z.string(), z.string());
const sample = z.tuple([z.number(), z.string()]);
const vector = resultOf('vector', z.array(z.strictObject({ metric: labels, value: sample })));
const matrix = resultOf(
  'matrix',
  z.array(z.strictObject({ metric: labels, values: z.array(sample).min(1) })),
);
const exemplar = z.strictObject({ labels, value: z.string(), timestamp: z.number() });
const exemplars = withData(
  z.array(z.strictObject({ seriesLabels: labels, exemplars: z.array(exemplar).min(1) })),
);

function withData<Data extends z.ZodType>(data: Data) {
  return z.strictObject({ status: z.literal('success'), data });
}

function resultOf<Result extends z.ZodType>(resultType: string, result: Result) {
  return withData(z.strictObject({ resultType: z.literal(resultType), result }));
}

/** The headers of every request of the data source. A request is a form unless the settings choose GET. */
const grafana = { 'user-agent': 'Grafana/12.2.0', 'accept-encoding': 'gzip' };

describeWithBackend("Grafana's Prometheus data source", 'PROMETHEUS', (program) => {
  let scraped: ScrapedCalls;

  beforeAll(async () => {
    scraped = await scrapeCalls(program, calls);
  });
  afterAll(() => scraped?.stop());

  async function post<Shape extends z.ZodType>(
    path: string,
    parameters: Readonly<Record<string, string>>,
    shape: Shape,
  ): Promise<z.infer<Shape>> {
    const response = await fetch(`${scraped.prometheus.url}/api/v1/${path}`, {
      method: 'POST',
      headers: { ...grafana, 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams(parameters),
    });
    return shape.parse(await response.json());
  }

  /** A query of the tab, with its variable replaced, at the end of the range. */
  const askTab = async (expr: string) => {
    const query = expr.replaceAll('$__range', scraped.range);
    return (await post('query', { query, time: scraped.endSeconds }, vector)).data.result;
  };
  const overRange = (query: string, step: string) => ({
    query,
    step,
    start: String(Number(scraped.endSeconds) - 60),
    end: scraped.endSeconds,
  });

  it.each([
    [`sum by (client, server) (rate(${graph}_total[$__range]))`],
    [`sum by (client, server) (rate(${graph}_failed_total[$__range]))`],
    [`sum by (client, server) (rate(${graph}_server_seconds_sum[$__range]))`],
    [
      `sum by (client, server) (rate(${graph}_total{client="shop"}[$__range])) OR sum by (client, server) (rate(${graph}_total{client!="shop"}[$__range]))`,
    ],
    [
      `sum by (client, server, client_service_namespace, server_service_namespace) (rate(${graph}_total[$__range]))`,
    ],
    [`group by (client, connection_type, server) (${graph}_total)`],
    [`group by (client, connection_type, server) (${graph}_server_seconds_sum)`],
  ])('gets every edge of the service graph from %s', async (expr) => {
    const result = await askTab(expr);

    const found = result.map(({ metric: { client = '', server = '' } }) =>
      edgeOf({ client, server }),
    );
    expect(found.toSorted()).toEqual(edges);
  });

  it('gets the figures of an edge over time that its links open in Explore', async () => {
    const [{ client, server } = { client: '', server: '' }] = pairsOf(calls);
    const matchers = `{client="${client}",server="${server}"}`;
    const { length } = calls.filter((call) => edgeOf(call) === edgeOf({ client, server }));
    const by = 'by (le, client, server)';
    const links = [
      `sum by (client, server)(rate(${graph}_total${matchers}[1m]))`,
      `histogram_quantile(0.9, sum(rate(${graph}_server_seconds_bucket${matchers}[1m])) ${by})`,
      `sum by (client, server)(rate(${graph}_failed_total${matchers}[1m]))`,
    ];

    for (const query of links) {
      const { data } = await post('query_range', overRange(query, '15'), matrix);
      expect(data.result.map(({ metric }) => metric)).toEqual([{ client, server }]);
    }
    const counted = await askTab(`${graph}_total${matchers}`);
    expect(counted.map(({ value: [, value] }) => Number(value) % length)).toEqual([0]);
  });

  it('gets the operations of a panel of spans, with exemplars that name traces', async () => {
    const rate = `sum by (span_name, service)(rate(${red}_calls_total{service="shop"}[1m]))`;
    const { data } = await post('query_range', overRange(rate, '15'), matrix);
    const query = `histogram_quantile(0.95, sum(rate(${red}_latency_bucket{service="shop"}[1m])) by (le))`;
    const found = await post('query_exemplars', overRange(query, '15'), exemplars);

    expect(data.result.map(({ metric }) => metric['service'])).toContain('shop');
    expect(found.data.length).toBeGreaterThan(0);
    for (const { labels: own } of found.data.flatMap((each) => each.exemplars)) {
      expect(own['trace_id']).toMatch(/^[\da-f]{32}$/);
    }
  });

  it('completes the names of services and the labels while a query is typed', async () => {
    const range = { start: '0', end: String(Number(scraped.endSeconds) + 60) };
    const names = withData(z.array(z.string()));
    const values = await fetch(
      `${scraped.prometheus.url}/api/v1/label/client/values?${new URLSearchParams({ ...range, 'match[]': `${graph}_total` })}`,
      { headers: grafana },
    );
    const known = await post('labels', { ...range, 'match[]': `${red}_calls_total` }, names);

    const clients = [...new Set(calls.map(({ client }) => client))].sort();
    expect(names.parse(await values.json()).data).toEqual(clients);
    expect(known.data).toEqual(
      expect.arrayContaining(['service', 'span_kind', 'span_name', 'status_code']),
    );
  });
});
