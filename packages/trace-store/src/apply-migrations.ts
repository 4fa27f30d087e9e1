import type { Clock, Logger } from '@spanhouse/service-runtime';
import { applyToCluster } from './apply-to-cluster.js';
import { applyToServers, toMigrationError } from './apply-to-servers.js';
import type { ClickHouseClusterConfig } from './clickhouse-config.js';
import { type ClusterServer, clusterOf, openServers, verifyServers } from './cluster.js';
import { verifyEngines } from './distributed-tables.js';
import { loadMigrations, type Migration } from './migration-files.js';
import { withMigrationLock } from './migration-lock.js';

export interface MigrationResult {
  /** Versions this call applied; empty when the schema was current. */
  readonly applied: readonly number[];
  readonly schemaVersion: number;
}

export interface ApplyMigrationsDependencies {
  readonly logger: Logger;
  readonly clock: Clock;
  /** Default: those this program came with. */
  readonly migrations?: readonly Migration[];
}

/**
 * Creates the database and brings its schema to the state of this program, forward only; of a cluster
 * on every server by itself.
 *
 * - Repeating it is harmless, and so are two of them at once: they take turns.
 * - Rejects with AppError: MIGRATION_CHANGED when an applied migration is not what this program has,
 *   SCHEMA_NEWER when the database is ahead, MIGRATION_FAILED, CLICKHOUSE_CLUSTER_MISMATCH, or
 *   CLICKHOUSE_UNAVAILABLE (retryable).
 */
export async function applyMigrations(
  config: ClickHouseClusterConfig,
  { logger, clock, migrations }: ApplyMigrationsDependencies,
): Promise<MigrationResult> {
  const known = migrations ?? (await loadMigrations());
  const database = config.CLICKHOUSE_DATABASE;
  const cluster = clusterOf(config);
  const urls = cluster?.serverUrls ?? [config.CLICKHOUSE_URL];
  const servers = openServers(config, { urls, database: undefined, logger });
  try {
    if (cluster !== undefined) await verifyServers(servers, cluster);
    await verifyEngines(servers, { database, isCluster: cluster !== undefined });
    const applied = await withMigrationLocks(servers, { database, clock }, () =>
      cluster === undefined
        ? applyToServers(servers, { database, known, logger, isReplicated: false })
        : applyToCluster(servers, cluster, { database, known, logger }),
    );
    return { applied, schemaVersion: known.length };
  } catch (error) {
    throw toMigrationError(error);
  } finally {
    await Promise.all(servers.map(({ client }) => client.close()));
  }
}

/** One after the other, always in the same order. */
function withMigrationLocks<Result>(
  servers: readonly ClusterServer[],
  { database, clock }: { readonly database: string; readonly clock: Clock },
  work: () => Promise<Result>,
): Promise<Result> {
  const inOrder = servers.toSorted((left, right) => (left.host < right.host ? -1 : 1));
  return inOrder.reduceRight(
    (locked, { client }) =>
      () =>
        withMigrationLock({ client, database, clock }, locked),
    work,
  )();
}
