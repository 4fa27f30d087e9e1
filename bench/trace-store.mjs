// Inserts spans with the writer and reads them with the reader. Prints CPU per span, bytes on disk
// per column, and the latency of reads.
//   npm run build && CLICKHOUSE_URL=… [CLICKHOUSE_USER=… CLICKHOUSE_PASSWORD=…] [CLICKHOUSE_PID=…] node bench/trace-store.mjs [spans] [keep]
// The start times of all spans are within 30 s, however many spans there are.
import { performance } from 'node:perf_hooks';
import { constants, zstdCompressSync } from 'node:zlib';
import { createLogger, systemClock } from '../packages/service-runtime/dist/index.js';
import { finishSpans, readOtlpProtobuf } from '../packages/span-intake/dist/index.js';
import { ROW_SCHEMA_VERSION, SpanRowEncoder } from '../packages/span-row/dist/index.js';
import { applyMigrations } from '../packages/trace-store/dist/migrations.js';
import { createTraceReader } from '../packages/trace-store/dist/reader.js';
import { createSpanWriter } from '../packages/trace-store/dist/writer.js';
import { cpuSeconds } from './cpu-seconds.mjs';
import { buildBodies, SPANS_PER_BODY, stamp } from './load/otlp-bodies.mjs';

const spans = Number(process.argv[2] ?? 200_000);
const keep = process.argv[3] === 'keep';
const url = process.env.CLICKHOUSE_URL ?? 'http://127.0.0.1:8123';
const pid = process.env.CLICKHOUSE_PID;
const BLOCK_BODIES = 120; // 12,000 rows
const PARTITIONS = 4;
const START = 1_777_629_600_000_000_000n;
const SPREAD_NS = 30_000_000_000n;
const project_id = '00000000-0000-0000-0000-000000000000';
const signal = new AbortController().signal;
const logger = createLogger({ level: 'warn', service: 'bench' });

const config = {
  CLICKHOUSE_URL: url,
  CLICKHOUSE_DATABASE: `bench_${Date.now()}`,
  CLICKHOUSE_USER: process.env.CLICKHOUSE_USER ?? 'default',
  CLICKHOUSE_PASSWORD: process.env.CLICKHOUSE_PASSWORD ?? '',
  CLICKHOUSE_REQUEST_TIMEOUT_MS: 60_000,
  QUERY_DEADLINE_MS: 30_000,
  QUERY_MAX_MEMORY_BYTES: 2_147_483_648,
};
await applyMigrations(config, { logger, clock: systemClock });
const writer = createSpanWriter(config, { logger });
const reader = createTraceReader(config, { logger, clock: systemClock });
const templates = buildBodies(300);
const traceIds = [];

function print(text) {
  process.stdout.write(`${text}\n`);
}

async function statement(query) {
  const address = `${url}/?database=${config.CLICKHOUSE_DATABASE}`;
  const credentials = `${config.CLICKHOUSE_USER}:${config.CLICKHOUSE_PASSWORD}`;
  const authorization = `Basic ${Buffer.from(credentials).toString('base64')}`;
  const response = await fetch(address, {
    method: 'POST',
    body: query,
    headers: { authorization },
  });
  const text = await response.text();
  if (!response.ok) {
    throw new Error(text);
  }
  return text;
}

function table(query) {
  return statement(`${query} FORMAT PrettyCompactMonoBlock`).then(print);
}

function cpuMs() {
  return pid === undefined ? 0 : cpuSeconds(pid) * 1000;
}

async function insertAll() {
  const bodies = spans / SPANS_PER_BODY;
  const step = SPREAD_NS / BigInt(bodies);
  const encoder = new SpanRowEncoder();
  let insertMs = 0;
  const cpuBefore = cpuMs();
  for (let first = 0; first < bodies; first += BLOCK_BODIES) {
    const frames = [];
    for (let index = first; index < Math.min(first + BLOCK_BODIES, bodies); index++) {
      frames.push(frameOf(index, { encoder, startNs: START + BigInt(index) * step }));
    }
    const before = performance.now();
    const outcome = await writer.write(
      {
        frames,
        rowSchemaVersion: ROW_SCHEMA_VERSION,
        logPartition: (first / BLOCK_BODIES) % PARTITIONS,
        logOffset: (1n << 48n) | BigInt(first),
        deduplicationToken: `bench-${first}`,
      },
      signal,
    );
    insertMs += performance.now() - before;
    if (outcome.status !== 'written') {
      throw new Error(JSON.stringify(outcome));
    }
  }
  print(
    `insert: ${((insertMs * 1000) / spans).toFixed(1)} µs/span of time, ${(((cpuMs() - cpuBefore) * 1000) / spans).toFixed(1)} µs/span of ClickHouse CPU, merges so far included`,
  );
}

