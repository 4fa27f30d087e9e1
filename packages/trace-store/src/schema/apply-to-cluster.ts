import { type Cluster, type ClusterServer, localDatabase } from '../connection/cluster.js';
import { applyToServers, type Migrating, pendingOf, record, run } from './apply-to-servers.js';
import { createDistributedTables } from './distributed-tables.js';
import { fillPlaceholders } from './fill-placeholders.js';
import { readAppliedMigrations, verifyNotNewer } from './schema-state.js';

type Migrations = Pick<Migrating, 'database' | 'known' | 'logger' | 'carryOver' | 'requireRoom'>;

/**
 * Migrates the tables of every server first, then the Distributed tables over them. The versions recorded next to the
 * Distributed tables apply to the whole cluster; services check these.
 */
export async function applyToCluster(
  servers: readonly ClusterServer[],
  cluster: Cluster,
  { database, known, ...others }: Migrations,
): Promise<readonly number[]> {
  const local = { database: localDatabase(database), isReplicated: cluster.isReplicated };
  const applied = await applyToServers(servers, { ...local, known, ...others });
  for (const server of servers) {
    await spreadOver(cluster, server, { database, known });
  }
  return applied;
}

async function spreadOver(
  cluster: Cluster,
  { client }: ClusterServer,
  { database, known }: Pick<Migrations, 'database' | 'known'>,
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
