// What a small statement takes beside its time in ClickHouse: by @clickhouse/client, by our own connection for
// reads, and by fetch, in turns.
//   npm run build && CLICKHOUSE_URL=… node bench/read-connection.mjs [statements]
import { randomUUID } from 'node:crypto';
import { performance } from 'node:perf_hooks';
import { createLogger } from '../packages/service-runtime/dist/index.js';
import { createClickHouseClient, readAll } from '../packages/trace-store/dist/clickhouse-client.js';
import { createReadConnection } from '../packages/trace-store/dist/read-connection.js';

const statements = Number(process.argv[2] ?? 600);
const url = process.env.CLICKHOUSE_URL ?? 'http://127.0.0.1:8123';
const config = { CLICKHOUSE_URL: url, CLICKHOUSE_USER: 'default', CLICKHOUSE_PASSWORD: '' };
const options = { maxOpenConnections: 1, database: 'system' };
const reads = createReadConnection(config, options);
const client = createClickHouseClient(config, {
  ...options,
  requestTimeoutMs: 10_000,
  logger: createLogger({ level: 'warn', service: 'bench' }),
});
const query = 'SELECT sum(number) FROM numbers(1000000)';
const signal = new AbortController().signal;

/** Each resolves with the summary of ClickHouse. */
const ways = {
  async client() {
    const { stream, summary } = await client.exec({
      query,
      clickhouse_settings: { readonly: '2', wait_end_of_query: 1 },
    });
    await readAll(stream);
    return summary;
  },
  async own() {
    const settings = { readonly: 2, wait_end_of_query: 1 };
    const statement = { query, query_params: {} };
    const read = { statement, queryId: randomUUID(), settings, signal, maxBytes: 1e9 };
    return (await reads.send(read)).summary;
  },
  async fetch() {
    const body = { method: 'POST', body: query };
    const response = await fetch(`${url}/?wait_end_of_query=1&readonly=2`, body);
    await response.arrayBuffer();
    return JSON.parse(response.headers.get('x-clickhouse-summary'));
  },
};

const beside = Object.fromEntries(Object.keys(ways).map((name) => [name, []]));
for (let count = 0; count < statements; count++) {
  for (const [name, send] of Object.entries(ways)) {
    const startedAt = performance.now();
    const summary = await send();
    beside[name].push(performance.now() - startedAt - Number(summary.elapsed_ns) / 1e6);
  }
}
for (const [name, times] of Object.entries(beside)) {
  times.sort((a, b) => a - b);
  console.log(
    `${name} ${times[Math.floor(times.length / 2)].toFixed(2)} ms beside ClickHouse, p50`,
  );
}
reads.close();
await client.close();