function frameOf(index, { encoder, startNs }) {
  const template = templates[index % templates.length];
  stamp(template, startNs);
  const result = readOtlpProtobuf(template.body, startNs);
  if (result.status !== 'read') {
    throw new Error(result.status);
  }
  const received_at = START + 60_000_000_000n + BigInt(index) * 3_000_000n;
  const context = { project_id, received_at, created_by_id: project_id, retention_days: 0 };
  const canonical = finishSpans(result.drafts).spans;
  for (const span of canonical) {
    encoder.encode(span, context);
  }
  if (index % 7 === 0) {
    traceIds.push(canonical[0]?.trace_id ?? '');
  }
  return zstdCompressSync(encoder.take(), { params: { [constants.ZSTD_c_compressionLevel]: 1 } });
}

async function report() {
  for (const name of ['spans', 'trace_index']) {
    const active = `database = currentDatabase() AND table = '${name}' AND active`;
    print(`${name}: bytes per span`);
    await table(
      `SELECT count() AS parts, round(sum(bytes_on_disk) / ${spans}, 2) AS disk, round(sum(marks_bytes) / ${spans}, 2) AS marks, round(sum(secondary_indices_compressed_bytes) / ${spans}, 2) AS indexes FROM system.parts WHERE ${active}`,
    );
    await table(
      `SELECT column, round(sum(column_data_compressed_bytes) / ${spans}, 2) AS bytes, round(sum(column_data_uncompressed_bytes) / ${spans}, 1) AS uncompressed FROM system.parts_columns WHERE ${active} GROUP BY column HAVING bytes >= 0.05 ORDER BY bytes DESC`,
    );
  }
  await table(
    `SELECT name, round(data_compressed_bytes / ${spans}, 2) AS bytes FROM system.data_skipping_indices WHERE database = currentDatabase() AND table = 'spans'`,
  );
}

async function measure(name, calls, call) {
  const times = [];
  const cpuBefore = cpuMs();
  for (let index = 0; index < calls; index++) {
    const before = performance.now();
    await call(index);
    times.push(performance.now() - before);
  }
  times.sort((left, right) => left - right);
  const at = (share) => (times[Math.floor(times.length * share)] ?? 0).toFixed(1);
  print(
    `${name}: p50 ${at(0.5)} ms, p95 ${at(0.95)} ms, ClickHouse CPU ${((cpuMs() - cpuBefore) / calls).toFixed(1)} ms`,
  );
}

function selection(members) {
  return {
    project_id,
    filter: undefined,
    oldest: undefined,
    newest: undefined,
    order: 'descending',
    ratePercent: undefined,
    snapshot: Array.from({ length: PARTITIONS }, () => (1n << 48n) + 1_000_000_000n),
    limit: 50,
    ...members,
  };
}

async function readAll() {
  const id = (index) => traceIds[(index * 37) % traceIds.length] ?? '';
  const somewhere = (index) => START + (SPREAD_NS * BigInt((index * 13) % 97)) / 97n;
  await measure('trace by id', 100, (index) =>
    reader.findSpans({ project_id, trace_ids: [id(index)], span_ids: undefined }, signal),
  );
  await measure('newest 50 spans', 50, () =>
    reader.listSpans({ ...selection({}), after: undefined }, signal),
  );
  await measure('50 spans somewhere', 50, (index) =>
    reader.listSpans({ ...selection({ newest: somewhere(index) }), after: undefined }, signal),
  );
  await measure('newest 20 traces', 50, () =>
    reader.listTraces({ ...selection({ limit: 20 }), after: undefined }, signal),
  );
  await measure('20 traces behind a cursor', 50, (index) =>
    reader.listTraces(
      { ...selection({ limit: 20 }), after: { rank: somewhere(index), trace_id: id(index) } },
      signal,
    ),
  );
  await measure('20 traces, ascending', 50, (index) =>
    reader.listTraces(
      {
        ...selection({ limit: 20, order: 'ascending', oldest: somewhere(index) }),
        after: undefined,
      },
      signal,
    ),
  );
  await measure('20 traces of a service by name', 20, () =>
    reader.listTraces(
      {
        ...selection({
          limit: 20,
          filter: { kind: 'equals_any', field: 'span_name', values: ['agent.run'] },
        }),
        after: undefined,
      },
      signal,
    ),
  );
  await measure('no such span name', 5, () =>
    reader.listSpans(
      {
        ...selection({ filter: { kind: 'equals_any', field: 'span_name', values: ['nothing'] } }),
        after: undefined,
      },
      signal,
    ),
  );
  await measure('span by id alone', 20, (index) =>
    reader.findSpans(
      { project_id, trace_ids: undefined, span_ids: [id(index).slice(0, 16)] },
      signal,
    ),
  );
}

await insertAll();
if (process.env.OPTIMIZE !== undefined) {
  await statement('OPTIMIZE TABLE spans FINAL');
  await statement('OPTIMIZE TABLE trace_index FINAL');
}

print(`with merges: ${((cpuMs() * 1000) / spans).toFixed(1)} µs/span since the server started`);
await report();
await readAll();
await writer.close();
await reader.close();
if (keep) {
  print(config.CLICKHOUSE_DATABASE);
} else {
  await statement(`DROP DATABASE ${config.CLICKHOUSE_DATABASE} SYNC`);
}
