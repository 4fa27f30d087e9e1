import type { ClickHouseClient } from './clickhouse-client.js';
import { type Cluster, localDatabase } from './cluster.js';

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
  const result = await client.query({
    query: 'SELECT name FROM system.tables WHERE database = {local:String}',
    query_params: { local },
    format: 'JSONEachRow',
  });
  const existing = new Set((await result.json<{ name: string }>()).map((table) => table.name));
  return Object.entries(DISTRIBUTED_TABLES)
    .filter(([table]) => existing.has(table))
    .map(([table, key]) => {
      const target = [`'${name}'`, `'${local}'`, `'${table}'`, ...(key ? [key] : [])].join(', ');
      return `CREATE OR REPLACE TABLE ${database}.${table} AS ${local}.${table} ENGINE = Distributed(${target})`;
    });
}
