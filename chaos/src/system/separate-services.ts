import { join } from 'node:path';
import { freePort } from '../../../packages/service-runtime/src/testing/index.js';
import { startProcess } from '../../../scripts/processes.mjs';
import { openAll } from './open-all.js';
import { repository, ServiceProcess } from './service-process.js';
import type { Part, ServicePart, ServiceRole } from './system.js';

type ServiceName = 'ingest-gateway' | 'span-consumer' | 'trace-query';

type Environment = Readonly<Record<string, string>>;

export interface ServiceOptions {
  /** The directory of logs and of the catalog. */
  readonly dir: string;
  /** The addresses of the backends, as each program reaches them, and its settings. */
  readonly backends: (program: ServiceName | 'schema-migrator') => Environment;
}

export interface SeparateServices {
  readonly gateways: readonly string[];
  readonly query: string;
  readonly parts: {
    readonly gateway: readonly ServiceProcess[];
    readonly consumer: readonly ServiceProcess[];
    readonly query: readonly ServiceProcess[];
  };
  services(role: ServiceRole): readonly ServicePart[];
  newConsumer(): Part;
  /** Prepares the backends, as the start has done. Resolves when that is done. */
  migrate(): Promise<void>;
  close(): Promise<void>;
}

const GATEWAYS = 2;
const CONSUMERS = 2;

/** The settings that docs/reliability.md names. */
const reliable = {
  KAFKA_PARTITIONS: '4',
  KAFKA_SESSION_TIMEOUT_MS: '10000',
  CLICKHOUSE_REQUEST_TIMEOUT_MS: '10000',
};

/** Lets the migrator prepare the backends, and starts two gateways, two consumers and a query service. */
export async function startSeparateServices(options: ServiceOptions): Promise<SeparateServices> {
  const env = environmentOf(options);
  await migrate(options, env);
  const service = createStarter(options, env);
  const gateways = await Promise.all(numbers(GATEWAYS).map(() => service('ingest-gateway')));
  const consumers = await Promise.all(numbers(CONSUMERS).map(() => service('span-consumer')));
  const query = await service('trace-query');
  const spare = await service('span-consumer');
  const started = [...consumers, ...gateways, query];
  return openAll(async (onClose) => {
    onClose(() => Promise.all([...started, spare].map(({ part }) => part.stop())));
    await Promise.all(started.map(({ part }) => part.start()));
    await Promise.all(started.map(({ part, url }) => part.untilReady(url)));
    const parts = {
      gateway: gateways.map(({ part }) => part),
      consumer: consumers.map(({ part }) => part),
      query: [query.part],
    };
    return {
      gateways: gateways.map(({ url }) => url),
      query: query.url,
      parts,
      services: (role: ServiceRole) => (role === 'process' ? [] : parts[role]),
      newConsumer: () => spare.part,
      migrate: () => migrate(options, env),
    };
  });
}

function environmentOf({ dir }: ServiceOptions): Environment {
  return {
    CATALOG_URL: `sqlite:${join(dir, 'catalog.sqlite')}`,
    TOKEN_SECRET: 'the secret of 32 bytes of a test',
    OTLP_GRPC_PORT: '0',
    ...reliable,
  };
}

async function migrate({ dir, backends }: ServiceOptions, env: Environment): Promise<void> {
  const migrator = startProcess({
    name: 'schema-migrator',
    program: process.execPath,
    args: ['services/schema-migrator/dist/main.js'],
    cwd: repository,
    env: { PATH: process.env['PATH'] ?? '', ...env, ...backends('schema-migrator') },
    logFile: join(dir, 'schema-migrator.log'),
  });
  const code = await migrator.exited;
  if (code !== 0) {
    throw new Error(`schema-migrator ended with ${code}: ${migrator.output()}`);
  }
}

/** Returns a function that creates a service with a name and a port of its own. */
function createStarter({ dir, backends }: ServiceOptions, env: Environment) {
  const counts = new Map<ServiceName, number>();
  return async (service: ServiceName) => {
    const number = (counts.get(service) ?? 0) + 1;
    counts.set(service, number);
    const port = await freePort();
    const part = new ServiceProcess({
      name: `${service}-${number}`,
      script: `services/${service}/dist/main.js`,
      env: { ...env, ...backends(service), HTTP_PORT: String(port) },
      dir,
    });
    return { part, url: `http://127.0.0.1:${port}` };
  };
}

function numbers(count: number): readonly number[] {
  return Array.from({ length: count }, (_, index) => index + 1);
}
