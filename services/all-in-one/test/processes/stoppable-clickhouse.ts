import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type EmbeddedClickHouse, startEmbeddedClickHouse } from '@spanhouse/embedded-clickhouse';
import { createSilentLogger } from '@spanhouse/service-runtime/testing';

export interface StoppableClickHouse {
  /** The address of a forwarder. It stays the same across restarts, although the server takes a new port each time. */
  readonly url: string;
  start(): Promise<void>;
  stop(): Promise<void>;
  close(): Promise<void>;
}

/** Starts a separate ClickHouse whose data survives a stop. */
export async function startStoppableClickHouse(): Promise<StoppableClickHouse> {
  const dataDir = mkdtempSync(join(tmpdir(), 'spanhouse-test-stoppable-clickhouse-'));
  const options = { dataDir, logger: createSilentLogger() };
  let running: EmbeddedClickHouse | undefined = await startEmbeddedClickHouse(options);
  const sockets = new Set<Socket>();

  const forwarder = createServer((client) => {
    if (running === undefined) {
      client.destroy();
      return;
    }
    const upstream = connect(Number(new URL(running.url).port), '127.0.0.1');
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

  const stop = async () => {
    const stopping = running;
    running = undefined;
    for (const socket of sockets) {
      socket.destroy();
    }
    await stopping?.close();
  };
  return {
    url: `http://127.0.0.1:${(forwarder.address() as AddressInfo).port}`,
    async start() {
      running = await startEmbeddedClickHouse(options);
    },
    stop,
    async close() {
      await stop();
      forwarder.close();
      await once(forwarder, 'close');
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
