import { AppError, toAppError } from '@spanhouse/service-runtime';
import { clickhouseUnavailable, toClickHouseFailure } from '../connection/clickhouse-failure.js';
import { type ClickHouseClient, execute } from '../connection/client.js';
import { type Cluster, type ClusterServer, localDatabase } from '../connection/cluster.js';
import { createDistributedTables } from '../schema/distributed-tables.js';
import { fillPlaceholders } from '../schema/fill-placeholders.js';
import type { Migration } from '../schema/schema-state.js';
import {
  type AppliedMigration,
  readAppliedMigrations,
  verifyChecksums,
  verifyNotNewer,
} from '../schema/schema-state.js';
import { type CarryOverDependencies, carryOver, requireRoom } from './carry-over.js';

/** The migrations to apply, and the database to which they apply. */
export interface Migrating extends CarryOverDependencies {
  /** Minimum number of bytes that remain free on each disk after rows are copied; default 256 MiB. */
  readonly spareBytes?: number | undefined;
}

/** A server, and a second client for copies that may take longer than any request. */
export interface MigratedServer extends ClusterServer {
  readonly patient: ClickHouseClient;
}

/**
 * Migrates the local tables of every server, and then the Distributed tables. The versions recorded next to the
 * Distributed tables apply to the whole cluster, and services check them.
 */
export async function applyToCluster(
  servers: readonly MigratedServer[],
  cluster: Cluster,
  { database, known, ...others }: Omit<Migrating, 'isReplicated'>,
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
  { database, known }: Pick<Migrating, 'database' | 'known'>,
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

/**
 * Applies migrations in order. Each migration is applied to all servers before the next one begins. Resolves with the
 * versions that were missing on at least one server.
 */
export async function applyToServers(
  servers: readonly MigratedServer[],
  migrating: Migrating,
): Promise<readonly number[]> {
  const { known } = migrating;
  const applied = new Map<MigratedServer, readonly AppliedMigration[]>();
  for (const server of servers) {
    applied.set(server, await readVerified(server, migrating));
  }
  const lacking = (migration: Migration) =>
    servers.filter((server) => pendingOf(known, applied.get(server) ?? []).includes(migration));
  const pending = known.filter((migration) => lacking(migration).length > 0);
  // This check runs before any change. If it fails, the previous version of the program can still run.
  for (const server of pending.filter(isCarryOver).flatMap(lacking)) {
    await requireRoom(server.client, migrating);
  }
  for (const migration of pending) {
    for (const server of lacking(migration)) {
      await apply(server, migrating, migration);
    }
  }
  return pending.map(({ version }) => version);
}

async function readVerified({ client }: ClusterServer, { database, known }: Migrating) {
  await run(client, `CREATE DATABASE IF NOT EXISTS ${database}`);
  const applied = await readAppliedMigrations(client, database);
  verifyChecksums(applied, known);
  verifyNotNewer(applied, known);
  return applied;
}

/** Returns the migrations that are newer than the last applied one. */
function pendingOf(known: readonly Migration[], applied: readonly AppliedMigration[]) {
  return known.filter(({ version }) => version > (applied.at(-1)?.version ?? 0));
}

function isCarryOver({ statement }: Migration): boolean {
  return statement.includes('{{carry_over}}');
}

async function apply(server: MigratedServer, migrating: Migrating, migration: Migration) {
  const { client, host } = server;
  const { database, isReplicated, logger } = migrating;
  const { version, name, statement } = migration;
  try {
    // Migration 1 creates the table of applied versions, which is never replicated.
    const placeholders = { database, isReplicated: isReplicated && version !== 1 };
    if (isCarryOver(migration)) {
      await carryOver(server.patient, migrating);
    } else {
      await run(client, fillPlaceholders(statement, placeholders));
    }
    await record(client, database, migration);
  } catch (error) {
    throw toMigrationError(error, `migration ${version} ${name} at ${host}`);
  }
  logger.info({ version, migration: name, host }, 'applied migration');
}

/** Records on one server that a migration was applied. */
async function record(
  client: ClickHouseClient,
  database: string,
  { version, name, checksum }: Migration,
): Promise<void> {
  await client.insert({
    table: `${database}.schema_migrations`,
    columns: ['version', 'name', 'checksum'],
    values: [{ version, name, checksum }],
    format: 'JSONEachRow',
    clickhouse_settings: { async_insert: 0, wait_end_of_query: 1 },
  });
}

/** Runs a statement of a migration and resolves after the change is complete on all replicas. */
async function run(client: ClickHouseClient, query: string): Promise<void> {
  // Waits for all replicas: if the next server is one of them, it would reject the statement during the change.
  const clickhouse_settings = { wait_end_of_query: 1, alter_sync: '2' } as const;
  await execute(client, { query, clickhouse_settings });
}

/** Converts a failure to CLICKHOUSE_UNAVAILABLE (retryable) or MIGRATION_FAILED. */
export function toMigrationError(error: unknown, what = 'migrating ClickHouse'): AppError {
  if (error instanceof AppError) {
    return error;
  }
  const { kind, code, reason } = toClickHouseFailure(error);
  if (kind === 'unavailable' || kind === 'deadline') {
    return clickhouseUnavailable(`${what} failed`, error);
  }
  return toAppError(error, 'MIGRATION_FAILED', `${what} failed: ${code} ${reason}`);
}
