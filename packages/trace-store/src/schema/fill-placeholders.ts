/** The values of the placeholders of a migration. */
export interface Placeholders {
  readonly database: string;
  /** True if ZooKeeper or Keeper replicates tables between the servers of a shard. */
  readonly isReplicated: boolean;
}

const engine = /\{\{replicated(?: (\w+))?\}\}(\w+)(?:\(([^)]*)\))?/;

/**
 * Fills in the placeholders of a migration for one server. Every server is migrated directly, so the placeholder for ON
 * CLUSTER remains empty. Tables that are created separately become replicas of each other by a common path in Keeper. A
 * name in `{{replicated name}}` ends the path, because ClickHouse does not rename a table whose path contains the macro
 * of its database or of its own name.
 */
export function fillPlaceholders(
  statement: string,
  { database, isReplicated }: Placeholders,
): string {
  return statement
    .replaceAll('{{database}}', database)
    .replaceAll('{{on_cluster}}', '')
    .replace(engine, (...found) => {
      const [, table, name, parameters] = found as readonly (string | undefined)[];
      const path = table === undefined ? '{database}/{table}' : `${database}/${table}`;
      const replica = [`'/clickhouse/tables/{shard}/${path}'`, "'{replica}'"];
      const all = [...(isReplicated ? replica : []), ...(parameters ? [parameters] : [])];
      const prefix = isReplicated ? 'Replicated' : '';
      return `${prefix}${name}${all.length === 0 ? '' : `(${all.join(', ')})`}`;
    });
}
