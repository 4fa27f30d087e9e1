import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { loadConfig } from '@spanhouse/service-runtime';
import { createSilentLogger } from '@spanhouse/service-runtime/testing';
import type { Admin } from 'kafkajs';
import { createKafkaClient } from '../../src/kafka/kafka-client.js';
import { kafkaConfigFields } from '../../src/kafka-config.js';

const sockets: Socket[] = [];
let silent: Server;
let admin: Admin;

afterEach(async () => {
  silent.close();
  for (const socket of sockets.splice(0)) {
    socket.destroy();
  }
  await admin.disconnect();
});

describe('a connection to a broker that does not answer', () => {
  it('is closed, and the request is repeated on another one', async () => {
    silent = createServer((connection) => {
      sockets.push(connection.on('error', () => undefined));
    });
    await once(silent.listen(0, '127.0.0.1'), 'listening');
    const config = loadConfig(kafkaConfigFields, {
      KAFKA_BROKERS: `127.0.0.1:${(silent.address() as AddressInfo).port}`,
      KAFKA_REQUEST_TIMEOUT_MS: '100',
    });
    admin = createKafkaClient(config, createSilentLogger()).admin();

    const first = once(silent, 'connection');
    const connecting = admin.connect().catch(() => undefined);
    const [connection]: Socket[] = await first;
    const second = once(silent, 'connection');
    connection?.resume();
    await once(connection as Socket, 'close');
    const [other]: Socket[] = await second;
    const [request]: Buffer[] = await once(other as Socket, 'data');

    expect(request?.length).toBeGreaterThan(0);
    silent.close();
    await connecting;
  });
});
