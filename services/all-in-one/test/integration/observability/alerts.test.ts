import { setTimeout as delay } from 'node:timers/promises';
import { clickhouseSettings } from '@spanhouse/embedded-clickhouse';
import { describeWithBackend, waitUntil } from '@spanhouse/service-runtime/testing';
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
    await delay(500);
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
      const backends = { KAFKA_BROKERS: brokers, ...clickhouseSettings(clickhouse) };
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

    /** Resolves with the observed alerts that fire, once `holds` accepts them. */
    async function firingOnce(what: string, holds: (names: readonly string[]) => boolean) {
      let names: readonly string[] = [];
      const check = async () => {
        names = await firing();
        return holds(names) && names;
      };
      return waitUntil(what, check, { details: () => `firing: ${names.join(', ')}` });
    }
    const firingAll = (wanted: readonly string[]) =>
      firingOnce(`${wanted.join(', ')} fire`, (names) =>
        wanted.every((name) => names.includes(name)),
      );
    const firingNone = () => firingOnce('no alert fires', (names) => names.length === 0);

    async function visibleSpans(): Promise<number> {
      const query = 'sum(spanhouse_consumer_spans_written_total)';
      const { result } = await prometheus.get('query', { query });
      return Number(result[0]?.value[1] ?? 0);
    }

    it('fires while the consumer is stopped and ends after it has restarted', async () => {
      await waitUntil('Prometheus counts a written span', async () => (await visibleSpans()) > 0);
      const before = await firingNone();
      await consumer.stop();
      const during = await firingAll(consumerStopped);
      consumer = await services.start('span-consumer');
      const after = await firingNone();

      expect({ before, during, after }).toEqual({
        before: [],
        during: consumerStopped,
        after: [],
      });
    });

    it('fires while ClickHouse is stopped and ends after it has restarted', async () => {
      clickhouse.stop();
      const during = await firingAll(clickhouseStopped);
      clickhouse.start();
      const after = await firingNone();

      expect({ during, after }).toEqual({ during: clickhouseStopped, after: [] });
    });
  });
});
