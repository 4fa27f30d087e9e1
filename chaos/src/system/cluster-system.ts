import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { clickhouseSettings } from '../../../packages/embedded-clickhouse/src/index.js';
import {
  type ClickHouseCluster,
  type ClusterServer,
  startClickHouseCluster,
} from '../../../packages/embedded-clickhouse/src/testing/index.js';
import { createLogger, loadConfig } from '../../../packages/service-runtime/src/index.js';
import { withAdmin } from '../../../packages/span-log/src/kafka/kafka-topics.js';
import { kafkaConfigFields } from '../../../packages/span-log/src/kafka-config.js';
import { createClickHouseStore } from './clickhouse-store.js';
import { type KafkaBrokers, startKafkaBrokers } from './kafka-brokers.js';
import { openAll } from './open-all.js';
import { startSeparateServices } from './separate-services.js';
import type { Part, Role, System } from './system.js';

const clusterName = 'spans';

/** Starts three brokers, two shards of ClickHouse, two gateways, two consumers and a query service. */
export function startClusterSystem(dir: string): Promise<System> {
  return openAll(async (onClose) => {
    mkdirSync(dir, { recursive: true });
    const clickhouseDir = join(dir, 'clickhouse');
    const clickhouse = await startClickHouseCluster({ dataDir: clickhouseDir, name: clusterName });
    onClose(() => clickhouse.close());
    const brokers = await startKafkaBrokers(dir);
    onClose(() => brokers.close());
    const services = await startSeparateServices({
      dir,
      backends: addressesOf(clickhouse, brokers),
    });
    onClose(() => services.close());
    const parts: Partial<Record<Role, readonly Part[]>> = {
      ...services.parts,
      clickhouse: clickhouse.servers.map(shardPart),
      broker: brokers.parts,
    };
    return {
      ...services,
      stores: clickhouse.servers.map((server) =>
        createClickHouseStore({ access: () => server, table: 'spanhouse_local.spans' }),
      ),
      parts: (role: Role) => parts[role] ?? [],
      leader: () => leaderOfFirstPartition(brokers),
    };
  });
}

function addressesOf({ servers }: ClickHouseCluster, { addresses }: KafkaBrokers) {
  const [first] = servers;
  if (first === undefined) {
    throw new Error('the cluster has no server');
  }
  return {
    ...clickhouseSettings(first),
    CLICKHOUSE_CLUSTER: clusterName,
    CLICKHOUSE_SERVER_URLS: servers.map(({ url }) => url).join(','),
    CLICKHOUSE_REPLICATED: 'false',
    KAFKA_BROKERS: addresses,
  };
}

function shardPart(server: ClusterServer, index: number): Part {
  return {
    name: `shard ${index + 1}`,
    start: () => server.start(),
    kill: () => server.kill(),
    stop: () => server.kill(),
    freeze: () => server.signal('SIGSTOP'),
    thaw: () => server.signal('SIGCONT'),
  };
}

async function leaderOfFirstPartition({ addresses, parts }: KafkaBrokers): Promise<number> {
  const config = loadConfig(kafkaConfigFields, { KAFKA_BROKERS: addresses });
  const logger = createLogger({ level: 'fatal', service: 'chaos' });
  const { topics } = await withAdmin({ config, logger }, (admin) =>
    admin.fetchTopicMetadata({ topics: [config.KAFKA_TOPIC] }),
  );
  const first = topics[0]?.partitions.find(({ partitionId }) => partitionId === 0);
  return parts.findIndex(({ id }) => id === first?.leader);
}
