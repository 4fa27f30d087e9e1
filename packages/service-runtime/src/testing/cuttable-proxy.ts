import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A proxy that a test can use to make a server temporarily unavailable. */
export interface CuttableProxy {
  readonly url: string;
  /** Breaks every open connection, and refuses new ones. */
  cut(): void;
  restore(): void;
  /** Drops the response to the next request. The request itself still reaches the server. */
  loseNextAnswer(): void;
  close(): Promise<void>;
}

/** Starts a proxy on loopback. The caller closes it. */
export async function openCuttableProxy(target: string): Promise<CuttableProxy> {
  const { hostname, port } = new URL(target);
  const sockets = new Set<Socket>();
  let isCut = false;
  let losesAnswer = false;

  const track = (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined); // a cut connection ends with an error
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
    for (const socket of sockets) {
      socket.destroy();
    }
  };
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    cut() {
      isCut = true;
      destroyAll();
    },
    restore() {
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
