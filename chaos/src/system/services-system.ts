import { randomUUID } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import {
  clickhouseSettings,
  startEmbeddedClickHouse,
} from '../../../packages/embedded-clickhouse/src/index.js';
import { createLogger } from '../../../packages/service-runtime/src/index.js';
import { Network } from '../network/network.js';
import { createClickHouseStore } from './clickhouse-store.js';
import { supervisedClickHouse } from './embedded-system.js';
import { createKafkaLog } from './kafka-log.js';
import { openAll } from './open-all.js';
import { startSeparateServices } from './separate-services.js';
import type { Part, Role, StartOptions, System } from './system.js';

export interface ServicesSystemOptions extends StartOptions {
  /** The addresses of a broker that already runs. The system creates its own topics there. */
  readonly kafkaBrokers: string;
}

const MAX_MEMORY_BYTES = 1024 ** 3;

/** Starts the services of a cluster as processes, with their own ClickHouse and a broker that already runs. */
export function startServicesSystem(options: ServicesSystemOptions): Promise<System> {
  const { dir, kafkaBrokers } = options;
  return openAll(async (onClose) => {
    mkdirSync(dir, { recursive: true });
    const clickhouse = await startEmbeddedClickHouse({
      dataDir: join(dir, 'clickhouse'),
      logger: createLogger({ level: 'fatal', service: 'chaos' }),
      maxMemoryBytes: MAX_MEMORY_BYTES,
    });
    onClose(() => clickhouse.close());
    const network = new Network();
    onClose(() => network.close());
    const id = randomUUID();
    const kafka = {
      KAFKA_BROKERS: kafkaBrokers,
      KAFKA_TOPIC: `chaos-${id}`,
      KAFKA_GROUP_ID: `chaos-${id}`,
    };
    const urls = {
      'span-consumer': await network.addressFor('consumer-clickhouse', clickhouse.url),
      'trace-query': await network.addressFor('query-clickhouse', clickhouse.url),
      'schema-migrator': clickhouse.url,
      'ingest-gateway': clickhouse.url,
    };
    const services = await startSeparateServices({
      ...options,
      backends: (program) => ({
        ...kafka,
        ...clickhouseSettings({ ...clickhouse, url: urls[program] }),
      }),
    });
    onClose(() => services.close());
    const parts: Partial<Record<Role, readonly Part[]>> = {
      ...services.parts,
      clickhouse: [supervisedClickHouse(() => clickhouse.pid() ?? Number.NaN)],
    };
    const { log, topic } = createKafkaLog({ env: kafka, migrate: services.migrate });
    return {
      ...services,
      log,
      topic,
      network,
      stores: [createClickHouseStore({ access: () => clickhouse, table: 'spanhouse.spans' })],
      parts: (role: Role) => parts[role] ?? [],
      leader: () => Promise.reject(new Error('the broker of this form has no faults')),
    };
  });
}
