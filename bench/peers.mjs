// Runs the same load and the same reads against Spanhouse and against Jaeger with badger, one after the other, each
// with a fresh store. Prints their figures and ratios as a Markdown table. Needs Go.
//   npm run bench:peers -- --spans 200000
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { parseArgs } from 'node:util';
import { measurePeer } from './peers/measure-peer.mjs';
import { ratioTable } from './peers/ratio-table.mjs';
import { buildJaeger, startJaeger } from './peers/start-jaeger.mjs';
import { mergeAll } from './query/clickhouse.mjs';
import { diskBytes } from './query/report.mjs';
import { closeReads, percentiles } from './read-traces.mjs';
import { newDataDirectory } from './sections.mjs';
import { sizeOfDirectory } from './size-of-directory.mjs';
import { startSpanhouse } from './start-spanhouse.mjs';
import { jaegerApi, spanhouseApi } from './trace-apis.mjs';

const FLOOR_CALLS = 100;
const TIMEOUT_MS = 1_800_000;

const { values } = parseArgs({ options: { spans: { type: 'string', default: '200000' } } });
const spans = Number(values.spans);

/** Measures Spanhouse. Its disk usage is measured after the reads, and includes the merged tables and the log. */
async function measureSpanhouse(dir) {
  const { url, pids, openStore, close } = await startSpanhouse(dir);
  try {
    const peer = { ingestUrl: url, readUrl: url, pids, api: spanhouseApi };
    const figures = await measurePeer(peer, spans);
    const store = openStore();
    const floor = await emptyStatementMs(store);
    await mergeAll(store);
    const { tables } = await diskBytes(store);
    const bytes = tables.reduce((sum, table) => sum + Number(table.bytes), 0);
    const diskBytesInAll = bytes + sizeOfDirectory(join(dir, 'log'));
    return { ...figures, floor, storeBytes: bytes / spans, diskBytes: diskBytesInAll / spans };
  } finally {
    await close();
  }
}

/** Returns percentiles of the time for a statement that does nothing, on an open connection. */
async function emptyStatementMs({ run }) {
  const times = [];
  for (let call = 0; call < FLOOR_CALLS; call++) {
    const startedAt = performance.now();
    await run('SELECT 1');
    times.push(performance.now() - startedAt);
  }
  return percentiles(times);
}

/**
 * Measures Jaeger. Its disk usage is measured after the store is closed, because an open badger store reserves files
 * that are almost empty.
 */
async function measureJaeger(binary, dir) {
  const { close, ...peer } = await startJaeger(binary, dir);
  let figures;
  try {
    figures = await measurePeer({ ...peer, api: jaegerApi }, spans);
  } finally {
    await close();
  }
  const bytes = sizeOfDirectory(join(dir, 'keys')) + sizeOfDirectory(join(dir, 'values'));
  return { ...figures, storeBytes: bytes / spans, diskBytes: bytes / spans };
}

const dir = newDataDirectory('peers');
setTimeout(() => {
  console.error('the measurement takes too long');
  process.exit(1); // exit handlers stop the servers
}, TIMEOUT_MS).unref();

const binary = join(dir, 'jaeger-command');
buildJaeger(binary);
const spanhouse = await measureSpanhouse(join(dir, 'spanhouse'));
const jaeger = await measureJaeger(binary, join(dir, 'jaeger'));
closeReads();
const { p50, p95 } = spanhouse.floor;
console.log(`${spans.toLocaleString('en-US')} spans\n\n${ratioTable({ spanhouse, jaeger })}\n`);
console.log(`An empty statement over HTTP takes ClickHouse ${p50} / ${p95} ms (p50 / p95).`);
