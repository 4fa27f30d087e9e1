/** The values of the placeholders of a migration. */
export interface Placeholders {
  readonly database: string;
  /** True if ZooKeeper or Keeper replicates tables between the servers of a shard. */
  readonly isReplicated: boolean;
}

/** Each server defines the macros shard and replica; ClickHouse defines the other two. */
const replica = ["'/clickhouse/tables/{shard}/{database}/{table}'", "'{replica}'"];
const engine = /\{\{replicated\}\}(\w+)(?:\(([^)]*)\))?/;

/**
 * Fills the placeholders of a migration for one server. Every server is migrated directly, so the
 * placeholder for ON CLUSTER stays empty. A common path in Keeper makes tables that were created
 * separately replicas of each other.
 */
export function fillPlaceholders(
  statement: string,
  { database, isReplicated }: Placeholders,
): string {
  return statement
    .replaceAll('{{database}}', database)
    .replaceAll('{{on_cluster}}', '')
    .replace(engine, (_, engine: string, parameters?: string) => {
      if (!isReplicated) {
        return parameters === undefined ? engine : `${engine}(${parameters})`;
      }
      return `Replicated${engine}(${[...replica, ...(parameters ? [parameters] : [])].join(', ')})`;
    });
}
