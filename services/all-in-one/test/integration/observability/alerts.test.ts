import { setTimeout as delay } from 'node:timers/promises';
import { describeWithBackend, timeLimits } from '@spanhouse/service-runtime/testing';
import { type Json, postJson } from '../../http-client.js';
import { quickenRules } from '../../processes/quickened-rules.js';
import { type RunningPrometheus, startPrometheus } from '../../processes/running-prometheus.js';
import {
  prepareServices,
  type RunningService,
  type ServiceStarter,
} from '../../processes/running-services.js';
import {
  type StoppableClickHouse,
  startStoppableClickHouse,
} from '../../processes/stoppable-clickhouse.js';

/** Shortens two minutes of production to four seconds. Prometheus scrapes twice per second instead of every 15 seconds. */
const FACTOR = 30;
const interval = `${15_000 / FACTOR}ms`;
const consumerStopped = [
  'SpanhouseConsumerAbsent',
  'SpanhouseNothingStored',
  'SpanhousePartitionsNotConsumed',
];
const clickhouseStopped = [
  'SpanhouseClickHouseAway',
  'SpanhouseDataLate',
  'SpanhouseInsertRetries',
  'SpanhouseNothingStored',
  'SpanhouseReadsFailing',
];
const observed = new Set([...consumerStopped, ...clickhouseStopped]);

/** Sends and reads until the signal aborts, and ignores the answers. */
async function keepBusy(urls: ServiceStarter['urls'], signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const now = new Date().toISOString();
    const span = { trace_id: crypto.randomUUID(), span_id: '00f067aa0ba902b7', span_name: 'ask' };
    const spans = [{ ...span, start_time: now, end_time: now }];
    await postJson(`${urls['ingest-gateway']}/tracing/spans/ingest`, { spans });
    await postJson(`${urls['trace-query']}/spans/query`, { windowing: { limit: 1 } });
    await delay(100);
  }
}

describeWithBackend('deploy/prometheus on a running system', 'KAFKA_BROKERS', (brokers) => {
  describeWithBackend('an alert', 'PROMETHEUS', (program) => {
    let clickhouse: StoppableClickHouse;
    let services: ServiceStarter;
    let consumer: RunningService;
    let others: readonly RunningService[] = [];
    let prometheus: RunningPrometheus;
    let work: Promise<void>;
    const finished = new AbortController();

    beforeAll(async () => {
      clickhouse = await startStoppableClickHouse();
      const backends = { KAFKA_BROKERS: brokers, CLICKHOUSE_URL: clickhouse.url };
      services = await prepareServices(backends);
      const names = ['span-consumer', 'ingest-gateway', 'trace-query'] as const;
      [consumer, ...others] = (await Promise.all(names.map((name) => services.start(name)))) as [
        RunningService,
      ];
      prometheus = await startPrometheus(program, {
        targets: services.urls,
        interval: interval,
        ruleFiles: quickenRules(FACTOR),
      });
      work = keepBusy(services.urls, finished.signal);
    });
    afterAll(async () => {
      finished.abort();
      await work;
      await prometheus?.stop();
      await Promise.all([consumer, ...others].map((service) => service?.stop()));
      await clickhouse?.close();
    });

    async function firing(): Promise<readonly string[]> {
      const { alerts } = await prometheus.get('alerts', {});
      const names = alerts
        .filter(({ state }: Json) => state === 'firing')
        .map(({ labels }: Json) => labels.alertname)
        .filter((name: string) => observed.has(name));
      return [...new Set<string>(names)].sort();
    }

    /** Returns the observed alerts that fire, once all of these fire or the time is up. */
    async function firingOnce(holds: (names: readonly string[]) => boolean) {
      const deadline = Date.now() + timeLimits.effect;
      let names = await firing();
      while (!holds(names) && Date.now() < deadline) {
        await delay(200);
        names = await firing();
      }
      return names;
    }
    const allOf = (wanted: readonly string[]) => (names: readonly string[]) =>
      wanted.every((name) => names.includes(name));
    const none = (names: readonly string[]) => names.length === 0;

    async function visibleSpans(): Promise<number> {
      const query = 'sum(spanhouse_consumer_spans_written_total)';
      const { result } = await prometheus.get('query', { query });
      return Number(result[0]?.value[1] ?? 0);
    }

    it('fires while the consumer is stopped and ends after it has restarted', async () => {
      while ((await visibleSpans()) === 0) {
        await delay(200);
      }
      const before = await firingOnce(none);
      await consumer.stop();
      const during = await firingOnce(allOf(consumerStopped));
      consumer = await services.start('span-consumer');
      const after = await firingOnce(none);

      expect({ before, during, after }).toEqual({
        before: [],
        during: consumerStopped,
        after: [],
      });
    });

    it('fires while ClickHouse is stopped and ends after it has restarted', async () => {
      await clickhouse.stop();
      const during = await firingOnce(allOf(clickhouseStopped));
      await clickhouse.start();
      const after = await firingOnce(none);

      expect({ during, after }).toEqual({ during: clickhouseStopped, after: [] });
    });
  });
});
