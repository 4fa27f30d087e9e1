import type { Clock, Logger } from '@spanhouse/service-runtime';
import type { ClickHouseClusterConfig } from '../clickhouse-config.js';
import {
  type ClusterServer,
  clusterOf,
  openServers,
  verifyServers,
} from '../connection/cluster.js';
import { checkServer } from '../schema/check-server.js';
import { verifyEngines } from '../schema/distributed-tables.js';
import { MAX_HELD_SECONDS, withMigrationLock } from '../schema/migration-lock.js';
import { loadMigrations, type Migration } from '../schema/schema-state.js';
import { applyToCluster, applyToServers, toMigrationError } from './apply-to-servers.js';
import type { CarryOverProgress } from './carry-over.js';

export interface MigrationResult {
  /** Versions that this call has applied; empty if the schema was up to date. */
  readonly applied: readonly number[];
  readonly schemaVersion: number;
}

export interface ApplyMigrationsDependencies {
  readonly logger: Logger;
  readonly clock: Clock;
  /** Migrations to apply; the default is the migrations of this program. */
  readonly migrations?: readonly Migration[];
  /** Called while rows of a former layout are copied, which may take hours. */
  readonly onProgress?: (progress: CarryOverProgress) => void;
  /**
   * Minimum number of bytes that remain free on each disk after the rows of a former layout are copied; default 256
   * MiB.
   */
  readonly spareBytes?: number;
}

/**
 * Creates the database and migrates its schema to the version of this program. The servers of a cluster are migrated
 * directly, one by one (docs/adr/105).
 *
 * - MAY be called again, and MAY run in several processes, which then take turns.
 * - Rejects with MIGRATION_CHANGED if an applied migration differs from this program's version of it.
 * - Rejects with SCHEMA_NEWER if the schema is newer than this program.
 * - Also rejects with MIGRATION_FAILED, DISK_TOO_SMALL, CLICKHOUSE_TOO_OLD, CLICKHOUSE_PROFILE_UNSUITABLE,
 *   CLICKHOUSE_CLUSTER_MISMATCH, MIGRATION_LOCKED (retryable) or CLICKHOUSE_UNAVAILABLE (retryable).
 */
export async function applyMigrations(
  config: ClickHouseClusterConfig,
  { logger, clock, migrations, onProgress, spareBytes }: ApplyMigrationsDependencies,
): Promise<MigrationResult> {
  const known = migrations ?? (await loadMigrations());
  const database = config.CLICKHOUSE_DATABASE;
  const cluster = clusterOf(config);
  const urls = cluster?.serverUrls ?? [config.CLICKHOUSE_URL];
  const options = { urls, database: undefined, logger };
  const requestTimeoutMs = MAX_HELD_SECONDS * 1000;
  // These clients have a long time limit, because copying rows under the lock may take longer than any request.
  const patient = openServers(config, { ...options, requestTimeoutMs });
  const servers = openServers(config, options).map((server, index) => ({
    ...server,
    patient: patient[index]?.client ?? server.client,
  }));
  try {
    for (const { client, host } of servers) {
      await checkServer(client, { where: host, settings: {} });
    }
    if (cluster !== undefined) {
      await verifyServers(servers, cluster);
    }
    await verifyEngines(servers, { database, isCluster: cluster !== undefined });
    const migrating = { database, known, logger, clock, onProgress, spareBytes };
    const applied = await withMigrationLocks(patient, { database, clock }, () =>
      cluster === undefined
        ? applyToServers(servers, { ...migrating, isReplicated: false })
        : applyToCluster(servers, cluster, migrating),
    );
    return { applied, schemaVersion: known.length };
  } catch (error) {
    throw toMigrationError(error);
  } finally {
    await Promise.all([...servers, ...patient].map(({ client }) => client.close()));
  }
}

/** Acquires the lock of each server in the order of the hosts, so that two migrators cannot deadlock. */
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
