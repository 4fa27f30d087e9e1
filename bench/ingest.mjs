// Measures how fast spans are accepted and become visible, and what that costs: one all-in-one process with its
// ClickHouse, and the generator in another process.   npm run bench:ingest -- --spans 200000 [--keep DIR] [--profile] [--collector]
// With --collector the speed of the machine is measured before and after (bench/collector.mjs), and the figures are
// also converted to the reference machine, for which the aims are stated.
import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { readAccess, sendStatement } from '../packages/embedded-clickhouse/dist/index.js';
import { buildCollector } from './collector.mjs';
import { cpuByStage } from './cpu-by-stage.mjs';
import { cpuSeconds } from './cpu-seconds.mjs';
import { nodeFlags } from './node-flags.mjs';
import { closeReads, traceByIdMs, untilVisible } from './read-traces.mjs';
import { runGenerator } from './run-generator.mjs';

/** CPU seconds of the Collector for 100,000 spans on the reference machine. */
const REFERENCE_COLLECTOR_SECONDS = 0.56;

const { values } = parseArgs({
  options: {
    spans: { type: 'string', default: '200000' },
    profile: { type: 'boolean', default: false },
    keep: { type: 'string' },
    collector: { type: 'boolean', default: false },
  },
});
const spans = Number(values.spans);
const dataDir = values.keep ?? mkdtempSync(join(tmpdir(), 'spanhouse-bench-'));
const profileDir = mkdtempSync(join(tmpdir(), 'spanhouse-profile-'));

