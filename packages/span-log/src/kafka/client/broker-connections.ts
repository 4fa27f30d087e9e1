import { connect, isIP, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import type { ISocketFactory } from 'kafkajs';

const KEEP_ALIVE_MS = 60_000;

/** A request that received no response in time. */
export interface UnansweredRequest {
  /** Address of the broker, as `host:port`. */
  readonly broker: string;
  /** Time at which the request was sent, by `performance.now()`. */
  readonly sentAt: number;
}

interface Connection {
  readonly broker: string;
  /**
   * Time at which data was last received, by `performance.now()`; the time of the connection if nothing was received.
   */
  heardAt: number;
}

/**
 * All broker connections of a client.
 * After a timeout, kafkajs sends the request again on the same connection. If the other side has disappeared without
 * closing the connection, no such request is ever answered, and the kernel closes the connection only after many
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
   * Closes the connections to the broker. Also closes the connections to other brokers that have received nothing since
   * the request was sent: they may be dead too, and each would cost another request timeout.
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
