// `npm run cluster:local`: runs the services as separate processes on loopback, with a Kafka broker and a ClickHouse
// server. Prints their addresses; Ctrl-C stops all of them. With --backends, it starts and migrates only the backends,
// and writes their addresses to backends.env, which `npm run dev:gateway`, `dev:consumer` and `dev:query` read.
import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { LocalCluster } from './cluster/local-cluster.mjs';

const dir = resolve(process.env.CLUSTER_DIR ?? '.spanhouse/cluster');
const basePort = Number(process.env.CLUSTER_BASE_PORT ?? 8081); // 0 means any free ports

const processes = [
  { name: 'ingest-gateway-1', service: 'ingest-gateway' },
  { name: 'ingest-gateway-2', service: 'ingest-gateway' },
  { name: 'trace-query', service: 'trace-query' },
  { name: 'span-consumer-1', service: 'span-consumer' },
  { name: 'span-consumer-2', service: 'span-consumer' },
];

function writeBackends(env) {
  const file = join(dir, 'backends.env');
  const lines = Object.entries(env).map(([name, value]) => `${name}=${value}\n`);
  writeFileSync(file, lines.join(''), { mode: 0o600 });
  return file;
}

function printAddresses({ KAFKA_BROKERS, CLICKHOUSE_URL }, urls) {
  const [gateway, , query] = urls;
  const traceId = randomBytes(16).toString('hex');
  const now = new Date().toISOString();
  const span = { trace_id: traceId, span_id: randomBytes(8).toString('hex'), span_name: 'hello' };
  const body = JSON.stringify({ spans: [{ ...span, start_time: now, end_time: now }] });
  console.log(`\nKafka            ${KAFKA_BROKERS}\nClickHouse       ${CLICKHOUSE_URL}`);
  for (const [index, { name }] of processes.entries()) {
    console.log(`${name.padEnd(16)} ${urls[index]}`);
  }
  console.log(`logs and data    ${dir}\n\nSend a span and read it back:\n`);
  console.log(
    `curl -sS ${gateway}/tracing/spans/ingest -H 'content-type: application/json' -d '${body}'`,
  );
  console.log(`sleep 2; curl -sS ${query}/traces/${traceId}\n\nPress Ctrl-C to stop everything.`);
}

const cluster = new LocalCluster({ dir, say: console.log });

let isStopping = false;
for (const signal of ['SIGINT', 'SIGTERM']) {
  process.on(signal, async () => {
    if (isStopping) {
      process.exit(1);
    }
    isStopping = true;
    await cluster.stop();
    process.exit(0);
  });
}

try {
  await cluster.startBackends();
  const file = writeBackends(cluster.env);
  if (process.argv.includes('--backends')) {
    console.log(`The backends run; their addresses are in ${file}. Press Ctrl-C to stop them.`);
  } else {
    await startServices();
  }
} catch (error) {
  console.error(error.message);
  await cluster.stop();
  process.exit(1);
}

async function startServices() {
  const urls = await Promise.all(
    processes.map(({ name, service }, index) =>
      cluster.startService({ name, service, port: basePort === 0 ? 0 : basePort + index }),
    ),
  );
  printAddresses(cluster.env, urls);
}
