import { randomBytes } from 'node:crypto';
import { systemClock } from '@spanhouse/service-runtime';
import { createSilentLogger } from '@spanhouse/service-runtime/testing';
import { applyMigrations } from '../apply-migrations.js';
import { type ClickHouseClient, createClickHouseClient } from '../clickhouse-client.js';
import type { TraceReaderConfig } from '../clickhouse-config.js';

export interface TestDatabase {
  /** For createSpanWriter, createTraceReader and applyMigrations. */
  readonly config: TraceReaderConfig;
  /** Rows of a statement, for looking past the reader. */
  select<Row>(query: string, parameters?: Record<string, unknown>): Promise<readonly Row[]>;
  command(query: string): Promise<void>;
  drop(): Promise<void>;
}

/** A database of its own on the ClickHouse at `url`, migrated. Whoever makes it drops it. */
export async function createTestDatabase(url: string): Promise<TestDatabase> {
  const config = testConfig(url);
  await applyMigrations(config, { logger: createSilentLogger(), clock: systemClock });
  return openTestDatabase(config);
}

export function testConfig(url: string): TraceReaderConfig {
  return {
    CLICKHOUSE_URL: url,
    CLICKHOUSE_DATABASE: `test_${randomBytes(8).toString('hex')}`,
    CLICKHOUSE_USER: 'default',
    CLICKHOUSE_PASSWORD: '',
    CLICKHOUSE_REQUEST_TIMEOUT_MS: 30_000,
    QUERY_DEADLINE_MS: 30_000,
    QUERY_MAX_MEMORY_BYTES: 1_073_741_824,
  };
}

/** The database a configuration names, migrated or not. */
export function openTestDatabase(config: TraceReaderConfig): TestDatabase {
  const database = config.CLICKHOUSE_DATABASE;
  const client = connect(config, database);
  return {
    config,
    select: (query, parameters) => select(client, query, parameters),
    command: async (query) => void (await client.command({ query })),
    drop: async () => {
      // A connection to the database itself fails when there is none.
      const server = connect(config, undefined);
      await server.command({ query: `DROP DATABASE IF EXISTS ${database} SYNC` });
      await server.close();
      await client.close();
    },
  };
}

function connect(config: TraceReaderConfig, database: string | undefined): ClickHouseClient {
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
