import { readFileSync } from 'node:fs';
import { createServer as createTcpServer, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer, TLSSocket } from 'node:tls';

const certificates = `${__dirname}/fixtures/private-ca`;
const identity = {
  key: readFileSync(`${certificates}/server.key`),
  cert: readFileSync(`${certificates}/server.crt`),
};

/** The certificate of the authority that signed the stand-ins' certificates. */
export const authority = `${certificates}/authority.crt`;

/** A TLS server that accepts connections like a backend. It disconnects after the first bytes from the client. */
export interface TlsStandIn {
  readonly port: number;
  /** Resolves with the client's first action: it sent data over TLS, or it refused the certificate. */
  readonly outcome: Promise<'spoken to' | 'refused'>;
  close(): void;
}

/**
 * Starts a stand-in. With `asksFirst`, the stand-in first accepts the unencrypted request for TLS that PostgreSQL
 * clients send.
 */
export async function startTlsStandIn({ asksFirst = false } = {}): Promise<TlsStandIn> {
  let settle: (outcome: 'spoken to' | 'refused') => void = () => undefined;
  const outcome = new Promise<'spoken to' | 'refused'>((resolve) => {
    settle = resolve;
  });
  const welcome = (socket: Socket) => {
    socket.on('error', () => undefined);
    socket.once('close', () => settle('refused'));
    socket.once('data', () => {
      settle('spoken to');
      socket.destroy();
    });
  };
  const server = asksFirst
    ? createTcpServer((socket) => answerAndUpgrade(socket, welcome))
    : createTlsServer(identity, welcome).on('tlsClientError', () => settle('refused'));
  const port = await listen(server);
  return { port, outcome, close: () => void server.close() };
}

function answerAndUpgrade(socket: Socket, welcome: (socket: Socket) => void): void {
  socket.on('error', () => undefined);
  socket.once('data', () => {
    socket.write('S');
    welcome(new TLSSocket(socket, { isServer: true, ...identity }));
  });
}

function listen(server: Server): Promise<number> {
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      resolve(typeof address === 'object' && address !== null ? address.port : 0);
    });
  });
}
