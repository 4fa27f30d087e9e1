import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { clickhouseSettings, startEmbeddedClickHouse } from '@spanhouse/embedded-clickhouse';
import { createSilentLogger, freePort, waitUntil } from '@spanhouse/service-runtime/testing';
import { type RunningProcess, startProcess } from './running-process.js';
import { newDataDir } from './running-spanhouse.js';

type ServiceName = 'ingest-gateway' | 'span-consumer' | 'trace-query';

export interface RunningService extends RunningProcess {
  readonly url: string;
}

export interface ServiceStarter {
  /**
   * Starts a service on the same port each time; `changed` can set another port. The settings in `changed` apply only
   * to this start.
   */
  start(service: ServiceName, changed?: Readonly<Record<string, string>>): Promise<RunningService>;
  migrate(changed: Readonly<Record<string, string>>): Promise<void>;
  readonly topic: string;
  readonly groupId: string;
  /** Closes the ClickHouse that `prepareServices` started. */
  close(): Promise<void>;
}

export function startClickHouse(dataDir = newDataDir()) {
  return startEmbeddedClickHouse({ dataDir, logger: createSilentLogger() });
}

/** Waits until the services are ready. A service is ready when it has reached every dependency. */
export async function untilReady(...services: readonly RunningService[]): Promise<void> {
  for (const { url } of services) {
    await waitUntil(`${url}/readyz answers 200`, async () => (await fetch(`${url}/readyz`)).ok);
  }
}

/**
 * Runs the migrator, which creates topics and tables. Starts a ClickHouse unless one is given. Returns an object that
 * starts services as separate processes.
 */
export async function prepareServices(
  brokers: string,
  given?: Awaited<ReturnType<typeof startClickHouse>>,
): Promise<ServiceStarter> {
  const clickhouse = given ?? (await startClickHouse());
  const id = randomUUID();
  const env = {
    KAFKA_BROKERS: brokers,
    ...clickhouseSettings(clickhouse),
    KAFKA_TOPIC: `spans-${id}`,
    KAFKA_GROUP_ID: `consumer-${id}`,
    KAFKA_PARTITIONS: '2',
    CATALOG_URL: `sqlite:${join(newDataDir(), 'catalog.sqlite')}`,
    TOKEN_SECRET: 'a secret of 32 bytes for this test',
    BATCH_RETRY_MAX_MS: '500',
    OTLP_GRPC_PORT: '0',
    RECEIPT_MAX_WAIT_MS: '120000',
    LOG_LEVEL: 'info',
  };
  const migrate = async (changed: Readonly<Record<string, string>> = {}) => {
    const migrator = startProcess('services/schema-migrator/dist/main.js', { ...env, ...changed });
    if ((await migrator.exited) !== 0) {
      throw new Error(migrator.output());
    }
  };
  await migrate();
  const [gateway, consumer, query] = [await freePort(), await freePort(), await freePort()];
  const ports = { 'ingest-gateway': gateway, 'span-consumer': consumer, 'trace-query': query };
  return {
    migrate,
    topic: env.KAFKA_TOPIC,
    groupId: env.KAFKA_GROUP_ID,
    close: () => clickhouse.close(),
    async start(service, changed = {}) {
      const settings = { ...env, HTTP_PORT: String(ports[service]), ...changed };
      const running = startProcess(`services/${service}/dist/main.js`, settings);
      await running.line(/"msg":"listening"/);
      return { ...running, url: `http://127.0.0.1:${settings.HTTP_PORT}` };
    },
  };
}
