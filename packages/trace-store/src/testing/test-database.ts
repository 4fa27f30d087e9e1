import { randomBytes } from 'node:crypto';
import { systemClock } from '@spanhouse/service-runtime';
import { createSilentLogger, splitCredentials } from '@spanhouse/service-runtime/testing';
import type { ClickHouseClusterConfig, TraceReaderConfig } from '../clickhouse-config.js';
import { type ClickHouseClient, createClickHouseClient } from '../connection/client.js';
import { localDatabase } from '../connection/cluster.js';
import { applyMigrations } from '../upgrade/apply-migrations.js';

export type TestDatabaseConfig = ClickHouseClusterConfig & TraceReaderConfig;

export interface TestDatabase {
  /** Configuration for createSpanWriter, createTraceReader and applyMigrations. */
  readonly config: TestDatabaseConfig;
  /** Runs a query without the reader and returns its rows. */
  select<Row>(query: string, parameters?: Record<string, unknown>): Promise<readonly Row[]>;
  /** Runs a query on the local tables of every server in a cluster and returns all rows. */
  selectLocal<Row>(query: string, parameters?: Record<string, unknown>): Promise<readonly Row[]>;
  command(query: string): Promise<void>;
  /** Runs a statement on the local tables of every server in a cluster. */
  commandLocal(query: string): Promise<void>;
  drop(): Promise<void>;
}

/** Creates a migrated database on the ClickHouse server at `address`. The caller MUST drop it. */
export async function createTestDatabase(address: string): Promise<TestDatabase> {
  const config = testConfig(address);
  await applyMigrations(config, { logger: createSilentLogger(), clock: systemClock });
  return openTestDatabase(config);
}

/** Name of the cluster in the `remote_servers` setting of the servers in CLICKHOUSE_CLUSTER_URLS. */
const testCluster = 'spanhouse_test';

/**
 * Returns the configuration for a new database. If `address` contains several addresses, separated by commas, they are
 * the servers of a cluster and have the same users.
 */
export function testConfig(address: string): TestDatabaseConfig {
  const servers = address.split(',').map(splitCredentials);
  const [first] = servers;
  return {
    CLICKHOUSE_URL: first?.url ?? '',
    CLICKHOUSE_DATABASE: `test_${randomBytes(8).toString('hex')}`,
    CLICKHOUSE_USER: first?.user ?? '',
    CLICKHOUSE_PASSWORD: first?.password ?? '',
    CLICKHOUSE_REQUEST_TIMEOUT_MS: 180_000,
    QUERY_DEADLINE_MS: 180_000,
    QUERY_MAX_MEMORY_BYTES: 1_073_741_824,
    ...(servers.length > 1 && {
      CLICKHOUSE_CLUSTER: testCluster,
      CLICKHOUSE_SERVER_URLS: servers.map(({ url }) => url),
      CLICKHOUSE_REPLICATED: false,
    }),
  };
}

/** Opens the database that a configuration names. The database need not be migrated. */
export function openTestDatabase(config: TestDatabaseConfig): TestDatabase {
  const database = config.CLICKHOUSE_DATABASE;
  const client = connect(config, database);
  const urls = config.CLICKHOUSE_SERVER_URLS ?? [config.CLICKHOUSE_URL];
  const isCluster = config.CLICKHOUSE_CLUSTER !== undefined;
  const locals = urls.map((url) =>
    connect({ ...config, CLICKHOUSE_URL: url }, isCluster ? localDatabase(database) : database),
  );
  const commandLocal = async (query: string) => {
    await Promise.all(locals.map((local) => local.command({ query })));
  };
  return {
    config,
    select: (query, parameters) => select(client, query, parameters),
    async selectLocal<Row>(query: string, parameters?: Record<string, unknown>) {
      const rows = await Promise.all(locals.map((local) => select<Row>(local, query, parameters)));
      return rows.flat();
    },
    command: async (query) => void (await client.command({ query })),
    commandLocal,
    async drop() {
      for (const url of urls) {
        // This connection has no default database, because connecting to a missing database fails.
        const server = connect({ ...config, CLICKHOUSE_URL: url }, undefined);
        for (const name of [database, localDatabase(database)]) {
          await server.command({ query: `DROP DATABASE IF EXISTS ${name} SYNC` });
        }
        await server.close();
      }
      await Promise.all([client, ...locals].map((each) => each.close()));
    },
  };
}

function connect(config: TestDatabaseConfig, database: string | undefined): ClickHouseClient {
  return createClickHouseClient(config, {
    requestTimeoutMs: config.CLICKHOUSE_REQUEST_TIMEOUT_MS,
    maxOpenConnections: 4,
    database,
    logger: createSilentLogger(),
  });
}

async function select<Row>(
  client: ClickHouseClient,
  query: string,
  parameters: Record<string, unknown> = {},
): Promise<readonly Row[]> {
  const result = await client.query({ query, query_params: parameters, format: 'JSONEachRow' });
  return result.json<Row>();
}
