// The services as separate processes on loopback: a Kafka broker, a ClickHouse, the migrator, two gateways,
// two consumers and a query service. Prints their addresses; Ctrl-C stops them all. Needs Java 17 and a build.
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { createWriteStream, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { startEmbeddedClickHouse } from '../packages/embedded-clickhouse/dist/index.js';
import { createLogger } from '../packages/service-runtime/dist/index.js';
import { freePort, startBroker, whyNoBroker } from './kafka/broker.mjs';

const READY_TIMEOUT_MS = 60_000;
const STOP_TIMEOUT_MS = 30_000;
const dir = resolve(process.env.CLUSTER_DIR ?? '.spanhouse/cluster');
const basePort = Number(process.env.CLUSTER_BASE_PORT ?? 8081); // 0: any free ports

const SERVICES = [
  { name: 'ingest-gateway-1', service: 'ingest-gateway' },
  { name: 'ingest-gateway-2', service: 'ingest-gateway' },
  { name: 'trace-query', service: 'trace-query' },
  { name: 'span-consumer-1', service: 'span-consumer' },
  { name: 'span-consumer-2', service: 'span-consumer' },
];

/** What is running, newest last: stopped in reverse. */
const running = [];

function tokenSecret() {
  const file = join(dir, 'token-secret');
  if (!existsSync(file)) writeFileSync(file, randomBytes(32).toString('hex'), { mode: 0o600 });
  return readFileSync(file, 'utf8');
}

function startService({ name, service }, env) {
  const logFile = join(dir, `${name}.log`);
  const child = spawn(process.execPath, [`services/${service}/dist/main.js`], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true, // Ctrl-C reaches this script only, which stops them in order
  });
  const log = createWriteStream(logFile);
  child.stdout.pipe(log);
  child.stderr.pipe(log);
  const exited = new Promise((done) => child.once('exit', (code) => done(code)));
  return { name, child, exited, logFile };
}

async function runMigrator(env) {
  const migrator = startService({ name: 'schema-migrator', service: 'schema-migrator' }, env);
  const code = await migrator.exited;
  if (code !== 0) throw new Error(`schema-migrator ended with ${code}, see ${migrator.logFile}`);
}

async function untilReady({ name, port, started }) {
  const deadline = Date.now() + READY_TIMEOUT_MS;
  while (!(await isReady(port))) {
    if (started.child.exitCode !== null) throw new Error(`${name} ended, see ${started.logFile}`);
    if (Date.now() > deadline) throw new Error(`${name} is not ready, see ${started.logFile}`);
    await delay(100);
  }
}

async function isReady(port) {
  try {
    return (await fetch(`http://127.0.0.1:${port}/readyz`)).ok;
  } catch {
    return false;
  }
}

async function reportEnd(name, { exited, logFile }) {
  console.log(`${name} ended with ${await exited}, see ${logFile}`);
}

async function stopService({ name, child, exited }) {
  child.kill('SIGTERM');
  const bound = setTimeout(() => child.kill('SIGKILL'), STOP_TIMEOUT_MS);
  await exited;
  clearTimeout(bound);
  console.log(`stopped ${name}`);
}

async function stopAll() {
  for (const stop of running.splice(0).reverse()) await stop();
}

async function startBackends() {
  console.log('Starting a Kafka broker …');
  const broker = await startBroker({ dir: join(dir, 'kafka') });
  running.push(() => broker.stop());
  console.log('Starting ClickHouse …');
  const logger = createLogger({ level: 'warn', service: 'cluster-local' });
  const clickhouse = await startEmbeddedClickHouse({ dataDir: join(dir, 'clickhouse'), logger });
  running.push(() => clickhouse.close());
  return {
    KAFKA_BROKERS: broker.address,
    CLICKHOUSE_URL: clickhouse.url,
    CATALOG_URL: `sqlite:${join(dir, 'catalog.sqlite')}`,
    TOKEN_SECRET: tokenSecret(),
  };
}

function printAddresses(env) {
  const gateway = `http://127.0.0.1:${SERVICES[0].port}`;
  const query = `http://127.0.0.1:${SERVICES[2].port}`;
  const traceId = randomBytes(16).toString('hex');
  const now = new Date().toISOString();
  const span = { trace_id: traceId, span_id: randomBytes(8).toString('hex'), span_name: 'hello' };
  const body = JSON.stringify({ spans: [{ ...span, start_time: now, end_time: now }] });
  console.log(`\nKafka            ${env.KAFKA_BROKERS}\nClickHouse       ${env.CLICKHOUSE_URL}`);
  for (const { name, port } of SERVICES) console.log(`${name.padEnd(16)} http://127.0.0.1:${port}`);
  console.log(`logs and data    ${dir}\n\nSend a span and read it back:\n`);
  console.log(
    `curl -sS ${gateway}/tracing/spans/ingest -H 'content-type: application/json' -d '${body}'`,
  );
  console.log(`curl -sS ${query}/traces/${traceId}\n\nCtrl-C stops everything.`);
}

async function main() {
  const reason = whyNoBroker();
  if (reason !== undefined) throw new Error(reason);
  mkdirSync(dir, { recursive: true });
  const env = await startBackends();
  console.log('Migrating …');
  await runMigrator(env);
  for (const [index, entry] of SERVICES.entries()) {
    entry.port = basePort === 0 ? await freePort() : basePort + index;
    const started = startService(entry, { ...env, HTTP_PORT: String(entry.port) });
    running.push(() => stopService(started));
    void reportEnd(entry.name, started);
    entry.started = started;
  }
  await Promise.all(SERVICES.map(untilReady));
  printAddresses(env);
}

let isStopping = false;
for (const signal of ['SIGINT', 'SIGTERM']) {
  process.on(signal, async () => {
    if (isStopping) process.exit(1);
    isStopping = true;
    await stopAll();
    process.exit(0);
  });
}

try {
  await main();
} catch (error) {
  console.error(error.message);
  await stopAll();
  process.exit(1);
}
