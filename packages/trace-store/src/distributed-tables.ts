import { AppError } from '@spanhouse/service-runtime';
import type { ClickHouseClient } from './clickhouse-client.js';
import { type Cluster, type ClusterServer, localDatabase } from './cluster.js';

/** All that is known of a trace lies together, so that no statement joins over shards. */
const BY_TRACE = 'cityHash64(trace_id)';

/** The tables of a cluster, and what decides on the shard of a row; undefined: only views write there. */
const DISTRIBUTED_TABLES: Readonly<Record<string, string | undefined>> = {
  spans: BY_TRACE,
  trace_index: BY_TRACE,
  tombstones: BY_TRACE,
  attribute_shapes: undefined,
  dead_letters: 'cityHash64(log_partition, log_offset)',
};

/**
 * Statements that make the Distributed tables of a database, with the columns and constraints that the
 * tables of the server have now. They hold no rows, so that they are simply made anew.
 */
export async function createDistributedTables(
  client: ClickHouseClient,
  database: string,
  { name }: Cluster,
): Promise<readonly string[]> {
  const local = localDatabase(database);
  const existing = await readEngines(client, local);
  return Object.entries(DISTRIBUTED_TABLES)
    .filter(([table]) => existing.has(table))
    .map(([table, key]) => {
      const target = [`'${name}'`, `'${local}'`, `'${table}'`, ...(key ? [key] : [])].join(', ');
      return `CREATE OR REPLACE TABLE ${database}.${table} AS ${local}.${table} ENGINE = Distributed(${target})`;
    });
}

/**
 * Rejects with CLICKHOUSE_CLUSTER_MISMATCH when the database holds rows of its own and is to be spread
 * over a cluster, which would replace them, or the other way round.
 */
export async function verifyEngines(
  servers: readonly ClusterServer[],
  { database, isCluster }: { readonly database: string; readonly isCluster: boolean },
): Promise<void> {
  for (const { client, host } of servers) {
    const engines = await readEngines(client, database);
    for (const table of Object.keys(DISTRIBUTED_TABLES)) {
      const engine = engines.get(table);
      if (engine !== undefined && (engine === 'Distributed') !== isCluster) {
        const wanted = isCluster
          ? 'CLICKHOUSE_CLUSTER needs another CLICKHOUSE_DATABASE'
          : 'CLICKHOUSE_CLUSTER is missing';
        const message = `${database}.${table} at ${host} is ${engine}: ${wanted}`;
        throw new AppError('CLICKHOUSE_CLUSTER_MISMATCH', message);
      }
    }
  }
}

/** By table. */
async function readEngines(
  client: ClickHouseClient,
  database: string,
): Promise<ReadonlyMap<string, string>> {
  const result = await client.query({
    query: 'SELECT name, engine FROM system.tables WHERE database = {database:String}',
    query_params: { database },
    format: 'JSONEachRow',
  });
  const rows = await result.json<{ name: string; engine: string }>();
  return new Map(rows.map(({ name, engine }) => [name, engine]));
}