async function startSpanhouse() {
  const profile = values.profile ? ['--cpu-prof', `--cpu-prof-dir=${profileDir}`] : [];
  const child = spawn(
    process.execPath,
    [...nodeFlags, ...profile, 'services/all-in-one/dist/main.js'],
    {
      env: {
        ...process.env,
        DATA_DIR: dataDir,
        HTTP_PORT: '0',
        OTLP_HTTP_PORT: '0',
        OTLP_GRPC_PORT: '0',
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  let url;
  for await (const line of createInterface({ input: child.stdout })) {
    [, url] = /API\s+(http:\S+)/.exec(line) ?? [];
    if (url !== undefined) {
      break;
    }
  }
  child.stdout.resume();
  const exited = new Promise((resolve) => child.once('exit', resolve));
  const [clickhousePid] = readFileSync(
    `/proc/${child.pid}/task/${child.pid}/children`,
    'utf8',
  ).split(' ');
  return {
    child,
    exited,
    url,
    clickhouse: readAccess(join(dataDir, 'clickhouse')),
    clickhousePid: Number(clickhousePid),
  };
}

function residentMb(pid, field) {
  const line = new RegExp(`${field}:\\s+(\\d+)`).exec(readFileSync(`/proc/${pid}/status`, 'utf8'));
  return Math.round(Number(line?.[1]) / 1024);
}

async function clickhouseRows(access, query) {
  const answer = await sendStatement(access, { sql: `${query} FORMAT JSONEachRow` });
  return (await text(answer))
    .trim()
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));
}

async function diskReport(clickhouse) {
  const database = 'spanhouse';
  for (const table of ['spans', 'trace_index']) {
    const answer = await sendStatement(clickhouse, {
      sql: `OPTIMIZE TABLE ${database}.${table} FINAL`,
    });
    await text(answer);
  }
  const tables = await clickhouseRows(
    clickhouse,
    `SELECT table, sum(bytes_on_disk) AS bytes, sum(rows) AS rows FROM system.parts WHERE active AND database = '${database}' GROUP BY table ORDER BY bytes DESC`,
  );
  const columns = await clickhouseRows(
    clickhouse,
    `SELECT column, sum(column_data_compressed_bytes) AS bytes FROM system.parts_columns WHERE active AND database = '${database}' AND table = 'spans' GROUP BY column ORDER BY bytes DESC`,
  );
  const indexes = await clickhouseRows(
    clickhouse,
    `SELECT name, data_compressed_bytes AS bytes FROM system.data_skipping_indices WHERE database = '${database}'`,
  );
  const perSpan = (rows, name) =>
    Object.fromEntries(
      rows.map((row) => [row[name], Number((Number(row.bytes) / spans).toFixed(1))]),
    );
  return {
    tables: perSpan(tables, 'table'),
    columns: perSpan(columns, 'column'),
    indexes: perSpan(indexes, 'name'),
  };
}

const collector = values.collector ? buildCollector() : undefined;
const collectorBefore = await collector?.measure();

const spanhouse = await startSpanhouse();
const pids = { node: spanhouse.child.pid, clickhouse: spanhouse.clickhousePid };

function cpu() {
  return { node: cpuSeconds(pids.node), clickhouse: cpuSeconds(pids.clickhouse) };
}

const residentSamples = [];
const sampler = setInterval(() => residentSamples.push(residentMb(pids.node, 'VmRSS')), 1000);

const cpuBefore = cpu();
const startedAt = performance.now();
const sent = await runGenerator(spanhouse.url, spans);
await untilVisible(spanhouse.url, sent.last_trace_ids);
const visibleSeconds = (performance.now() - startedAt) / 1000;
await delay(5000); // wait for the merges that the load causes
const cpuAfter = cpu();
clearInterval(sampler);

const traceById = await traceByIdMs(spanhouse.url, sent.sampled_trace_ids);
const disk = await diskReport(spanhouse.clickhouse);
const mergedTraceById = await traceByIdMs(spanhouse.url, sent.sampled_trace_ids);
const resident = {
  node_peak: residentMb(pids.node, 'VmHWM'),
  clickhouse_peak: residentMb(pids.clickhouse, 'VmHWM'),
};
closeReads();
spanhouse.child.kill('SIGTERM');
await spanhouse.exited;
const collectorAfter = await collector?.measure();
collector?.close();

function per100k(seconds) {
  return Number(((seconds * 1e5) / spans).toFixed(2));
}

const { last_trace_ids: _last, sampled_trace_ids: _sampled, ...load } = sent;
const report = {
  spans,
  load,
  visible_spans_per_second: Math.round(spans / visibleSeconds),
  cpu_seconds_per_100k: {
    node: per100k(cpuAfter.node - cpuBefore.node),
    clickhouse: per100k(cpuAfter.clickhouse - cpuBefore.clickhouse),
  },
  resident_mb: { ...resident, node_over_time: everyNth(residentSamples, 12) },
  trace_by_id_ms: traceById,
  merged_trace_by_id_ms: mergedTraceById,
  disk_bytes_per_span: disk,
  log_bytes: sizeOf(join(dataDir, 'log')),
};
if (values.profile) {
  const stages = Object.entries(cpuByStage(profileDir)).filter(([stage]) => stage !== 'idle');
  report.main_thread_us_per_span = Object.fromEntries(
    stages.map(([stage, seconds]) => [stage, Number(((seconds * 1e6) / spans).toFixed(2))]),
  );
}

if (collectorBefore !== undefined && collectorAfter !== undefined) {
  report.collector = [collectorBefore, collectorAfter];
  report.on_the_reference_machine = asOnReferenceMachine(report);
}

console.log(JSON.stringify(report, null, 2));
if (!values.keep) {
  rmSync(dataDir, { recursive: true, force: true });
}

rmSync(profileDir, { recursive: true, force: true });

function asOnReferenceMachine({ collector: [before, after], ...figures }) {
  const seconds = (before.cpu_seconds_per_100k + after.cpu_seconds_per_100k) / 2;
  const slower = seconds / REFERENCE_COLLECTOR_SECONDS;
  const { node, clickhouse } = figures.cpu_seconds_per_100k;
  return {
    times_slower: Number(slower.toFixed(2)),
    visible_spans_per_second: Math.round(figures.visible_spans_per_second * slower),
    cpu_seconds_per_100k: Number(((node + clickhouse) / slower).toFixed(2)),
    trace_by_id_p50_ms: Number((figures.trace_by_id_ms.p50 / slower).toFixed(1)),
    merged_trace_by_id_p50_ms: Number((figures.merged_trace_by_id_ms.p50 / slower).toFixed(1)),
  };
}

function everyNth(samples, most) {
  const step = Math.max(1, Math.ceil(samples.length / most));
  return samples.filter((_, index) => index % step === 0);
}

function sizeOf(dir) {
  try {
    const files = readdirSync(dir, { recursive: true, withFileTypes: true }).filter((entry) =>
      entry.isFile(),
    );
    return files.reduce((sum, file) => sum + statSync(join(file.parentPath, file.name)).size, 0);
  } catch {
    return 0;
  }
}
