import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { BrokerConnections } from './broker-connections.js';

/** A broker on loopback, and a connection to it. */
interface Broker {
  readonly address: string;
  readonly server: Server;
  readonly socket: Socket;
  /** Sends a response. Resolves after the client has received the response. */
  answer(): Promise<void>;
}

describe('BrokerConnections', () => {
  const brokers: Broker[] = [];

  async function connectTo(connections: BrokerConnections): Promise<Broker> {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const accepted = once(server, 'connection') as Promise<[Socket]>;
    const socket = connections.open({
      host: '127.0.0.1',
      port,
      ssl: false as never, // the value that kafkajs passes without TLS
      onConnect: () => undefined,
    });
    socket.on('error', () => undefined);
    const [remote] = await accepted;
    remote.on('error', () => undefined);
    const broker = {
      address: `127.0.0.1:${port}`,
      server,
      socket,
      answer: async () => {
        const arrived = once(socket, 'data');
        remote.write('x');
        await arrived;
      },
    };
    brokers.push(broker);
    return broker;
  }

  afterEach(() => {
    for (const { server, socket } of brokers.splice(0)) {
      socket.destroy();
      server.close();
    }
  });

  it('breaks the connection to a broker that does not answer, and connections that were silent for the same time', async () => {
    const connections = new BrokerConnections();
    const late = await connectTo(connections);
    const silent = await connectTo(connections);
    const heard = await connectTo(connections);
    const sentAt = performance.now();
    await heard.answer();
    const opened = await connectTo(connections);

    connections.breakSilent({ broker: late.address, sentAt });

    const broken = [late, silent, heard, opened].map(({ socket }) => socket.destroyed);
    expect(broken).toEqual([true, true, false, false]);
  });

  it('breaks every connection to that broker, even one that has received data', async () => {
    const connections = new BrokerConnections();
    const late = await connectTo(connections);
    const sentAt = performance.now();
    await late.answer();

    connections.breakSilent({ broker: late.address, sentAt });

    expect(late.socket.destroyed).toBe(true);
  });
});
