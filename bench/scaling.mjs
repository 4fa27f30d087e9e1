// Measures how two gateways and two consumers share the work, and what a third consumer costs that joins under load.
// All are processes on one machine, on a Kafka with 12 partitions. Needs Java 17.
//   npm run bench:scaling -- --rate 1000 --seconds 20 (seconds for each measurement)
import { mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import {
  systemClock as clock,
  createLogger,
  loadConfig,
} from '../packages/service-runtime/dist/index.js';
import { createKafkaCommittedOffsets } from '../packages/span-log/dist/kafka/kafka-committed-offsets.js';
import { kafkaConfigFields } from '../packages/span-log/dist/kafka-config.js';
import { LocalCluster } from '../scripts/cluster/local-cluster.mjs';
import { createStatements } from './query/clickhouse.mjs';
import { CommitWatch } from './scaling/commit-watch.mjs';
import { readMetrics } from './scaling/service-metrics.mjs';
import { startLoad } from './scaling/start-load.mjs';

const PARTITIONS = 12;
const EVEN_WITHIN = 0.2;
const MOST_STALL_SECONDS = 10;
const SPANS_PER_TRACE = 10;
const WARM_UP_MS = 5000;
const POLL_MS = 250;
const SHARED_TIMEOUT_MS = 60_000;
const STORED_TIMEOUT_MS = 120_000;

const { values } = parseArgs({
  options: {
    rate: { type: 'string', default: '1000' },
    seconds: { type: 'string', default: '20' },
    keep: { type: 'string' },
  },
});
const rate = Number(values.rate);
const seconds = Number(values.seconds);
const dir = values.keep ?? mkdtempSync(join(tmpdir(), 'spanhouse-scaling-'));

async function until(holds, { timeoutMs, what }) {
  const deadline = performance.now() + timeoutMs;
  while (!(await holds())) {
    if (performance.now() > deadline) {
      throw new Error(`timed out after ${timeoutMs} ms: ${what}`);
    }
    await delay(POLL_MS);
  }
}

function readAll(urls) {
  return Promise.all(urls.map(readMetrics));
}

async function countsOf(urls, name) {
  return (await readAll(urls)).map((metrics) => metrics.sum(name));
}

function writtenBy(urls) {
  return countsOf(urls, 'spanhouse_consumer_spans_written_total');
}

async function partitionsOf(urls) {
  const owned = (metrics) => metrics.partitionsOf('spanhouse_consumer_lag_records').sort(byNumber);
  return (await readAll(urls)).map(owned);
}

function byNumber(left, right) {
  return left - right;
}

/** Whether every partition has one owner, and the numbers of partitions of two owners differ by at most one. */
async function isShared(urls) {
  const owned = await partitionsOf(urls);
  const counts = owned.map((partitions) => partitions.length);
  return (
    new Set(owned.flat()).size === PARTITIONS &&
    owned.flat().length === PARTITIONS &&
    Math.max(...counts) - Math.min(...counts) <= 1
  );
}

function untilShared(urls) {
  return until(() => isShared(urls), {
    timeoutMs: SHARED_TIMEOUT_MS,
    what: `${PARTITIONS} partitions are shared evenly by ${urls.length} consumers`,
  });
}

/** Returns each count as a share of their sum. `worst` is the largest relative deviation from an even share. */
function sharesOf(counts) {
  const sum = counts.reduce((total, count) => total + count, 0);
  const even = sum / counts.length;
  const worst = Math.max(...counts.map((count) => Math.abs(count - even) / even));
  return {
    shares: counts.map((count) => Number((count / sum).toFixed(3))),
    worst: Number(worst.toFixed(3)),
  };
}

/** Measures how many spans each consumer stores from now on. */
async function measureShares(urls) {
  const before = await writtenBy(urls);
  const from = performance.now();
  await delay(seconds * 1000);
  const after = await writtenBy(urls);
  const to = performance.now();
  const owned = await partitionsOf(urls);
  return {
    seconds: Number(((to - from) / 1000).toFixed(1)),
    partitions: owned.map(String),
    ...sharesOf(after.map((count, index) => count - before[index])),
    longest_pauses: watch.longestPauses({ from, to }),
  };
}

async function joinUnderLoad(consumers) {
  const from = performance.now();
  const third = await cluster.startService({ name: 'span-consumer-3', service: 'span-consumer' });
  consumers.push(third);
  await untilShared(consumers);
  const sharedAt = performance.now();
  await delay(WARM_UP_MS);
  const [discarded, replays] = await Promise.all(
    ['spans_discarded_total', 'replays_total'].map((name) =>
      countsOf(consumers, `spanhouse_consumer_${name}`),
    ),
  );
  return {
    seconds_until_shared: Number(((sharedAt - from) / 1000).toFixed(1)),
    spans_discarded: discarded,
    blocks_replayed: replays,
    longest_pauses: watch.longestPauses({ from, to: performance.now() }),
  };
}

async function storedOnce({ accepted }, consumers) {
  const store = createStatements({ ...cluster.env, CLICKHOUSE_DATABASE: 'spanhouse' });
  const lag = () => countsOf(consumers, 'spanhouse_consumer_lag_records');
  await until(async () => (await lag()).every((records) => records === 0), {
    timeoutMs: STORED_TIMEOUT_MS,
    what: 'everything in the log is stored',
  });
  const [rows] = await store.rows(
    'SELECT toUInt32(count()) AS stored, toUInt32(uniqExact(trace_id, span_id)) AS distinct FROM spans',
  );
  // merges do not change these sums
  const [index] = await store.rows('SELECT toUInt32(sum(row_count)) AS inserted FROM trace_index');
  const partitions = await store.rows(
    'SELECT log_partition, toUInt32(count()) AS spans FROM spans GROUP BY log_partition ORDER BY log_partition',
  );
  return {
    stored: { accepted, ...rows, ...index },
    partitions: sharesOf(partitions.map(({ spans }) => spans)),
  };
}

async function areReadBack(url, traceIds) {
  for (const traceId of traceIds) {
    const answer = await fetch(`${url}/spans/?trace_id=${traceId}`);
    const { spans } = await answer.json();
    if (spans?.length !== SPANS_PER_TRACE) {
      return false;
    }
  }
  return true;
}

async function run() {
  const consumers = await Promise.all(
    [1, 2].map((number) => start('span-consumer', `span-consumer-${number}`)),
  );
  const gateways = await Promise.all(
    [1, 2].map((number) => start('ingest-gateway', `ingest-gateway-${number}`)),
  );
  const query = await start('trace-query', 'trace-query');
  await untilShared(consumers);
  watch = new CommitWatch(offsets);
  load = startLoad({ urls: gateways, rate });
  await delay(WARM_UP_MS);
  const two = await measureShares(consumers);
  const join = await joinUnderLoad(consumers);
  const three = await measureShares(consumers);
  const sent = await load.end();
  const published = await countsOf(gateways, 'spanhouse_gateway_spans_published_total');
  const { stored, partitions } = await storedOnce(sent, consumers);
  const isReadBack = await areReadBack(query, sent.last_trace_ids);
  const isEven = [sharesOf(published), partitions, two, three].every(
    ({ worst }) => worst <= EVEN_WITHIN,
  );
  return {
    load_average: loadavg()[0],
    load: { spans_per_second: sent.accepted_spans_per_second, post_p95_ms: sent.post_p95_ms },
    refused: sent.refused + sent.failed,
    gateways: sharesOf(published),
    log_partitions: partitions,
    two_consumers: two,
    third_joins: join,
    three_consumers: three,
    stored,
    holds: {
      work_is_even: isEven,
      no_stall: join.longest_pauses.of_a_partition <= MOST_STALL_SECONDS,
      stored_once: new Set(Object.values(stored)).size === 1,
      read_back: isReadBack,
    },
  };
}

function start(service, name) {
  return cluster.startService({ name, service });
}

const cluster = new LocalCluster({
  dir,
  say: (line) => console.error(line),
  env: { KAFKA_PARTITIONS: String(PARTITIONS), OTLP_GRPC_PORT: '0' },
});
let offsets;
let watch;
let load;
try {
  await cluster.startBackends();
  const config = loadConfig(kafkaConfigFields, cluster.env);
  const logger = createLogger({ level: 'warn', service: 'bench' });
  offsets = await createKafkaCommittedOffsets({ config, clock, logger });
  const report = await run();
  console.log(JSON.stringify(report, null, 2));
  if (!Object.values(report.holds).every(Boolean)) {
    process.exitCode = 1;
  }
} finally {
  await load?.end();
  await watch?.stop();
  await offsets?.close();
  await cluster.stop();
  if (values.keep === undefined) {
    rmSync(dir, { recursive: true, force: true });
  }
}
