import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrateCatalog } from '@spanhouse/catalog';
import { systemClock as clock, loadConfig } from '@spanhouse/service-runtime';
import {
  createSilentLogger,
  describeWithBackend,
  waitUntil,
} from '@spanhouse/service-runtime/testing';
import { kafkaConfigFields } from '@spanhouse/span-log/kafka-config';
import { createKafkaSpanSubscription } from '@spanhouse/span-log/kafka-subscription';
import { ensureTopics } from '@spanhouse/span-log/kafka-topics';
import { aSentSpan, traceId } from '../../src/testing/sent-spans.js';
import { CollectingListener } from '../collecting-listener.js';
import { type GatewayProcess, startGateway } from '../gateway-process.js';

const logger = createSilentLogger();
const tokenSecret = 'a secret for tests only; long enough';
const nobodyListens = '127.0.0.1:1';

async function post(address: string, spans: readonly object[]) {
  const response = await fetch(`${address}/tracing/spans/ingest`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ spans }),
  });
  return { status: response.status, receipt: response.headers.get('x-ingest-receipt') };
}

async function untilReady(address: string): Promise<void> {
  await waitUntil('/readyz answers 200', async () => (await fetch(`${address}/readyz`)).ok);
}

describe('the ingest-gateway process', () => {
  let directory: string;
  let CATALOG_URL: string;
  const running: GatewayProcess[] = [];

  const start = (env: Readonly<Record<string, string>>): GatewayProcess => {
    const gateway = startGateway({ CATALOG_URL, TOKEN_SECRET: tokenSecret, ...env });
    running.push(gateway);
    return gateway;
  };

  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'spanhouse-gateway-'));
    const path = join(directory, 'catalog.sqlite');
    await migrateCatalog({ dialect: 'sqlite', path }, { logger });
    CATALOG_URL = `sqlite:${path}`;
  });

  afterEach(() => Promise.all(running.splice(0).map((gateway) => gateway.stop())));

  afterAll(() => rm(directory, { recursive: true }));

  it('exits 78 and names HTTP_HOST if other machines can reach the address', async () => {
    const { ended } = start({ HTTP_HOST: '0.0.0.0', KAFKA_BROKERS: nobodyListens });

    const { code, errors } = await ended;

    expect(code).toBe(78);
    expect(errors).toContain('HTTP_HOST: 0.0.0.0 is not a loopback address');
  });

  it('exits 78 with every problem of the configuration', async () => {
    const { ended } = startGateway({ AUTH_MODE: 'none', CATALOG_URL: 'mysql://db' });

    const { code, errors } = await ended;

    expect(code).toBe(78);
    for (const name of ['AUTH_MODE', 'CATALOG_URL', 'TOKEN_SECRET', 'KAFKA_BROKERS']) {
      expect(errors).toContain(`${name}: `);
    }
  });

  it('is alive but not ready, and answers 503 until the log is reached', async () => {
    const gateway = start({ KAFKA_BROKERS: nobodyListens, KAFKA_CONNECTION_TIMEOUT_MS: '100' });
    const address = await gateway.address;

    const statusOf = async (path: string) => (await fetch(`${address}${path}`)).status;

    expect([await statusOf('/livez'), await statusOf('/readyz')]).toEqual([200, 503]);
    expect(await post(address, [aSentSpan()])).toEqual({ status: 503, receipt: null });
    expect(await gateway.stop()).toBe(0);
  });

  describeWithBackend('on Kafka', 'KAFKA_BROKERS', (KAFKA_BROKERS) => {
    it('keeps every accepted span when two processes share a topic', async () => {
      const name = `gateway-test.${randomBytes(6).toString('hex')}`;
      const env = { KAFKA_BROKERS, KAFKA_TOPIC: name, KAFKA_GROUP_ID: name, KAFKA_PARTITIONS: '3' };
      const config = loadConfig(kafkaConfigFields, { ...env, KAFKA_FETCH_MAX_WAIT_MS: '50' });
      const storedPositions = () => Promise.resolve(new Map());
      const report = { offsetsExpired: () => undefined };
      const parts = { config, clock, logger, storedPositions, report };
      await ensureTopics({ ...parts, generationForNewLog: () => Promise.resolve(1) });
      const gateways = [start(env), start(env)];
      const addresses = await Promise.all(gateways.map((gateway) => gateway.address));
      await Promise.all(addresses.map(untilReady));

      const sent = Array.from({ length: 40 }, (_, n) => traceId(n + 1));
      const answers = await Promise.all(
        sent.map((id, n) => post(addresses[n % 2] ?? '', [aSentSpan({ trace_id: id })])),
      );
      const codes = await Promise.all(gateways.map((gateway) => gateway.stop()));
      const subscription = await createKafkaSpanSubscription(parts);
      const listener = new CollectingListener();
      await subscription.start(listener);
      await listener.until(sent.length);
      await subscription.close();

      expect(answers.map(({ status }) => status)).toEqual(sent.map(() => 202));
      expect(listener.spans.map((span) => span.trace_id).sort()).toEqual(sent.toSorted());
      expect(codes).toEqual([0, 0]);
    });
  });
});
