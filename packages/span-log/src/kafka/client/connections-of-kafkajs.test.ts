import { EventEmitter } from 'node:events';
import { createRequire } from 'node:module';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { createLogger } from '@spanhouse/service-runtime';

const require = createRequire(import.meta.url);
const Connection = require('kafkajs/src/network/connection');

const SIZE_BYTES = 4;

/** Builds a response without fields. */
function responseOf(correlationId: number): Buffer {
  const response = Buffer.alloc(2 * SIZE_BYTES);
  response.writeInt32BE(SIZE_BYTES);
  response.writeInt32BE(correlationId, SIZE_BYTES);
  return response;
}

/** Starts a server on loopback. The n-th function handles the n-th socket. */
async function serve(...turns: readonly ((socket: Socket) => void)[]) {
  const waiting = [...turns];
  const server = createServer((socket) => waiting.shift()?.(socket));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { port, close: () => server.close() };
}

interface SocketOptions {
  readonly onConnect: () => void;
}

function connectionOver(socketFactory: (options: SocketOptions) => unknown) {
  const silent = createLogger({ level: 'silent', service: 'test' });
  const logger = {
    ...silent,
    namespace: () => ({ debug: () => undefined, error: () => undefined }),
  };
  const connection = new Connection({
    host: '127.0.0.1',
    port: 9092,
    logger,
    clientId: 'test',
    requestTimeout: 5000,
    connectionTimeout: 5000,
    socketFactory,
  });
  const answered = Promise.withResolvers<number>();
  connection.requestQueue.fulfillRequest = ({ correlationId }: { correlationId: number }) =>
    answered.resolve(correlationId);
  return { connection, answered: answered.promise };
}

describe('a connection of kafkajs with our patch', () => {
  const closing: (() => unknown)[] = [];

  afterEach(async () => {
    await Promise.all(closing.splice(0).map((close) => close()));
  });

  it('reads the responses of its next socket although the last socket ended in the middle of a response', async () => {
    const server = await serve(
      (socket) => socket.end(responseOf(1).subarray(0, SIZE_BYTES + 1)),
      (socket) => socket.write(responseOf(2)),
    );
    const { connection, answered } = connectionOver(({ onConnect }) =>
      connect({ host: '127.0.0.1', port: server.port }, onConnect),
    );
    closing.push(server.close, () => connection.disconnect());
    await connection.connect();
    await new Promise<void>((resolve) => connection.socket.once('close', resolve));

    await connection.connect();

    expect(await answered).toBe(2);
  });

  it('ignores data that an earlier socket receives after a reconnection', async () => {
    const sockets: EventEmitter[] = [];
    const { connection, answered } = connectionOver(({ onConnect }) => {
      const socket = Object.assign(new EventEmitter(), { end() {}, unref() {} });
      sockets.push(socket);
      setImmediate(onConnect);
      return socket;
    });
    closing.push(() => connection.disconnect());
    await connection.connect();
    await connection.disconnect();
    await connection.connect();

    sockets[0]?.emit('data', responseOf(1).subarray(0, SIZE_BYTES + 1));
    sockets[1]?.emit('data', responseOf(2));

    expect(await answered).toBe(2);
  });
});
