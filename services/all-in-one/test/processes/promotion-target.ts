import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createPostgresDatabase } from '@spanhouse/catalog/testing';
import { freePort } from '@spanhouse/service-runtime/testing';
import { openTestDatabase, testConfig } from '@spanhouse/trace-store/testing';
import { type RunningProcess, startProcess } from './running-process.js';
import { type RunningService, untilReady } from './running-services.js';

interface Addresses {
  readonly brokers: string;
  readonly clickhouseUrl: string;
  readonly postgresUrl: string;
}

type Services = Readonly<Record<'gateway' | 'consumer' | 'query', RunningService>>;

/** Empty backends and their services, to which an embedded installation can be promoted. */
export interface PromotionTarget {
  promote(dataDir: string, ...options: readonly string[]): RunningProcess;
  startServices(dataDir: string): Promise<Services>;
  /** Counts the rows of numbered spans in ClickHouse and the distinct spans among these rows. */
  countSpans(): Promise<{ readonly rows: number; readonly spans: number }>;
  close(): Promise<void>;
}

export async function openPromotionTarget(addresses: Addresses): Promise<PromotionTarget> {
  const catalog = await createPostgresDatabase(addresses.postgresUrl);
  const config = testConfig(addresses.clickhouseUrl);
  const database = openTestDatabase(config);
  const id = randomUUID();
  const env = {
    KAFKA_BROKERS: addresses.brokers,
    KAFKA_TOPIC: `spans-${id}`,
    KAFKA_GROUP_ID: `consumer-${id}`,
    KAFKA_PARTITIONS: '2',
    CLICKHOUSE_URL: config.CLICKHOUSE_URL,
    CLICKHOUSE_DATABASE: config.CLICKHOUSE_DATABASE,
    CLICKHOUSE_USER: config.CLICKHOUSE_USER,
    CLICKHOUSE_PASSWORD: config.CLICKHOUSE_PASSWORD,
    CATALOG_URL: catalog.url,
  };
  const running: RunningService[] = [];
  const start = async (service: string, tokenSecret: string): Promise<RunningService> => {
    const port = String(await freePort());
    const started = startProcess(`services/${service}/dist/main.js`, {
      ...env,
      HTTP_PORT: port,
      OTLP_GRPC_PORT: '0',
      AUTH_MODE: 'keys',
      LOG_LEVEL: 'info',
      RECEIPT_MAX_WAIT_MS: '120000',
      TOKEN_SECRET: tokenSecret,
    });
    const named = { ...started, url: `http://127.0.0.1:${port}` };
    running.push(named);
    await started.line(/"msg":"listening"/);
    return named;
  };
  return {
    promote: (dataDir, ...options) =>
      startProcess('deploy/promote.mjs', { ...env, DATA_DIR: dataDir }, options),
    async startServices(dataDir) {
      const secret = readFileSync(join(dataDir, 'token-secret'), 'utf8');
      const [gateway, consumer, query] = await Promise.all([
        start('ingest-gateway', secret),
        start('span-consumer', secret),
        start('trace-query', secret),
      ]);
      await untilReady(gateway, query);
      return { gateway, consumer, query };
    },
    async countSpans() {
      const [row] = await database.select<{ rows: string; spans: string }>(
        "SELECT toString(count()) AS rows, toString(uniqExact(trace_id, span_id)) AS spans FROM spans WHERE startsWith(span_name, 'numbered')",
      );
      return { rows: Number(row?.rows), spans: Number(row?.spans) };
    },
    async close() {
      await Promise.all(running.map((service) => service.stop()));
      await database.drop();
      await catalog.drop();
    },
  };
}
