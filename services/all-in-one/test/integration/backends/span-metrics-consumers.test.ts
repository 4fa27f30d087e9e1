import { describeWithBackend, freePort, waitUntil } from '@spanhouse/service-runtime/testing';
import { postJson, send } from '../../http-client.js';
import {
  prepareServices,
  type RunningService,
  type ServiceStarter,
  untilReady,
} from '../../processes/running-services.js';
import { scrape, sumOf } from '../../scrape.js';
import { callsAsOtlp, someCalls } from '../../sent-calls.js';

const calls = someCalls();
const settings = { SERVICE_GRAPH_WAIT_MS: '1000' };
const counted = 'spanhouse_consumer_span_metrics_spans_total';

/** Reads /span-metrics and returns the value of each series. */
async function readSums(url: string): Promise<ReadonlyMap<string, number>> {
  const { body } = await send(`${url}/span-metrics`);
  const samples = [...String(body).matchAll(/^(\w+\{.*\}) (\S+)$/gm)];
  return new Map(samples.map(([, series = '', value]) => [series, Number(value)]));
}

function times(sums: ReadonlyMap<string, number>, factor: number): ReadonlyMap<string, unknown> {
  return new Map([...sums].map(([series, value]) => [series, expect.closeTo(factor * value, 6)]));
}

describeWithBackend('/span-metrics of two consumers', 'KAFKA_BROKERS', (brokers) => {
  let services: ServiceStarter;
  let gateway: RunningService;
  let query: RunningService;
  const consumers: RunningService[] = [];

  beforeAll(async () => {
    services = await prepareServices(brokers);
    [gateway, query] = await Promise.all([
      services.start('ingest-gateway'),
      services.start('trace-query'),
    ]);
    await startConsumer();
    await startConsumer();
    await untilReady(gateway, query, ...consumers);
  });
  afterAll(async () => {
    await Promise.all([...consumers, gateway, query].map((service) => service.stop()));
    await services.close();
  });

  async function startConsumer(): Promise<void> {
    const changed = { ...settings, HTTP_PORT: String(await freePort()) };
    consumers.push(await services.start('span-consumer', changed));
  }

  const sums = () => readSums(query.url);
  const newCalls = () => callsAsOtlp(calls, BigInt(Date.now()) * 1_000_000n);
  const sendCalls = (body: object) => postJson(`${gateway.url}/v1/traces`, body);

  /** Waits until every call is counted `factor` times, then resolves with the sums. */
  async function untilCounted(factor: number): Promise<ReadonlyMap<string, number>> {
    const sumUp = (all: ReadonlyMap<string, number>, metric: string) =>
      [...all].reduce(
        (sum, [name, value]) => (name.startsWith(`${metric}{`) ? sum + value : sum),
        0,
      );
    return waitUntil(`the calls are counted ${factor} times`, async () => {
      const all = await sums();
      const edges = sumUp(all, 'traces_service_graph_request_total');
      return edges >= factor * calls.length ? all : undefined;
    });
  }

  /** Stops the consumer that currently counts spans, and returns it. */
  async function stopCounting(): Promise<void> {
    for (const [index, consumer] of consumers.entries()) {
      if (sumOf(await scrape(consumer.url), counted) > 0) {
        consumers.splice(index, 1);
        await consumer.stop();
        return;
      }
    }
    throw new Error('no consumer counts');
  }

  it('count each span once, even if one consumer takes over and both run again later', async () => {
    const first = newCalls();
    await sendCalls(first);
    const once = await untilCounted(1);

    await stopCounting();
    await sendCalls(first);
    await sendCalls(newCalls());
    expect(await untilCounted(2)).toEqual(times(once, 2));

    await startConsumer();
    await untilReady(...consumers);
    await sendCalls(first);
    await sendCalls(newCalls());
    expect(await untilCounted(3)).toEqual(times(once, 3));
    expect(once.size).toBeGreaterThan(100);
  });
});
