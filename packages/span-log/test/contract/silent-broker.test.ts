import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { loadConfig } from '@spanhouse/service-runtime';
import { createSilentLogger, timeLimits } from '@spanhouse/service-runtime/testing';
import type { Admin } from 'kafkajs';
import { createKafkaClient } from '../../src/kafka/client/kafka-client.js';
import { kafkaConfigFields } from '../../src/kafka-config.js';

const sockets: Socket[] = [];
let silent: Server;
let admin: Admin;

/** Returns the request's API key, which follows its size field. */
function kindOf(request: Buffer): number {
  return request.readInt16BE(4);
}

afterEach(async () => {
  silent.close();
  for (const socket of sockets.splice(0)) {
    socket.destroy();
  }
  await admin.disconnect();
});

describe('a connection to a broker that does not answer', () => {
  it('is closed, and the request is repeated on another connection', async () => {
    silent = createServer((connection) => {
      sockets.push(connection.on('error', () => undefined));
    });
    await once(silent.listen(0, '127.0.0.1'), 'listening');
    const config = loadConfig(kafkaConfigFields, {
      KAFKA_BROKERS: `127.0.0.1:${(silent.address() as AddressInfo).port}`,
      KAFKA_REQUEST_TIMEOUT_MS: '100',
    });
    admin = createKafkaClient(config, createSilentLogger()).admin();

    const within = { signal: AbortSignal.timeout(timeLimits.effect) };
    const first = once(silent, 'connection', within);
    const connecting = admin.connect().catch(() => undefined);
    const [connection] = (await first) as [Socket];
    const [[request], , [other]] = (await Promise.all([
      once(connection, 'data', within),
      once(connection, 'close', within),
      once(silent, 'connection', within),
    ])) as [[Buffer], unknown, [Socket]];
    const [repeated] = (await once(other, 'data', within)) as [Buffer];

    expect(kindOf(repeated)).toBe(kindOf(request));
    silent.close();
    await connecting;
  });
});
