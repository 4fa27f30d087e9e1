import { AppError, type Logger, toAppError } from '@spanhouse/service-runtime';
import { type ClickHouseClient, readAll } from '../connection/clickhouse-client.js';
import { clickhouseUnavailable, toClickHouseFailure } from '../connection/clickhouse-failure.js';
import type { ClusterServer } from '../connection/cluster.js';
import { fillPlaceholders } from './fill-placeholders.js';
import type { Migration } from './migration-files.js';
import {
  type AppliedMigration,
  readAppliedMigrations,
  verifyChecksums,
  verifyNotNewer,
} from './schema-state.js';

/** The migrations to apply, and their database. */
export interface Migrating {
  readonly database: string;
  readonly isReplicated: boolean;
  readonly known: readonly Migration[];
  readonly logger: Logger;
  /** Runs the migration whose statement is `{{carry_over}}`. */
  readonly carryOver: (server: ClusterServer, migrating: Migrating) => Promise<void>;
  /** Rejects if a server has too little disk space for it. */
  readonly requireRoom: (server: ClusterServer, migrating: Migrating) => Promise<void>;
}

/**
 * Applies migrations in order, each on all servers before the next. Resolves with the versions that at
 * least one server lacked.
 */
export async function applyToServers(
  servers: readonly ClusterServer[],
  migrating: Migrating,
): Promise<readonly number[]> {
  const { known } = migrating;
  const applied = new Map<ClusterServer, readonly AppliedMigration[]>();
  for (const server of servers) {
    applied.set(server, await readVerified(server, migrating));
  }
  const lacking = (migration: Migration) =>
    servers.filter((server) => pendingOf(known, applied.get(server) ?? []).includes(migration));
  const pending = known.filter((migration) => lacking(migration).length > 0);
  // This runs before the first change, so that the previous version can still run.
  for (const server of pending.filter(isCarryOver).flatMap(lacking)) {
    await migrating.requireRoom(server, migrating);
  }
  for (const migration of pending) {
    for (const server of lacking(migration)) {
      await apply(server, migrating, migration);
    }
  }
  return pending.map(({ version }) => version);
}

async function readVerified(
  { client }: ClusterServer,
  { database, known }: Migrating,
): Promise<readonly AppliedMigration[]> {
  await run(client, `CREATE DATABASE IF NOT EXISTS ${database}`);
  const applied = await readAppliedMigrations(client, database);
  verifyChecksums(applied, known);
  verifyNotNewer(applied, known);
  return applied;
}

/** Returns the migrations that are newer than the last applied one. */
export function pendingOf(
  known: readonly Migration[],
  applied: readonly AppliedMigration[],
): readonly Migration[] {
  return known.filter(({ version }) => version > (applied.at(-1)?.version ?? 0));
}

function isCarryOver({ statement }: Migration): boolean {
  return statement.includes('{{carry_over}}');
}

async function apply(
  server: ClusterServer,
  migrating: Migrating,
  migration: Migration,
): Promise<void> {
  const { client, host } = server;
  const { database, isReplicated, logger } = migrating;
  const { version, name, statement } = migration;
  try {
    // Migration 1 creates the table of applied versions, which is local to every server.
    const placeholders = { database, isReplicated: isReplicated && version !== 1 };
    if (isCarryOver(migration)) {
      await migrating.carryOver(server, migrating);
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
export async function record(
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

/** Runs a statement of a migration; resolves once the change is complete on all replicas. */
export async function run(client: ClickHouseClient, query: string): Promise<void> {
  // The next server may be another replica, which refuses the change while it is in progress.
  const clickhouse_settings = { wait_end_of_query: 1, alter_sync: '2' } as const;
  const { stream } = await client.exec({ query, clickhouse_settings });
  await readAll(stream);
}

/** Turns a failure into CLICKHOUSE_UNAVAILABLE (retryable) or MIGRATION_FAILED. */
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
