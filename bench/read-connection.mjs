// Compares the CPU and time of a small statement through the connection for reads (undici) and through
// @clickhouse/client, as medians of five runs in turns.
//   npm run build && CLICKHOUSE_URL=… [CLICKHOUSE_USER=… CLICKHOUSE_PASSWORD=…] node bench/read-connection.mjs [statements of a run]
import { randomUUID } from 'node:crypto';
import { performance } from 'node:perf_hooks';
import { createLogger } from '../packages/service-runtime/dist/index.js';
import {
  createClickHouseClient,
  readAll,
} from '../packages/trace-store/dist/connection/clickhouse-client.js';
import { createReadConnection } from '../packages/trace-store/dist/connection/read-connection.js';

const RUNS = 5;
const statements = Number(process.argv[2] ?? 1000);
const url = process.env.CLICKHOUSE_URL ?? 'http://127.0.0.1:8123';
const config = {
  CLICKHOUSE_URL: url,
  CLICKHOUSE_USER: process.env.CLICKHOUSE_USER ?? 'default',
  CLICKHOUSE_PASSWORD: process.env.CLICKHOUSE_PASSWORD ?? '',
};
const options = { maxOpenConnections: 1, database: 'system' };
const reads = createReadConnection(config, options);
const client = createClickHouseClient(config, {
  ...options,
  requestTimeoutMs: 10_000,
  logger: createLogger({ level: 'warn', service: 'bench' }),
});
const query = 'SELECT number FROM numbers({p1:UInt64})';

const ways = {
  async reads() {
    const settings = { readonly: 2, wait_end_of_query: 1 };
    const statement = { query, query_params: { p1: 10 } };
    const { signal } = new AbortController();
    const limits = { signal, maxBytes: 1e9, admit: () => true };
    await reads.send({ statement, queryId: randomUUID(), settings, ...limits });
  },
  async client() {
    const { stream } = await client.exec({
      query,
      query_params: { p1: 10 },
      clickhouse_settings: { readonly: '2', wait_end_of_query: 1 },
    });
    await readAll(stream);
  },
};

async function measure(send) {
  const before = process.cpuUsage();
  const startedAt = performance.now();
  for (let count = 0; count < statements; count++) {
    await send();
  }
  const ms = performance.now() - startedAt;
  const { user, system } = process.cpuUsage(before);
  return { ms: ms / statements, cpuMs: (user + system) / 1000 / statements };
}

const runs = Object.fromEntries(Object.keys(ways).map((name) => [name, []]));
for (let run = 0; run <= RUNS; run++) {
  for (const [name, send] of Object.entries(ways)) {
    const result = await measure(send);
    if (run > 0) {
      runs[name].push(result); // the first run only warms up
    }
  }
}

function median(numbers) {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)];
}

for (const [name, results] of Object.entries(runs)) {
  const cpuMs = median(results.map((result) => result.cpuMs)).toFixed(3);
  const ms = median(results.map((result) => result.ms)).toFixed(3);
  console.log(`${name}: ${cpuMs} ms CPU, ${ms} ms in all for each statement`);
}

await Promise.all([reads.close(), client.close()]);
