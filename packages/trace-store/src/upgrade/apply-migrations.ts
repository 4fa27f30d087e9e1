import { AppError, type Clock, type Logger } from '@spanhouse/service-runtime';
import type { ClickHouseClusterConfig } from '../clickhouse-config.js';
import type { ClickHouseClient } from '../connection/clickhouse-client.js';
import {
  type ClusterServer,
  clusterOf,
  openServers,
  verifyServers,
} from '../connection/cluster.js';
import { applyToCluster } from '../schema/apply-to-cluster.js';
import { applyToServers, type Migrating, toMigrationError } from '../schema/apply-to-servers.js';
import { checkServer } from '../schema/check-server.js';
import { verifyEngines } from '../schema/distributed-tables.js';
import { loadMigrations, type Migration } from '../schema/migration-files.js';
import { MAX_HELD_SECONDS, withMigrationLock } from '../schema/migration-lock.js';
import { type CarryOverProgress, carryOver, select } from './carry-over.js';
import { selectFreeBytes, selectPartitions } from './carry-over-statements.js';

/** The outcome of applying the migrations. */
export interface MigrationResult {
  /** The versions that this call applied; empty if the schema was current. */
  readonly applied: readonly number[];
  readonly schemaVersion: number;
}

/** The dependencies and options of a migration. */
export interface ApplyMigrationsDependencies {
  readonly logger: Logger;
  readonly clock: Clock;
  /** Default: the migrations of this program. */
  readonly migrations?: readonly Migration[];
  /** Called while rows of a former layout are copied, which may take hours. */
  readonly onProgress?: (progress: CarryOverProgress) => void;
  /** Bytes that such a copy leaves free on each disk. Default: 256 MiB. */
  readonly spareBytes?: number;
}

/**
 * Creates the database and migrates its schema to the version of this program, never backward. In a cluster it migrates
 * each server directly (docs/adr/105).
 *
 * - May be repeated, and may run in several processes at once, which take turns.
 * - Rejects with AppError: MIGRATION_CHANGED if an applied migration differs from this program's, SCHEMA_NEWER if the
 *   schema is newer than this program, MIGRATION_FAILED, DISK_TOO_SMALL, CLICKHOUSE_TOO_OLD,
 *   CLICKHOUSE_PROFILE_UNSUITABLE, CLICKHOUSE_CLUSTER_MISMATCH, or MIGRATION_LOCKED and CLICKHOUSE_UNAVAILABLE (both
 *   retryable).
 */
export async function applyMigrations(
  config: ClickHouseClusterConfig,
  { logger, clock, migrations, onProgress, spareBytes }: ApplyMigrationsDependencies,
): Promise<MigrationResult> {
  const known = migrations ?? (await loadMigrations());
  const database = config.CLICKHOUSE_DATABASE;
  const cluster = clusterOf(config);
  const urls = cluster?.serverUrls ?? [config.CLICKHOUSE_URL];
  const servers = openServers(config, { urls, database: undefined, logger });
  // Copying a former layout under the lock may take longer than any request.
  const patient = openServers(config, {
    urls,
    database: undefined,
    logger,
    requestTimeoutMs: MAX_HELD_SECONDS * 1000,
  });
  const patientClient = (server: ClusterServer) =>
    patient[servers.indexOf(server)]?.client ?? server.client;
  const carryOverOn = (server: ClusterServer, migrating: Migrating) =>
    carryOver(patientClient(server), { ...migrating, clock, onProgress });
  try {
    for (const { client, host } of servers) {
      await checkServer(client, { where: host, settings: {} });
    }
    if (cluster !== undefined) {
      await verifyServers(servers, cluster);
    }
    await verifyEngines(servers, { database, isCluster: cluster !== undefined });
    const requireRoomOn = ({ client }: ClusterServer, migrating: Migrating) =>
      requireRoom(client, { database: migrating.database, spareBytes });
    const migrating = {
      database,
      known,
      logger,
      carryOver: carryOverOn,
      requireRoom: requireRoomOn,
    };
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

/** Takes the lock of each server in the order of hosts, so that two migrators cannot deadlock. */
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

/** Merges of the copied rows need additional room. */
const SPARE_SHARE = 0.1;
/** Bytes that the copy leaves free on a disk. */
const SPARE_BYTES = 256 * 1024 * 1024;

/**
 * Rejects with DISK_TOO_SMALL unless the disks of the former table have room for a copy of it. Rows of an interrupted
 * copy are deducted.
 */
async function requireRoom(
  client: ClickHouseClient,
  {
    database,
    spareBytes = SPARE_BYTES,
  }: { readonly database: string; readonly spareBytes?: number | undefined },
): Promise<void> {
  const bytesOf = async (table: string) => {
    const rows = await select<{ bytes: string }>(client, selectPartitions(database, table));
    return rows.reduce((sum, { bytes }) => sum + Number(bytes), 0);
  };
  const former = await bytesOf('spans');
  if (former === 0) {
    return;
  }
  const left = Math.max(0, former - (await bytesOf('spans_next')));
  const needed = Math.ceil(left + Math.max(spareBytes, former * SPARE_SHARE));
  const [disk] = await select<{ disks: number; free: string }>(client, selectFreeBytes(database));
  const free = Number(disk?.free ?? 0);
  if (Number(disk?.disks ?? 0) > 0 && free < needed) {
    const message = `the rows of ${database}.spans are copied to a new layout, which needs ${needed} free bytes, but the disk of ClickHouse has ${free}. Nothing was changed. Make room and start again`;
    throw new AppError('DISK_TOO_SMALL', message);
  }
}
