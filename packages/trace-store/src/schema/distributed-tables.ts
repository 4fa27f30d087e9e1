import { AppError } from '@spanhouse/service-runtime';
import { type ClickHouseClient, selectObjects } from '../connection/client.js';
import { type Cluster, type ClusterServer, localDatabase } from '../connection/cluster.js';

/**
 * The sharding key for tables with rows of traces. All rows of a trace are on one shard, so that no statement joins
 * rows from several shards.
 */
const byTrace = 'cityHash64(trace_id)';

/** The tables of a cluster, with their sharding keys. A table to which only views write has no key. */
const distributedTables: Readonly<Record<string, string | undefined>> = {
  spans: byTrace,
  trace_index: byTrace,
  tombstones: byTrace,
  attribute_shapes: undefined,
  services: undefined,
  dead_letters: 'cityHash64(log_partition, log_offset)',
  lost_messages: 'cityHash64(log_partition, first_offset)',
  visible_times: 'cityHash64(recorded_at)',
  // All rows of a round must be in one part, so all rows are on the first shard.
  span_metrics: 'bucket - bucket',
  removed_spans: byTrace,
  // If a message is entered again, the new entry is on the same shard as the earlier entry.
  message_ledger: 'cityHash64(log_partition, log_offset)',
  removed_rows: byTrace,
};

/**
 * Creates the DDL statements for the Distributed tables of a database. The tables have the current columns and
 * constraints of the local tables. Existing Distributed tables are replaced, because they contain no rows.
 */
export async function createDistributedTables(
  client: ClickHouseClient,
  database: string,
  { name }: Cluster,
): Promise<readonly string[]> {
  const local = localDatabase(database);
  const existing = await readEngines(client, local);
  return Object.entries(distributedTables)
    .filter(([table]) => existing.has(table))
    .map(([table, key]) => {
      const target = [`'${name}'`, `'${local}'`, `'${table}'`, ...(key ? [key] : [])].join(', ');
      return `CREATE OR REPLACE TABLE ${database}.${table} AS ${local}.${table} ENGINE = Distributed(${target})`;
    });
}

/**
 * Rejects with CLICKHOUSE_CLUSTER_MISMATCH if the database was created for a single server but is now configured for a
 * cluster, or vice versa. Migrating such a database could replace the tables of the single server.
 */
export async function verifyEngines(
  servers: readonly ClusterServer[],
  { database, isCluster }: { readonly database: string; readonly isCluster: boolean },
): Promise<void> {
  for (const { client, host } of servers) {
    const engines = await readEngines(client, database);
    for (const table of Object.keys(distributedTables)) {
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

/** Reads the engine of each table in a database. The result is keyed by table name. */
async function readEngines(client: ClickHouseClient, database: string) {
  const query = 'SELECT name, engine FROM system.tables WHERE database = {database:String}';
  const rows = await selectObjects<{ name: string; engine: string }>(client, query, { database });
  return new Map(rows.map(({ name, engine }) => [name, engine]));
}
