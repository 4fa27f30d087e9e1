import { setTimeout as delay } from 'node:timers/promises';
import { describeWithBackend } from '@spanhouse/service-runtime/testing';
import { type Json, postJson } from '../http-client.js';
import { quickenRules } from '../quickened-rules.js';
import { findPrometheus, type RunningPrometheus, startPrometheus } from '../running-prometheus.js';
import { prepareServices, type RunningService, type ServiceStarter } from '../running-services.js';
import { type StoppableClickHouse, startStoppableClickHouse } from '../stoppable-clickhouse.js';

findPrometheus();

/** Two minutes of production are four seconds here; Prometheus scrapes twice in a second instead of every 15. */
const FACTOR = 30;
const INTERVAL = `${15_000 / FACTOR}ms`;
const ALERT_TIMEOUT_MS = 180_000;

const CONSUMER_STOPPED = [
  'SpanhouseConsumerAbsent',
  'SpanhouseNothingStored',
  'SpanhousePartitionsNotConsumed',
];
const CLICKHOUSE_STOPPED = [
  'SpanhouseClickHouseAway',
  'SpanhouseDataLate',
  'SpanhouseInsertRetries',
  'SpanhouseNothingStored',
  'SpanhouseReadsFailing',
];
const OBSERVED = new Set([...CONSUMER_STOPPED, ...CLICKHOUSE_STOPPED]);

/** Sends and reads until the signal says stop, whatever the answers are. */
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
        interval: INTERVAL,
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
        .filter((name: string) => OBSERVED.has(name));
      return [...new Set<string>(names)].sort();
    }

    /** What of the observed alerts fires once all of these do, or when the time is up. */
    async function firingOnce(holds: (names: readonly string[]) => boolean) {
      const deadline = Date.now() + ALERT_TIMEOUT_MS;
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

    it('fires while the consumer is stopped, and ends when it is back', async () => {
      while ((await visibleSpans()) === 0) await delay(200);
      const before = await firingOnce(none);
      await consumer.stop();
      const during = await firingOnce(allOf(CONSUMER_STOPPED));
      consumer = await services.start('span-consumer');
      const after = await firingOnce(none);

      expect({ before, during, after }).toEqual({
        before: [],
        during: CONSUMER_STOPPED,
        after: [],
      });
    });

    it('fires while ClickHouse is stopped, and ends when it is back', async () => {
      await clickhouse.stop();
      const during = await firingOnce(allOf(CLICKHOUSE_STOPPED));
      await clickhouse.start();
      const after = await firingOnce(none);

      expect({ during, after }).toEqual({ during: CLICKHOUSE_STOPPED, after: [] });
    });
  });
});
