// Jest global set-up of the contract and integration projects: one real ClickHouse and a cluster of two, one real Kafka
// broker and one real PostgreSQL for the whole run, unless CLICKHOUSE_URL (and CLICKHOUSE_CLUSTER_URLS), KAFKA_BROKERS
// or POSTGRES_URL already names one; and a Python with the OpenTelemetry SDK.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { startBroker, whyNoBroker } from '../kafka/broker.mjs';
import { startPostgres, whyNoPostgres } from '../postgres/server.mjs';
import { pythonWithSdk } from './python-sdk.mjs';
import { addCloser } from './stop-backends.mjs';

async function startClickHouse() {
  const flags = ['--conditions=@spanhouse/source', '--import', 'tsx'];
  const script = new URL('./serve-clickhouse.mjs', import.meta.url).pathname;
  const child = spawn(process.execPath, [...flags, script], { stdio: ['pipe', 'pipe', 'inherit'] });
  const exited = new Promise((resolve) => child.once('exit', resolve));
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const { value: url } = await lines.next();
  const { value: clusterUrls } = await lines.next();
  addCloser(() => {
    child.stdin.end();
    return exited;
  });
  return { url, clusterUrls };
}

async function startKafka() {
  const reason = whyNoBroker();
  if (reason !== undefined) {
    console.log(`No Kafka in this run: ${reason}.`);
    return undefined;
  }
  const dir = mkdtempSync(join(tmpdir(), 'spanhouse-test-kafka-'));
  const broker = await startBroker({ dir });
  addCloser(async () => {
    await broker.stop();
    rmSync(dir, { recursive: true, force: true });
  });
  return broker.address;
}

async function startCatalogServer() {
  const reason = whyNoPostgres();
  if (reason !== undefined) {
    console.log(`No PostgreSQL in this run: ${reason}.`);
    return undefined;
  }
  const dir = mkdtempSync(join(tmpdir(), 'spanhouse-test-postgres-'));
  const server = await startPostgres({ dir });
  addCloser(async () => {
    await server.stop();
    rmSync(dir, { recursive: true, force: true });
  });
  return server.url;
}

export default async function startBackends() {
  const [clickhouse, kafka, postgres] = await Promise.all([
    process.env.CLICKHOUSE_URL === undefined ? startClickHouse() : {},
    process.env.KAFKA_BROKERS ?? startKafka(),
    process.env.POSTGRES_URL ?? startCatalogServer(),
  ]);
  setVariable('CLICKHOUSE_URL', clickhouse.url);
  setVariable('CLICKHOUSE_CLUSTER_URLS', clickhouse.clusterUrls);
  setVariable('KAFKA_BROKERS', kafka);
  setVariable('POSTGRES_URL', postgres);
  setVariable('OTEL_PYTHON', process.env.OTEL_PYTHON ?? pythonWithSdk());
}

function setVariable(name, value) {
  if (value !== undefined) process.env[name] = value;
}
