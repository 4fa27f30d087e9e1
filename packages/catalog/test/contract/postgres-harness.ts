import { randomUUID } from 'node:crypto';
import { createSilentLogger } from '@spanhouse/service-runtime/testing';
import { Client } from 'pg';
import { type CatalogAddress, migrateCatalog, openCatalog } from '../../src/index.js';
import type { CatalogHarness } from './catalog-contract.js';
import { openTcpGate, type TcpGate } from './tcp-gate.js';

const logger = createSilentLogger();

export async function execute(url: string, sql: string, values: unknown[] = []): Promise<void> {
  const client = new Client(url);
  await client.connect();
  try {
    await client.query(sql, values);
  } finally {
    await client.end();
  }
}

export interface PostgresHarness extends CatalogHarness {
  readonly address: CatalogAddress;
  /** Between the catalog and the server. */
  readonly gate: TcpGate;
}

/** A database of its own on the server, empty or migrated, reached through a gate that can be shut. */
export async function createPostgresHarness(
  serverUrl: string,
  { isMigrated = true } = {},
): Promise<PostgresHarness> {
  const database = `catalog_${randomUUID().replaceAll('-', '')}`;
  await execute(serverUrl, `CREATE DATABASE ${database}`);
  const direct = withDatabase(serverUrl, database);
  const gate = await openTcpGate(direct.hostname, Number(direct.port || 5432));
  const gated = new URL(direct);
  gated.host = `127.0.0.1:${gate.port}`;
  const address: CatalogAddress = { dialect: 'postgresql', url: gated.href };
  if (isMigrated) await migrateCatalog(address, { logger });
  return {
    address,
    gate,
    open: () => Promise.resolve(openCatalog(address, { logger })),
    putProject: ({ project_id: projectId, name, retention_days: days, created_at: at }) =>
      execute(
        direct.href,
        'INSERT INTO projects (project_id, name, retention_days, created_at) VALUES ($1, $2, $3, $4)',
        [projectId, name, days, at],
      ),
    takeAway: () => gate.shut(),
    bringBack: () => gate.reopen(),
    async remove() {
      await gate.shut();
      await execute(serverUrl, `DROP DATABASE ${database} WITH (FORCE)`);
    },
  };
}

function withDatabase(serverUrl: string, database: string): URL {
  const url = new URL(serverUrl);
  url.pathname = `/${database}`;
  return url;
}
