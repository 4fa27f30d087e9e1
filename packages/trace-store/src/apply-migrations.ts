import { AppError, type Clock, type Logger, toAppError } from '@spanhouse/service-runtime';
import { type ClickHouseClient, createClickHouseClient, readAll } from './clickhouse-client.js';
import type { ClickHouseConfig } from './clickhouse-config.js';
import { toClickHouseFailure } from './clickhouse-failure.js';
import { loadMigrations, type Migration } from './migration-files.js';
import { withMigrationLock } from './migration-lock.js';
import { readAppliedMigrations, verifyChecksums } from './schema-state.js';

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
 * Creates the database and brings its schema to the state of this program, forward only.
 *
 * - Repeating it is harmless, and so are two of them at once: they take turns.
 * - Rejects with AppError: MIGRATION_CHANGED when an applied migration is not what this program has,
 *   SCHEMA_NEWER when the database is ahead, MIGRATION_FAILED, or CLICKHOUSE_UNAVAILABLE (retryable).
 */
export async function applyMigrations(
  config: ClickHouseConfig,
  { logger, clock, migrations }: ApplyMigrationsDependencies,
): Promise<MigrationResult> {
  const known = migrations ?? (await loadMigrations());
  const database = config.CLICKHOUSE_DATABASE;
  const client = createClickHouseClient(config, {
    requestTimeoutMs: config.CLICKHOUSE_REQUEST_TIMEOUT_MS,
    maxOpenConnections: 2,
    database: undefined,
    logger,
  });
  try {
    const work = () => applyPending({ client, database, known, logger });
    return await withMigrationLock({ client, database, clock }, work);
  } catch (error) {
    throw toMigrationError(error);
  } finally {
    await client.close();
  }
}

interface Migrating {
  readonly client: ClickHouseClient;
  readonly database: string;
  readonly known: readonly Migration[];
  readonly logger: Logger;
}

async function applyPending(migrating: Migrating): Promise<MigrationResult> {
  const { client, database, known } = migrating;
  await run(client, `CREATE DATABASE IF NOT EXISTS ${database}`);
  const before = await readAppliedMigrations(client, database);
  verifyChecksums(before, known);
  const newest = before.at(-1)?.version ?? 0;
  if (newest > known.length) {
    throw new AppError(
      'SCHEMA_NEWER',
      `the ClickHouse schema (${newest}) is newer than this program (${known.length})`,
    );
  }
  const pending = known.filter(({ version }) => version > newest);
  for (const migration of pending) {
    await apply(migrating, migration);
  }
  return { applied: pending.map(({ version }) => version), schemaVersion: known.length };
}

async function apply({ client, database, logger }: Migrating, migration: Migration): Promise<void> {
  const { version, name, checksum } = migration;
  try {
    await run(client, fillPlaceholders(migration.statement, database));
    await client.insert({
      table: `${database}.schema_migrations`,
      columns: ['version', 'name', 'checksum'],
      values: [{ version, name, checksum }],
      format: 'JSONEachRow',
      clickhouse_settings: { async_insert: 0, wait_end_of_query: 1 },
    });
  } catch (error) {
    throw toMigrationError(error, `migration ${version} ${name}`);
  }
  logger.info({ version, migration: name }, 'applied migration');
}

/** A single server: no cluster to spread the statement over, no replicas. */
function fillPlaceholders(statement: string, database: string): string {
  return statement
    .replaceAll('{{database}}', database)
    .replaceAll('{{on_cluster}}', '')
    .replaceAll('{{replicated}}', '');
}

async function run(client: ClickHouseClient, query: string): Promise<void> {
  const { stream } = await client.exec({ query, clickhouse_settings: { wait_end_of_query: 1 } });
  await readAll(stream);
}

function toMigrationError(error: unknown, what = 'migrating ClickHouse'): AppError {
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
