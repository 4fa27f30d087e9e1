import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

/** A local port that forwards connections to another port until a test shuts or silences it. */
export interface TcpGate {
  readonly port: number;
  /** Breaks every connection and refuses new ones. */
  shut(): Promise<void>;
  reopen(): Promise<void>;
  /** Keeps connections open and accepts new ones, but forwards no data. */
  silence(): void;
  unsilence(): void;
}

export async function openTcpGate(host: string, targetPort: number): Promise<TcpGate> {
  const sockets = new Set<Socket>();
  let isSilent = false;
  const keep = (socket: Socket): Socket => {
    sockets.add(socket);
    return socket.once('close', () => sockets.delete(socket)).on('error', () => socket.destroy());
  };
  const server = createServer((client) => {
    const target = keep(connect(targetPort, host));
    carry(keep(client), target);
    carry(target, client);
  });
  const carry = (from: Socket, to: Socket): void => {
    from.on('data', (bytes) => {
      if (!isSilent) {
        to.write(bytes);
      }
    });
    from.on('close', () => to.destroy());
  };
  const port = await listen(server, 0);
  return {
    port,
    shut: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) {
          socket.destroy();
        }
      }),
    reopen: async () => void (await listen(server, port)),
    silence() {
      isSilent = true;
    },
    unsilence() {
      isSilent = false;
    },
  };
}

async function listen(server: Server, port: number): Promise<number> {
  await once(server.listen(port, '127.0.0.1'), 'listening');
  return (server.address() as AddressInfo).port;
}
