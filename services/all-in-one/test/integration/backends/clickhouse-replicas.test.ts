import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { clickhouseSettings } from '@spanhouse/embedded-clickhouse';
import {
  addressWithCredentials,
  ask,
  type ClickHouseCluster,
  type ClusterServer,
  startClickHouseCluster,
} from '@spanhouse/embedded-clickhouse/testing';
import { createSilentLogger, describeWithBackend } from '@spanhouse/service-runtime/testing';
import { aSpan, projectId, testConfig } from '@spanhouse/trace-store/testing';
import { createSpanWriter } from '@spanhouse/trace-store/writer';
import { type RunningProcess, startProcess } from '../../processes/running-process.js';
import { newDataDir } from '../../processes/running-spanhouse.js';

/** Without a port for replication, the replicas stay read-only and refuse the first migration that alters a table. */
const refusedChange = { code: 1, isReadOnly: true };
const tables = ['attribute_shapes', 'dead_letters', 'spans', 'tombstones', 'trace_index'];

// The test starts its own ZooKeeper. The variable only indicates that this machine has Java and Maven.
describeWithBackend('schema-migrator on replicas of a shard', 'KAFKA_BROKERS', () => {
  let zookeeper: RunningProcess;
  let cluster: ClickHouseCluster;
  const dir = newDataDir();

  beforeAll(async () => {
    zookeeper = startProcess('services/all-in-one/test/processes/zookeeper.mjs', {}, [
      join(dir, 'zookeeper'),
    ]);
    const zookeeperPort = Number(await zookeeper.line(/listening on (\d+)/));
    const dataDir = join(dir, 'clickhouse');
    cluster = await startClickHouseCluster({ dataDir, name: 'spans', zookeeperPort });
  });
  afterAll(async () => {
    await cluster.close();
    await zookeeper.stop();
    rmSync(dir, { recursive: true, force: true });
  });

  const first = (): ClusterServer => {
    const [server] = cluster.servers;
    if (server === undefined) {
      throw new Error('the cluster has no server');
    }
    return server;
  };
  const migrate = async () => {
    const migrator = startProcess('services/schema-migrator/dist/main.js', {
      ...clickhouseSettings(first()),
      CLICKHOUSE_CLUSTER: 'spans',
      CLICKHOUSE_SERVER_URLS: cluster.servers.map(({ url }) => url).join(','),
      CATALOG_URL: `sqlite:${join(dir, 'catalog.sqlite')}`,
      MIGRATE_TIMEOUT_MS: '5000',
    });
    const code = await migrator.exited;
    return { code, isReadOnly: migrator.output().includes('TABLE_IS_READ_ONLY') };
  };
  const replicas = async (server: ClusterServer) => {
    const query = `SELECT table, zookeeper_path, replica_name, total_replicas FROM system.replicas
      ORDER BY table FORMAT JSONCompactEachRow`;
    return (await ask(server, query)).split('\n').map((line) => JSON.parse(line));
  };

  it('creates each table once for both replicas of the shard, even if it runs twice', async () => {
    const ends = [await migrate(), await migrate()];

    const path = (table: string) => `/clickhouse/tables/1/spanhouse_local/${table}`;
    expect(ends).toEqual([refusedChange, refusedChange]);
    expect(await Promise.all(cluster.servers.map(replicas))).toEqual(
      ['1', '2'].map((replica) => tables.map((table) => [table, path(table), replica, 2])),
    );
  });

  it('answers that a delete can be retried if too few replicas can store it', async () => {
    const config = {
      ...testConfig(addressWithCredentials(first())),
      CLICKHOUSE_DATABASE: 'spanhouse_local',
    };
    const writer = createSpanWriter(config, { logger: createSilentLogger() });
    const tombstones = [{ projectId, traceId: aSpan().trace_id, logOffset: 1n }];

    const outcome = await writer.writeTombstones(
      { logPartition: 0, tombstones },
      new AbortController().signal,
    );
    await writer.close();

    expect(outcome).toMatchObject({ status: 'retryable', code: 'TOO_FEW_LIVE_REPLICAS' });
  });
});
