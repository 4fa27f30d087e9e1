// Measures how fast spans become visible through Kafka, and the resources that each process uses: a broker with 12
// partitions, a gateway, a consumer, ClickHouse and a query service on one machine. Needs Java 17.
//   npm run bench:kafka -- --spans 200000 [--partitions 4] [--rate 500]
import { readFileSync } from 'node:fs';
import { performance } from 'node:perf_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { LocalCluster } from '../scripts/cluster/local-cluster.mjs';
import { cpuSeconds } from './cpu-seconds.mjs';
import { createStatements } from './query/clickhouse.mjs';
import { closeReads, untilVisible } from './read-traces.mjs';
import { runGenerator } from './run-generator.mjs';
import { newDataDirectory } from './sections.mjs';

const WARM_UP_SPANS = 20_000;
/** Time to wait for the merges that a load causes. */
const SETTLE_MS = 5000;

const { values } = parseArgs({
  options: {
    spans: { type: 'string', default: '200000' },
    partitions: { type: 'string', default: '12' },
    rate: { type: 'string', default: '0' },
  },
});
const spans = Number(values.spans);
const dir = newDataDirectory('kafka');

/** Returns the names of the started processes, keyed by process id. */
function startedProcesses() {
  const pids = readFileSync(`/proc/${process.pid}/task/${process.pid}/children`, 'utf8').split(' ');
  return new Map(
    pids.filter(Boolean).map((pid) => {
      const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8');
      const service = /services\/([a-z-]+)\//.exec(command)?.[1];
      return [pid, service ?? (command.includes('kafka') ? 'kafka' : 'clickhouse')];
    }),
  );
}

function cpuByProcess(processes) {
  return new Map([...processes].map(([pid, name]) => [name, cpuSeconds(pid)]));
}

async function run() {
  const consumer = await start('span-consumer');
  const gateway = await start('ingest-gateway');
  const query = await start('trace-query');
  const processes = startedProcesses();
  await untilVisible(query, (await runGenerator(gateway, WARM_UP_SPANS)).last_trace_ids);
  await delay(SETTLE_MS);
  const before = await countersOf(consumer);
  const cpuBefore = cpuByProcess(processes);
  const startedAt = performance.now();
  const sent = await runGenerator(gateway, spans, values.rate);
  await untilVisible(query, sent.last_trace_ids);
  const seconds = (performance.now() - startedAt) / 1000;
  await delay(SETTLE_MS);
  const cpu = [...cpuByProcess(processes)].map(([name, used]) => [
    name,
    per100k(used - cpuBefore.get(name)),
  ]);
  const after = await countersOf(consumer);
  const store = createStatements({ ...cluster.env, CLICKHOUSE_DATABASE: 'spanhouse' });
  const [stored] = await store.rows(
    'SELECT toUInt32(uniqExact(trace_id, span_id)) AS spans FROM spans',
  );
  return {
    spans,
    accepted_spans_per_second: sent.accepted_spans_per_second,
    visible_spans_per_second: Math.round(spans / seconds),
    spans_of_a_block: Math.round(spans / (after.blocks - before.blocks)),
    spans_of_an_insert: Math.round(spans / (after.inserts - before.inserts)),
    seconds_to_visible: Number(
      ((after.age - before.age) / (after.blocks - before.blocks)).toFixed(3),
    ),
    cpu_seconds_per_100k: Object.fromEntries(cpu),
    cpu_seconds_per_100k_in_all: round(cpu.reduce((sum, [, used]) => sum + used, 0)),
    is_stored_once: stored.spans === spans + WARM_UP_SPANS,
  };
}

async function countersOf(consumer) {
  const lines = (await (await fetch(`${consumer}/metrics`)).text()).split('\n');
  const value = (name) => Number(lines.find((line) => line.startsWith(`${name} `))?.split(' ')[1]);
  return {
    blocks: value('spanhouse_consumer_block_spans_count'),
    inserts: value('spanhouse_consumer_insert_spans_count'),
    age: value('spanhouse_consumer_time_to_visible_seconds_sum'),
  };
}

function per100k(seconds) {
  return round((seconds * 1e5) / spans);
}

function round(seconds) {
  return Number(seconds.toFixed(2));
}

function start(service) {
  return cluster.startService({ name: service, service });
}

const cluster = new LocalCluster({
  dir,
  say: (line) => console.error(line),
  env: { KAFKA_PARTITIONS: values.partitions, OTLP_GRPC_PORT: '0' },
});
try {
  await cluster.startBackends();
  console.log(JSON.stringify(await run(), null, 2));
} finally {
  closeReads();
  await cluster.stop();
}
