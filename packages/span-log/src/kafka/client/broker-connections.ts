import { connect, isIP, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import type { ISocketFactory } from 'kafkajs';

const KEEP_ALIVE_MS = 60_000;

/** A request that was not answered in time. */
export interface UnansweredRequest {
  /** Address of the broker, as `host:port`. */
  readonly broker: string;
  /** Time at which the request was sent, by `performance.now()`. */
  readonly sentAt: number;
}

interface Connection {
  readonly broker: string;
  /** Time of the last received data, or of the connection if nothing was received, by `performance.now()`. */
  heardAt: number;
}

/**
 * The connections of a client to all brokers.
 *
 * kafkajs repeats a request that was not answered in time on the same connection. If the other side disappears without
 * closing the connection, no request on it is ever answered, and the kernel closes the connection only after many
 * minutes.
 */
export class BrokerConnections {
  readonly #open = new Map<Socket, Connection>();

  /** Opens a socket as kafkajs does by default. */
  readonly open: ISocketFactory = ({ host, port, ssl, onConnect }) => {
    const named = isIP(host) === 0 ? { servername: host } : {};
    // Without TLS, kafkajs passes `false`.
    const socket = ssl
      ? connectTls({ host, port, ...named, ...ssl }, onConnect)
      : connect({ host, port }, onConnect);
    socket.setKeepAlive(true, KEEP_ALIVE_MS);
    this.#watch(socket, { broker: `${host}:${port}`, heardAt: performance.now() });
    return socket;
  };

  /**
   * Breaks the connections to the broker. Also breaks connections to other brokers that have received nothing since the
   * request was sent, because they may be dead too, and each of them would cost the request's time limit again.
   */
  breakSilent({ broker, sentAt }: UnansweredRequest): void {
    for (const [socket, connection] of this.#open) {
      if (connection.broker === broker || connection.heardAt < sentAt) {
        socket.destroy(new Error('a request was not answered in time'));
      }
    }
  }

  #watch(socket: Socket, connection: Connection): void {
    this.#open.set(socket, connection);
    socket.on('data', () => {
      connection.heardAt = performance.now();
    });
    socket.once('close', () => this.#open.delete(socket));
  }
}
