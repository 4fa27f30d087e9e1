import { connect, isIP, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import type { ISocketFactory } from 'kafkajs';

const KEEP_ALIVE_MS = 60_000;

/**
 * The connections of a client, by the address of the broker.
 *
 * kafkajs repeats a request that was not answered in time on the same connection. If the other side
 * disappears without closing the connection, no request is ever answered there, and the kernel gives the connection up
 * only after many minutes.
 */
export class BrokerConnections {
  readonly #sockets = new Map<string, Set<Socket>>();

  /** Opens a socket as kafkajs does by default. */
  readonly open: ISocketFactory = ({ host, port, ssl, onConnect }) => {
    const named = isIP(host) === 0 ? { servername: host } : {};
    // Without TLS, kafkajs passes `false`.
    const socket = ssl
      ? connectTls({ host, port, ...named, ...ssl }, onConnect)
      : connect({ host, port }, onConnect);
    socket.setKeepAlive(true, KEEP_ALIVE_MS);
    this.#add(`${host}:${port}`, socket);
    return socket;
  };

  /** Breaks the connections to a broker, so that the next request opens another one. */
  breakTo(broker: string): void {
    for (const socket of this.#sockets.get(broker) ?? []) {
      socket.destroy(new Error('a request was not answered in time'));
    }
  }

  #add(broker: string, socket: Socket): void {
    const sockets = this.#sockets.get(broker) ?? new Set();
    this.#sockets.set(broker, sockets.add(socket));
    socket.once('close', () => sockets.delete(socket));
  }
}
