import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ClickHouseAccess, startEmbeddedClickHouse } from '@spanhouse/embedded-clickhouse';
import { createSilentLogger, openCuttableProxy } from '@spanhouse/service-runtime/testing';

/** A ClickHouse behind a proxy, so that its `url` never changes. */
export interface StoppableClickHouse extends ClickHouseAccess {
  start(): void;
  /** Breaks all connections and refuses new ones until `start`, as if the server were stopped. */
  stop(): void;
  close(): Promise<void>;
}

/**
 * Starts a separate ClickHouse behind a proxy. The proxy only simulates a stop: a real restart would change the
 * password, which running services cannot learn.
 */
export async function startStoppableClickHouse(): Promise<StoppableClickHouse> {
  const dataDir = mkdtempSync(join(tmpdir(), 'spanhouse-test-stoppable-clickhouse-'));
  const server = await startEmbeddedClickHouse({ dataDir, logger: createSilentLogger() });
  const proxy = await openCuttableProxy(server.url);
  return {
    user: server.user,
    password: server.password,
    url: proxy.url,
    start: () => proxy.restore(),
    stop: () => proxy.cut(),
    async close() {
      await proxy.close();
      await server.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
