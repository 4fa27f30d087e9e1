import { connect, isIP, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import type { ISocketFactory } from 'kafkajs';

const KEEP_ALIVE_MS = 60_000;

/** A request that received no response in time. */
export interface UnansweredRequest {
  /** Address of the broker, as `host:port`. */
  readonly broker: string;
  /** Value of `performance.now()` when the request was sent. */
  readonly sentAt: number;
}

interface Connection {
  readonly broker: string;
  /** Value of `performance.now()` when data was last received; until then, its value when the connection was opened. */
  heardAt: number;
}

/**
 * All broker connections of a client. Silent connections have to be closed here, because kafkajs sends a request again
 * on the same connection after a timeout. If the other side has disappeared without closing the connection, the request
 * never receives a response, and the kernel closes the connection only after many minutes.
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
   * Closes the connections to the broker. Also closes every connection to another broker on which no data has arrived
   * since the request was sent: it may be dead too, and each dead connection would cost another request timeout.
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
