import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ClickHouseAccess, startEmbeddedClickHouse } from '@spanhouse/embedded-clickhouse';
import { createSilentLogger } from '@spanhouse/service-runtime/testing';

/** Its `url` is the constant address of a forwarder. */
export interface StoppableClickHouse extends ClickHouseAccess {
  start(): void;
  /** Breaks all connections and refuses new ones until `start`, as if the server had stopped. */
  stop(): void;
  close(): Promise<void>;
}

/** Starts a separate ClickHouse. A real stop would change its password, which running services cannot notice. */
export async function startStoppableClickHouse(): Promise<StoppableClickHouse> {
  const dataDir = mkdtempSync(join(tmpdir(), 'spanhouse-test-stoppable-clickhouse-'));
  const server = await startEmbeddedClickHouse({ dataDir, logger: createSilentLogger() });
  let isRunning = true;
  const sockets = new Set<Socket>();

  const forwarder = createServer((client) => {
    if (!isRunning) {
      client.destroy();
      return;
    }
    const upstream = connect(Number(new URL(server.url).port), '127.0.0.1');
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on('error', () => undefined); // a stopped server breaks connections
      socket.on('close', () => sockets.delete(socket));
    }
    client.pipe(upstream).pipe(client);
    client.on('close', () => upstream.destroy());
    upstream.on('close', () => client.destroy());
  }).listen(0, '127.0.0.1');
  await once(forwarder, 'listening');

  const stop = () => {
    isRunning = false;
    for (const socket of sockets) {
      socket.destroy();
    }
  };
  return {
    user: server.user,
    password: server.password,
    url: `http://127.0.0.1:${(forwarder.address() as AddressInfo).port}`,
    start() {
      isRunning = true;
    },
    stop,
    async close() {
      stop();
      await server.close();
      forwarder.close();
      await once(forwarder, 'close');
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
