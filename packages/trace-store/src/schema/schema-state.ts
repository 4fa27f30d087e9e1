import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { AppError } from '@spanhouse/service-runtime';
import { clickhouseUnavailable, toClickHouseFailure } from '../connection/clickhouse-failure.js';
import { type ClickHouseClient, selectObjects } from '../connection/client.js';

/** A row of `schema_migrations`. */
export interface AppliedMigration {
  readonly version: number;
  readonly name: string;
  readonly checksum: string;
}

/**
 * Reads the migrations that have been applied to a database, in order. The list is empty if the database has no schema.
 */
export async function readAppliedMigrations(
  client: ClickHouseClient,
  database: string,
): Promise<readonly AppliedMigration[]> {
  const exists = 'EXISTS TABLE {database:Identifier}.schema_migrations';
  const [found] = await selectObjects<{ result: number }>(client, exists, { database });
  if (Number(found?.result) !== 1) {
    return [];
  }
  const query = `SELECT version, name, checksum FROM {database:Identifier}.schema_migrations FINAL ORDER BY version`;
  return selectObjects<AppliedMigration>(client, query, { database });
}

/** Throws MIGRATION_CHANGED if an applied migration differs from this program's version of it. */
export function verifyChecksums(
  applied: readonly AppliedMigration[],
  known: readonly Migration[],
): void {
  for (const { version, name, checksum } of applied) {
    const migration = known.find((candidate) => candidate.version === version);
    if (migration !== undefined && migration.checksum !== checksum) {
      throw new AppError(
        'MIGRATION_CHANGED',
        `migration ${version} ${name} was applied with the checksum ${checksum}, but the file of this program has ${migration.checksum}. Nothing was changed. The section "A migration has changed" of docs/operations/upgrade.md describes what to do`,
      );
    }
  }
}

/** Throws SCHEMA_NEWER if this program does not know an applied migration. */
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

/**
 * Resolves if the schema in ClickHouse is exactly the schema of this program. Rejects with SCHEMA_OLDER (retryable,
 * because migrations may be running), SCHEMA_NEWER, MIGRATION_CHANGED or CLICKHOUSE_UNAVAILABLE (retryable).
 */
export async function checkSchema(client: ClickHouseClient): Promise<void> {
  const known = await loadMigrations();
  const applied = await readApplied(client);
  verifyChecksums(applied, known);
  verifyNotNewer(applied, known);
  const newest = applied.at(-1)?.version ?? 0;
  if (newest < known.length) {
    throw new AppError(
      'SCHEMA_OLDER',
      `the ClickHouse schema (${newest}) is older than this program (${known.length}): run the migrations`,
      { retryable: true },
    );
  }
}

async function readApplied(client: ClickHouseClient): Promise<readonly AppliedMigration[]> {
  try {
    const query = 'SELECT version, name, checksum FROM schema_migrations FINAL ORDER BY version';
    return await selectObjects<AppliedMigration>(client, query);
  } catch (error) {
    const { code } = toClickHouseFailure(error);
    if (code === 'UNKNOWN_TABLE' || code === 'UNKNOWN_DATABASE') {
      return [];
    }
    throw clickhouseUnavailable('ClickHouse does not answer', error);
  }
}

export interface Migration {
  readonly version: number;
  readonly name: string;
  /** The SQL of the file, with placeholders. */
  readonly statement: string;
  /** SHA-256 hash of the statement, in hex. */
  readonly checksum: string;
}

const migrationsDirectory = new URL('../../migrations/', import.meta.url);
const fileNamePattern = /^(\d{4})_([a-z0-9_]+)\.sql$/;

/** Loads the migrations of this program in order. They are numbered from 1 without gaps. */
export async function loadMigrations(
  directory: URL = migrationsDirectory,
): Promise<readonly Migration[]> {
  const files = (await readdir(directory)).filter((name) => name.endsWith('.sql')).toSorted();
  return Promise.all(
    files.map((file, index) => loadMigration(new URL(file, directory), index + 1)),
  );
}

async function loadMigration(file: URL, version: number): Promise<Migration> {
  const fileName = file.pathname.slice(file.pathname.lastIndexOf('/') + 1);
  const [, number, name] = fileNamePattern.exec(fileName) ?? [];
  if (name === undefined || Number(number) !== version) {
    throw new Error(
      `migration ${fileName} is not named ${String(version).padStart(4, '0')}_verb_object.sql`,
    );
  }
  const statement = await readFile(file, 'utf8');
  const checksum = createHash('sha256').update(statement).digest('hex');
  return { version, name, statement, checksum };
}
