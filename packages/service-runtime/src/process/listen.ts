import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { AppError } from '../app-error.js';
import type { DisconnectStalled } from './stalled-clients.js';

/**
 * Idle time after which the server closes a connection. It is longer than the idle timeout of common load balancers (60
 * s), so that the load balancer closes first.
 */
const KEEP_ALIVE_TIMEOUT_MS = 65_000;
const HEADERS_TIMEOUT_MS = 20_000;
/** Maximum time until a request is complete. At about 5 Mbit/s, a body of 64 MiB takes this long. */
const REQUEST_TIMEOUT_MS = 120_000;
const IDLE_SWEEP_MS = 50;
/** Maximum size of the headers. A request with 1000 ids in its query string needs 46 kB. */
const MAX_HEADER_BYTES = 64 * 1024;

export interface Listener {
  /** The address `http://host:port` for clients on this machine. */
  readonly address: string;
  readonly port: number;
  /** Stops accepting connections. Resolves when all requests in flight have ended. */
  close(): Promise<void>;
}

/** Options for opening an HTTP port: the address, and the supervision of its connections. */
export interface ListenOptions {
  readonly host: string;
  /** The port; 0 means any free port. */
  readonly port: number;
  /** Disconnects stalled clients. If it is absent, clients are never disconnected for stalling. */
  readonly disconnectStalled?: DisconnectStalled;
}

/** Opens an HTTP port. Rejects with an AppError (PORT_IN_USE, LISTEN_FAILED) if the address is not available. */
export async function listen(
  app: RequestListener,
  { host, port, disconnectStalled }: ListenOptions,
): Promise<Listener> {
  const server = createServer(
    {
      keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS,
      headersTimeout: HEADERS_TIMEOUT_MS,
      requestTimeout: REQUEST_TIMEOUT_MS,
      maxHeaderSize: MAX_HEADER_BYTES,
      noDelay: true,
    },
    app,
  );
  // The function that reads the body sends "100 Continue" itself, so that a refused body is never transferred.
  server.on('checkContinue', app);
  disconnectStalled?.(server);
  const connections = new Set<Socket>();
  server.on('connection', (socket) => {
    connections.add(socket);
    socket.once('close', () => connections.delete(socket));
  });
  await bind(server, host, port);
  const bound = server.address() as AddressInfo;
  return {
    address: `http://${urlHost(host)}:${bound.port}`,
    port: bound.port,
    close: () => closeServer(server, connections),
  };
}

function bind(server: Server, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const code = error.code === 'EADDRINUSE' ? 'PORT_IN_USE' : 'LISTEN_FAILED';
      const reason = error.code === 'EADDRINUSE' ? 'the port is taken' : error.message;
      reject(new AppError(code, `cannot listen on ${host}:${port}: ${reason}`, { cause: error }));
    });
    server.listen(port, host, resolve);
  });
}

function closeServer(server: Server, connections: ReadonlySet<Socket>): Promise<void> {
  return new Promise((resolve) => {
    const sweep = setInterval(() => {
      // A connection becomes idle after its last response is sent, which may happen after close() is called.
      server.closeIdleConnections();
      closeUnused(connections);
    }, IDLE_SWEEP_MS);
    server.close(() => {
      clearInterval(sweep);
      resolve();
    });
  });
}

/**
 * Closes connections on which no request has arrived. Node counts these connections as busy and does not apply a
 * timeout to them while the server closes.
 */
function closeUnused(connections: ReadonlySet<Socket>): void {
  for (const socket of connections) {
    if (socket.bytesRead === 0) {
      socket.destroy();
    }
  }
}

function urlHost(host: string): string {
  if (host === '0.0.0.0') {
    return '127.0.0.1';
  }
  if (host === '::') {
    return '[::1]';
  }
  return host.includes(':') && !host.startsWith('[') ? `[${host}]` : host;
}
