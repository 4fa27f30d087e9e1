/** The values for the placeholders in a migration. */
export interface Placeholders {
  readonly database: string;
  /** True if Keeper or ZooKeeper replicates the tables among the servers of a shard. */
  readonly isReplicated: boolean;
}

const engine = /\{\{replicated(?: (\w+))?\}\}(\w+)(?:\(([^)]*)\))?/;

/**
 * Fills in the placeholders of a migration for one server.
 *
 * - The placeholder for ON CLUSTER stays empty, because every server is migrated directly.
 * - Tables with the same path in Keeper become replicas of each other, although each server creates its table
 *   separately.
 * - The name in `{{replicated name}}` becomes the end of this path. ClickHouse cannot rename a table whose path
 *   contains the macro for its database or table name.
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
