import { randomUUID } from 'node:crypto';
import { Client } from 'pg';

/** Runs SQL through a separate connection, as another process would do. */
export async function executeOnPostgres(
  url: string,
  sql: string,
  values: unknown[] = [],
): Promise<void> {
  const client = new Client(url);
  await client.connect();
  try {
    await client.query(sql, values);
  } finally {
    await client.end();
  }
}

/** Creates a new, empty database on the server. */
export async function createPostgresDatabase(
  serverUrl: string,
): Promise<{ readonly url: string; drop(): Promise<void> }> {
  const name = `spanhouse_${randomUUID().replaceAll('-', '')}`;
  await executeOnPostgres(serverUrl, `CREATE DATABASE ${name}`);
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return {
    url: url.href,
    drop: () => executeOnPostgres(serverUrl, `DROP DATABASE ${name} WITH (FORCE)`),
  };
}
