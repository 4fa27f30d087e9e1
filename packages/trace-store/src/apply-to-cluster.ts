import {
  applyToServers,
  type Migrating,
  pendingOf,
  record,
  run,
  verifyNotNewer,
} from './apply-to-servers.js';
import { type Cluster, type ClusterServer, localDatabase } from './cluster.js';
import { createDistributedTables } from './distributed-tables.js';
import { fillPlaceholders } from './fill-placeholders.js';
import { readAppliedMigrations } from './schema-state.js';

type Migrations = Pick<Migrating, 'database' | 'known' | 'logger'>;

/**
 * The tables of every server first, then the Distributed ones over them. What is recorded beside these
 * is true of the whole cluster: it is what services go by.
 */
export async function applyToCluster(
  servers: readonly ClusterServer[],
  cluster: Cluster,
  { database, known, logger }: Migrations,
): Promise<readonly number[]> {
  const local = { database: localDatabase(database), isReplicated: cluster.isReplicated };
  const applied = await applyToServers(servers, { ...local, known, logger });
  for (const server of servers) {
    await spreadOver(cluster, server, { database, known, logger });
  }
  return applied;
}

async function spreadOver(
  cluster: Cluster,
  { client }: ClusterServer,
  { database, known }: Migrations,
): Promise<void> {
  await run(client, `CREATE DATABASE IF NOT EXISTS ${database}`);
  const before = await readAppliedMigrations(client, database);
  verifyNotNewer(before, known);
  for (const statement of await createDistributedTables(client, database, cluster)) {
    await run(client, statement);
  }
  for (const migration of pendingOf(known, before)) {
    if (migration.version === 1) {
      await run(client, fillPlaceholders(migration.statement, { database, isReplicated: false }));
    }
    await record(client, database, migration);
  }
}
