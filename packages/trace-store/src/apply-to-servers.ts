import { AppError, type Logger, toAppError } from '@spanhouse/service-runtime';
import { type ClickHouseClient, readAll } from './clickhouse-client.js';
import { toClickHouseFailure } from './clickhouse-failure.js';
import type { ClusterServer } from './cluster.js';
import { fillPlaceholders } from './fill-placeholders.js';
import type { Migration } from './migration-files.js';
import { type AppliedMigration, readAppliedMigrations, verifyChecksums } from './schema-state.js';

export interface Migrating {
  readonly database: string;
  readonly isReplicated: boolean;
  readonly known: readonly Migration[];
  readonly logger: Logger;
}

/** Version by version, each on all servers before the next; resolves with those that some lacked. */
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

export function pendingOf(
  known: readonly Migration[],
  applied: readonly AppliedMigration[],
): readonly Migration[] {
  return known.filter(({ version }) => version > (applied.at(-1)?.version ?? 0));
}

export function verifyNotNewer(
  applied: readonly AppliedMigration[],
  known: readonly Migration[],
): void {
  const newest = applied.at(-1)?.version ?? 0;
  if (newest > known.length) {
    throw new AppError(
      'SCHEMA_NEWER',
      `the ClickHouse schema (${newest}) is newer than this program (${known.length})`,
    );
  }
}

async function apply(
  { client, host }: ClusterServer,
  { database, isReplicated, logger }: Migrating,
  migration: Migration,
): Promise<void> {
  const { version, name, statement } = migration;
  try {
    // What a server has is recorded by each for itself: the replicas of a shard are made one by one.
    const place = { database, isReplicated: isReplicated && version !== 1 };
    await run(client, fillPlaceholders(statement, place));
    await record(client, database, migration);
  } catch (error) {
    throw toMigrationError(error, `migration ${version} ${name} at ${host}`);
  }
  logger.info({ version, migration: name, host }, 'applied migration');
}

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

export async function run(client: ClickHouseClient, query: string): Promise<void> {
  // The next server may be another replica, which must not be in the middle of the same change.
  const clickhouse_settings = { wait_end_of_query: 1, alter_sync: '2' } as const;
  const { stream } = await client.exec({ query, clickhouse_settings });
  await readAll(stream);
}

export function toMigrationError(error: unknown, what = 'migrating ClickHouse'): AppError {
  if (error instanceof AppError) {
    return error;
  }
  const { kind, code, reason } = toClickHouseFailure(error);
  if (kind === 'unavailable' || kind === 'deadline') {
    return new AppError('CLICKHOUSE_UNAVAILABLE', `${what} failed: ${code} ${reason}`, {
      retryable: true,
      cause: error,
    });
  }
  return toAppError(error, 'MIGRATION_FAILED', `${what} failed: ${code} ${reason}`);
}
