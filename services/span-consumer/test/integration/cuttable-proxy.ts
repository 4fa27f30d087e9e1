import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { connect, createServer, type Socket } from 'node:net';

/** Between a client and a server, to take the server away and bring it back. */
export interface CuttableProxy {
  readonly url: string;
  /** Breaks every connection, and every new one. */
  cut(): void;
  mend(): void;
  /** The next request reaches the server; its answer does not come back. */
  loseNextAnswer(): void;
  close(): Promise<void>;
}

export async function openCuttableProxy(target: string): Promise<CuttableProxy> {
  const { hostname, port } = new URL(target);
  const sockets = new Set<Socket>();
  let isCut = false;
  let losesAnswer = false;

  const track = (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined); // a cut connection ends with one
    socket.on('close', () => sockets.delete(socket));
  };
  const server = createServer((client) => {
    track(client);
    if (isCut) {
      client.destroy();
      return;
    }
    const upstream = connect(Number(port), hostname);
    track(upstream);
    client.on('data', (bytes) => upstream.write(bytes));
    upstream.on('data', (bytes) => {
      if (losesAnswer) {
        losesAnswer = false;
        client.destroy();
        upstream.destroy();
        return;
      }
      client.write(bytes);
    });
    client.on('close', () => upstream.destroy());
    upstream.on('close', () => client.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const destroyAll = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    cut() {
      isCut = true;
      destroyAll();
    },
    mend() {
      isCut = false;
    },
    loseNextAnswer() {
      losesAnswer = true;
    },
    async close() {
      destroyAll();
      server.close();
      await once(server, 'close');
    },
  };
}
