// Measures how fast spans are accepted and become visible, and the resources that the system uses. It is one
// all-in-one process with its ClickHouse; the generator runs in another process.
//   npm run bench:ingest -- --spans 200000 [--keep DIR]
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { cpuSeconds } from './cpu-seconds.mjs';
import { mergeAll } from './query/clickhouse.mjs';
import { diskBytes } from './query/report.mjs';
import { closeReads, traceByIdMs, untilVisible } from './read-traces.mjs';
import { runGenerator } from './run-generator.mjs';
import { newDataDirectory } from './sections.mjs';
import { sizeOfDirectory } from './size-of-directory.mjs';
import { startSpanhouse } from './start-spanhouse.mjs';

const { values } = parseArgs({
  options: {
    spans: { type: 'string', default: '200000' },
    keep: { type: 'string' },
  },
});
const spans = Number(values.spans);
const dataDir = values.keep ?? newDataDirectory('ingest');

function residentMb(pid, field) {
  const line = new RegExp(`${field}:\\s+(\\d+)`).exec(readFileSync(`/proc/${pid}/status`, 'utf8'));
  return Math.round(Number(line?.[1]) / 1024);
}

/** Merges the tables, and resolves with the bytes per span of each table. */
async function diskReport(store) {
  await mergeAll(store);
  const perSpan = (rows) =>
    Object.fromEntries(
      rows.map(({ name, bytes }) => [name, Number((Number(bytes) / spans).toFixed(1))]),
    );
  const { tables, columns, indexes } = await diskBytes(store);
  return { tables: perSpan(tables), columns: perSpan(columns), indexes: perSpan(indexes) };
}

const spanhouse = await startSpanhouse(dataDir);
const { pids } = spanhouse;

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
const disk = await diskReport(spanhouse.openStore());
const mergedTraceById = await traceByIdMs(spanhouse.url, sent.sampled_trace_ids);
const resident = {
  node_peak: residentMb(pids.node, 'VmHWM'),
  clickhouse_peak: residentMb(pids.clickhouse, 'VmHWM'),
};
closeReads();
await spanhouse.close();

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
  log_bytes: sizeOfDirectory(join(dataDir, 'log')),
};

console.log(JSON.stringify(report, null, 2));
function everyNth(samples, most) {
  const step = Math.max(1, Math.ceil(samples.length / most));
  return samples.filter((_, index) => index % step === 0);
}
