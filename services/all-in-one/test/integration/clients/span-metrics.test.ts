import { waitUntil } from '@spanhouse/service-runtime/testing';
import { setDAsOtlp } from '@spanhouse/span-dialects/testing';
import { consistentWith, postJson } from '../../http-client.js';
import {
  newDataDir,
  type RunningSpanhouse,
  startSpanhouse,
} from '../../processes/running-spanhouse.js';

const graph = 'traces_service_graph';
const env = { SERVICE_GRAPH_WAIT_MS: '1000' };

/** Returns the samples of the edges, without buckets. */
function edgesIn(text: string): readonly string[] {
  return text
    .split('\n')
    .filter((line) => line.startsWith(graph) && !line.includes('_bucket{'))
    .map((line) => line.slice(graph.length + 1))
    .toSorted();
}

function histogram(side: 'client' | 'server', labels: string, seconds: string): readonly string[] {
  const name = `request_${side}_seconds`;
  return [`${name}_count{${labels}} 1`, `${name}_sum{${labels}} ${seconds}`];
}

const edges = {
  user: 'client="user",server="gateway",connection_type="virtual_node"',
  payments: 'client="gateway",server="payments",connection_type=""',
  cards: 'client="payments",server="cards",connection_type="database"',
  billing: 'client="orders",server="billing",connection_type="messaging_system"',
  postgresql: 'client="payments",server="postgresql",connection_type="database"',
};
const expected = [
  ...Object.values(edges).map((labels) => `request_total{${labels}} 1`),
  ...Object.values(edges).map(
    (labels) => `request_failed_total{${labels}} ${labels === edges.payments ? 1 : 0}`,
  ),
  ...histogram('server', edges.user, '0.9'),
  ...histogram('server', edges.payments, '0.5'),
  ...histogram('client', edges.payments, '0.6'),
  ...histogram('server', edges.cards, '0.08'),
  ...histogram('client', edges.cards, '0.08'),
  ...histogram('server', edges.billing, '1.5'),
  ...histogram('client', edges.billing, '0.02'),
  ...histogram('server', edges.postgresql, '0.25'),
  ...histogram('client', edges.postgresql, '0.25'),
  'unpaired_spans_total{client="",server="inventory"} 1',
  'unpaired_spans_total{client="billing",server=""} 1',
  'unpaired_spans_total{client="",server="payments"} 1',
].toSorted();

describe('GET /span-metrics, on the examples', () => {
  let spanhouse: RunningSpanhouse;
  const dataDir = newDataDir();

  beforeAll(async () => {
    spanhouse = await startSpanhouse(dataDir, env);
  });
  afterAll(() => spanhouse.stop());

  const scrape = async () => {
    const response = await fetch(`${spanhouse.url}/span-metrics`);
    expect(response.status).toBe(200);
    return response.text();
  };
  const countOf = (text: string, service: string) =>
    text
      .split('\n')
      .filter((line) => line.startsWith(`traces_spanmetrics_calls_total{service="${service}"`))
      .reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0);
  /** Sends spans, and waits until they are stored. */
  const deliver = async (spans: object) => {
    const { receipt } = await postJson(`${spanhouse.url}/v1/traces`, spans);
    await fetch(`${spanhouse.url}/span-metrics`, { headers: consistentWith(receipt) });
  };
  /** Sends a span after all others, and waits until it is counted: then they are as well. */
  const fence = async (service: string) => {
    const now = String(BigInt(Date.now()) * 1_000_000n);
    const times = { startTimeUnixNano: now, endTimeUnixNano: now };
    const ids = {
      traceId: 'ab'.repeat(16),
      spanId: Buffer.from(service.slice(0, 8)).toString('hex'),
    };
    const attributes = [{ key: 'service.name', value: { stringValue: service } }];
    const scopeSpans = [{ spans: [{ name: service, ...times, ...ids }] }];
    await postJson(`${spanhouse.url}/v1/traces`, {
      resourceSpans: [{ resource: { attributes }, scopeSpans }],
    });
    await waitUntil(`${service} is counted`, async () => countOf(await scrape(), service) === 1);
  };

  it('shows every edge with its latencies, and counts a second delivery and a restart not again', async () => {
    // Old spans are not counted.
    const spans = setDAsOtlp(BigInt(Date.now()) * 1_000_000n);
    await deliver(spans);
    await waitUntil('every edge is counted', async () =>
      edgesIn(await scrape()).includes('unpaired_spans_total{client="billing",server=""} 1'),
    );
    expect(edgesIn(await scrape())).toEqual(expected);

    await deliver(spans);
    await fence('fence one');
    expect(edgesIn(await scrape())).toEqual(expected);
    await spanhouse.stop();
    spanhouse = await startSpanhouse(dataDir, env);
    await deliver(spans);
    await fence('last fence');

    const text = await scrape();
    expect(edgesIn(text)).toEqual(expected);
    const services = ['gateway', 'payments', 'orders', 'billing', 'cron'];
    expect(services.map((service) => countOf(text, service))).toEqual([3, 4, 1, 3, 1]);
  });
});
