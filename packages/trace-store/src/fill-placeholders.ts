export interface Placeholders {
  readonly database: string;
  /** Tables are copied between the servers of a shard by ZooKeeper or Keeper. */
  readonly isReplicated: boolean;
}

/** Servers know themselves by these macros; the other two are ClickHouse's own. */
const REPLICA = ["'/clickhouse/tables/{shard}/{database}/{table}'", "'{replica}'"];
const ENGINE = /\{\{replicated\}\}(\w+)(?:\(([^)]*)\))?/;

/**
 * The statement for one server. Migrations are sent to every server by themselves, so that nothing is
 * left for ON CLUSTER. A path of its own makes replicas of tables that were created one by one.
 */
export function fillPlaceholders(
  statement: string,
  { database, isReplicated }: Placeholders,
): string {
  return statement
    .replaceAll('{{database}}', database)
    .replaceAll('{{on_cluster}}', '')
    .replace(ENGINE, (_, engine: string, parameters?: string) => {
      if (!isReplicated) return parameters === undefined ? engine : `${engine}(${parameters})`;
      return `Replicated${engine}(${[...REPLICA, ...(parameters ? [parameters] : [])].join(', ')})`;
    });
}
