import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';

export interface Migration {
  readonly version: number;
  readonly name: string;
  /** With placeholders. */
  readonly statement: string;
  /** SHA-256 of the statement, hex. */
  readonly checksum: string;
}

const DIRECTORY = new URL('../migrations/', import.meta.url);
const FILE_NAME = /^(\d{4})_([a-z0-9_]+)\.sql$/;

/** The migrations this program came with, in the order of their versions, which count from 1 without gaps. */
export async function loadMigrations(directory: URL = DIRECTORY): Promise<readonly Migration[]> {
  const files = (await readdir(directory)).filter((name) => name.endsWith('.sql')).toSorted();
  return Promise.all(
    files.map((file, index) => loadMigration(new URL(file, directory), index + 1)),
  );
}

async function loadMigration(file: URL, version: number): Promise<Migration> {
  const fileName = file.pathname.slice(file.pathname.lastIndexOf('/') + 1);
  const [, number, name] = FILE_NAME.exec(fileName) ?? [];
  if (name === undefined || Number(number) !== version) {
    throw new Error(
      `migration ${fileName} is not named ${String(version).padStart(4, '0')}_verb_object.sql`,
    );
  }
  const statement = await readFile(file, 'utf8');
  const checksum = createHash('sha256').update(statement).digest('hex');
  return { version, name, statement, checksum };
}
