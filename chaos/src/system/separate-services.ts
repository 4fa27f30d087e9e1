import { join } from 'node:path';
import { freePort } from '../../../packages/service-runtime/src/testing/index.js';
import { startProcess } from '../../../scripts/processes.mjs';
import { openAll } from './open-all.js';
import { repository, ServiceProcess } from './service-process.js';
import type { Part, Program, ServicePart, ServiceRole, StartOptions } from './system.js';

type ServiceName = 'ingest-gateway' | 'span-consumer' | 'trace-query';

type Environment = Readonly<Record<string, string>>;

export interface ServiceOptions extends StartOptions {
  /** Returns the backend addresses and the settings of a program. */
  readonly backends: (program: ServiceName | 'schema-migrator') => Environment;
}

export interface SeparateServices {
  readonly programs: readonly Program[];
  /** Runs the migrator of a build. Resolves when the backends are prepared. */
  migrate(root?: string): Promise<void>;
  readonly gateways: readonly string[];
  readonly query: string;
  readonly parts: {
    readonly gateway: readonly Part[];
    readonly consumer: readonly Part[];
    readonly query: readonly Part[];
  };
  services(role: ServiceRole): readonly ServicePart[];
  startConsumer(): Promise<Part>;
  close(): Promise<void>;
}

const GATEWAYS = 2;
const CONSUMERS = 2;

/** The settings that docs/reliability.md recommends. */
const reliable = {
  KAFKA_PARTITIONS: '4',
  KAFKA_SESSION_TIMEOUT_MS: '8000',
  KAFKA_REQUEST_TIMEOUT_MS: '5000',
  CLICKHOUSE_REQUEST_TIMEOUT_MS: '10000',
};

/** Runs the migrator, and starts two gateways, two consumers and the query services. */
export async function startSeparateServices(options: ServiceOptions): Promise<SeparateServices> {
  const env = environmentOf(options);
  const migrateFrom = (root = options.root ?? repository) => migrate({ ...options, root }, env);
  await migrateFrom();
  const service = createStarter(options, env);
  const gateways = await Promise.all(numbers(GATEWAYS).map(() => service('ingest-gateway')));
  const consumers = await Promise.all(numbers(CONSUMERS).map(() => service('span-consumer')));
  const queries = await Promise.all(
    numbers(options.queries ?? 1).map(() => service('trace-query')),
  );
  const spare = await service('span-consumer');
  const programs = [...consumers, ...queries, ...gateways];
  return openAll(async (onClose) => {
    onClose(() => Promise.all([...programs, spare].map((program) => program.part.stop())));
    await Promise.all(programs.map((program) => program.part.start()));
    await Promise.all(programs.map((program) => program.part.untilReady(program.url)));
    const parts = {
      gateway: gateways.map(({ part }) => part),
      consumer: consumers.map(({ part }) => part),
      query: queries.map(({ part }) => part),
    };
    return {
      programs,
      migrate: migrateFrom,
      gateways: gateways.map(({ url }) => url),
      query: queries[0]?.url ?? '',
      parts,
      services: (role: ServiceRole) => (role === 'process' ? [] : parts[role]),
      async startConsumer() {
        await spare.part.start();
        await spare.part.untilReady(spare.url);
        return spare.part;
      },
    };
  });
}

function environmentOf({ dir, settings }: ServiceOptions): Environment {
  return {
    CATALOG_URL: `sqlite:${join(dir, 'catalog.sqlite')}`,
    TOKEN_SECRET: 'the secret of 32 bytes of a test',
    OTLP_GRPC_PORT: '0',
    ...reliable,
    ...settings,
  };
}

async function migrate(
  { dir, root, backends }: ServiceOptions & { readonly root: string },
  env: Environment,
): Promise<void> {
  const migrator = startProcess({
    name: 'schema-migrator',
    program: process.execPath,
    args: ['services/schema-migrator/dist/main.js'],
    cwd: root,
    env: { PATH: process.env['PATH'] ?? '', ...env, ...backends('schema-migrator') },
    logFile: join(dir, 'schema-migrator.log'),
  });
  const code = await migrator.exited;
  if (code !== 0) {
    throw new Error(`schema-migrator ended with ${code}: ${migrator.output()}`);
  }
}

/** Returns a function that creates a service with its own name and port. */
function createStarter({ dir, root = repository, backends }: ServiceOptions, env: Environment) {
  const counts = new Map<ServiceName, number>();
  return async (service: ServiceName): Promise<Program> => {
    const number = (counts.get(service) ?? 0) + 1;
    counts.set(service, number);
    const port = await freePort();
    const part = new ServiceProcess({
      name: `${service}-${number}`,
      root,
      script: `services/${service}/dist/main.js`,
      env: { ...env, ...backends(service), HTTP_PORT: String(port) },
      dir,
    });
    return { part, service, url: `http://127.0.0.1:${port}` };
  };
}

function numbers(count: number): readonly number[] {
  return Array.from({ length: count }, (_, index) => index + 1);
}
