import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';

/** One migration file. */
export interface Migration {
  readonly version: number;
  readonly name: string;
  /** The SQL text of the file, with placeholders. */
  readonly statement: string;
  /** The SHA-256 of the statement in hex. */
  readonly checksum: string;
}

const migrationsDirectory = new URL('../../migrations/', import.meta.url);
const fileNamePattern = /^(\d{4})_([a-z0-9_]+)\.sql$/;

/** Loads the migrations of this program in order. Versions count from 1 without gaps. */
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
