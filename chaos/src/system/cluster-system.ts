import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { clickhouseSettings } from '../../../packages/embedded-clickhouse/src/index.js';
import {
  type ClickHouseCluster,
  type ClusterServer,
  startClickHouseCluster,
} from '../../../packages/embedded-clickhouse/src/testing/index.js';
import { type Link, Network } from '../network/network.js';
import { createClickHouseStore } from './clickhouse-store.js';
import { type KafkaBrokers, startKafkaBrokers } from './kafka-brokers.js';
import { createKafkaLog } from './kafka-log.js';
import { openAll } from './open-all.js';
import { startSeparateServices } from './separate-services.js';
import type { Part, Role, StartOptions, System } from './system.js';

const clusterName = 'spans';

/** Starts three brokers, two shards of ClickHouse, two gateways, two consumers and the query services. */
export function startClusterSystem(options: StartOptions): Promise<System> {
  const { dir } = options;
  return openAll(async (onClose) => {
    mkdirSync(dir, { recursive: true });
    const clickhouseDir = join(dir, 'clickhouse');
    const network = new Network();
    onClose(() => network.close());
    const clickhouse = await startClickHouseCluster({
      dataDir: clickhouseDir,
      name: clusterName,
      proxy: (port) => network.connect('clickhouse-clickhouse', port),
    });
    onClose(() => clickhouse.close());
    const brokers = await startKafkaBrokers(dir, network);
    onClose(() => brokers.close());
    const addresses = await addressesOf({ clickhouse, brokers, network });
    const services = await startSeparateServices({
      ...options,
      backends: (program) => addresses[program],
    });
    onClose(() => services.close());
    const { leader, ...kafka } = createKafkaLog({
      env: { KAFKA_BROKERS: brokers.direct },
      migrate: services.migrate,
    });
    const parts: Partial<Record<Role, readonly Part[]>> = {
      ...services.parts,
      clickhouse: clickhouse.servers.map(shardPart),
      broker: brokers.parts,
    };
    return {
      ...services,
      ...kafka,
      network,
      stores: clickhouse.servers.map((server) =>
        createClickHouseStore({ access: () => server, table: 'spanhouse_local.spans' }),
      ),
      parts: (role: Role) => parts[role] ?? [],
      leader: async () => {
        const id = await leader();
        return brokers.parts.findIndex((broker) => broker.id === id);
      },
    };
  });
}

interface Backends {
  readonly clickhouse: ClickHouseCluster;
  readonly brokers: KafkaBrokers;
  readonly network: Network;
}

/** Returns the backend settings of each program. */
async function addressesOf({ clickhouse: { servers }, brokers, network }: Backends) {
  const urls = servers.map(({ url }) => url);
  const urlsOf = (link: Link) => Promise.all(urls.map((url) => network.addressFor(link, url)));
  const store = ([first = '', ...others]: readonly string[]) => ({
    ...clickhouseSettings({ ...accessTo(servers), url: first }),
    CLICKHOUSE_CLUSTER: clusterName,
    CLICKHOUSE_SERVER_URLS: [first, ...others].join(','),
    CLICKHOUSE_REPLICATED: 'false',
  });
  return {
    'schema-migrator': { KAFKA_BROKERS: brokers.direct, ...store(urls) },
    'ingest-gateway': { KAFKA_BROKERS: brokers.of('gateway-kafka') },
    'span-consumer': {
      KAFKA_BROKERS: brokers.of('consumer-kafka'),
      ...store(await urlsOf('consumer-clickhouse')),
    },
    'trace-query': {
      KAFKA_BROKERS: brokers.of('query-kafka'),
      ...store(await urlsOf('query-clickhouse')),
    },
  };
}

function accessTo([first]: readonly ClusterServer[]): ClusterServer {
  if (first === undefined) {
    throw new Error('the cluster has no server');
  }
  return first;
}

function shardPart(server: ClusterServer, index: number): Part {
  return {
    name: `shard ${index + 1}`,
    start: () => server.start(),
    kill: () => server.kill(),
    stop: () => server.stop(),
    freeze: () => server.signal('SIGSTOP'),
    thaw: () => server.signal('SIGCONT'),
  };
}
