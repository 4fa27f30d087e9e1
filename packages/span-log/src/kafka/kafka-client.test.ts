import { once } from 'node:events';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { loadConfig } from '@spanhouse/service-runtime';
import { createSilentLogger } from '@spanhouse/service-runtime/testing';
import { kafkaConfigFields } from '../kafka-config.js';
import { createKafkaClient } from './kafka-client.js';

let silent: Server;

afterEach(() => silent.close());

describe('createKafkaClient', () => {
  it('repeats a request that was not answered in time on another connection', async () => {
    let connections = 0;
    const repeated = Promise.withResolvers<void>();
    silent = createServer((connection) => {
      connection.on('error', () => undefined);
      connections += 1;
      if (connections === 2) {
        repeated.resolve();
      }
    }).listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const config = loadConfig(kafkaConfigFields, {
      KAFKA_BROKERS: `127.0.0.1:${(silent.address() as AddressInfo).port}`,
      KAFKA_REQUEST_TIMEOUT_MS: '100',
    });
    const admin = createKafkaClient(config, createSilentLogger()).admin();

    const connecting = admin.connect().catch(() => undefined);
    await repeated.promise;

    expect(connections).toBe(2);
    silent.close();
    await admin.disconnect();
    await connecting;
  });
});
