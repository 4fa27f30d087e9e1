// Measures the cost of reads on many spans. The production writer writes traces from three days in five projects into a
// real ClickHouse, which merges them. Then every read is sent over HTTP.
//   npm run bench:query -- --spans 10000000 [--keep DIR] [--calls 200]
// --keep creates the data set in DIR once and reuses it. Exits with 1 if a bound is exceeded.
import { mkdirSync } from 'node:fs';
import { Agent } from 'node:http';
import { availableParallelism, loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { createLogger } from '../packages/service-runtime/dist/index.js';
import { SPANS_PER_TRACE } from './load/llm-traces.mjs';
import { createStatements, mergeAll } from './query/clickhouse.mjs';
import { fillStore } from './query/fill-store.mjs';
import { createCaller, measureRead } from './query/measure-read.mjs';
import { listReads, walkPages } from './query/reads.mjs';
import { diskTables, keepsBounds, readsTable } from './query/report.mjs';
import { startService } from './query/running-service.mjs';
import { newDataDirectory, say, timed } from './sections.mjs';
import { withStore } from './ui/direct-store.mjs';

const { values } = parseArgs({
  options: {
    spans: { type: 'string', default: '10000000' },
    calls: { type: 'string', default: '200' },
    keep: { type: 'string' },
  },
});
const spans = Math.ceil(Number(values.spans) / SPANS_PER_TRACE) * SPANS_PER_TRACE;
const calls = Number(values.calls);
const logger = createLogger({ level: 'error', service: 'bench' });

function print(text) {
  return process.stdout.write(`${text}\n`);
}

async function openDataSet(config) {
  const statements = createStatements(config);
  const [{ stored }] = await statements.rows('SELECT toString(count()) AS stored FROM spans');
  if (Number(stored) === 0) {
    const onProgress = (done) => done % 500_000 === 0 && say(`${done} spans`);
    const { bytesPerSpan } = await timed('generated and inserted', () =>
      fillStore(config, { spans, logger, onProgress }),
    );
    say(`${bytesPerSpan} bytes a span as flat JSON`);
  } else if (Number(stored) !== spans) {
    throw new Error(`the kept data set has ${stored} spans instead of ${spans}: remove it`);
  }
  await timed('merged', () => mergeAll(statements));
  return statements;
}

async function measureAll(config) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const service = await startService(config);
  const direct = createCaller(service.url, agent);
  const pages = await timed('pages walked through', () => walkPages(direct));
  const results = [];
  for (const read of listReads(spans)) {
    const requests = pages.get(read.depth);
    if (requests?.length === 0) {
      continue; // there are too few spans for pages of this depth
    }
    const request = requests && ((call) => requests[call % requests.length]);
    const measured = { ...read, ...(request && { request }) };
    results.push(await timed(read.name, () => measureRead(measured, { direct, calls })));
  }
  await service.close();
  agent.destroy();
  return results;
}

function printReport({ results, version, disk }) {
  const load = loadavg()[0].toFixed(1);
  print(
    `${spans.toLocaleString('en-US')} spans in one part, ClickHouse ${version}, Node ${process.versions.node}, ${availableParallelism()} cores, load average ${load}; ${calls} calls each.\n`,
  );
  print(`${readsTable(results)}\n`);
  print(disk);
  const missed = results.filter((result) => !keepsBounds(result));
  for (const { read } of missed) {
    say(`misses a bound: ${read.name}`);
  }
  if (missed.length > 0) {
    process.exitCode = 1;
  }
}

const dataDir = values.keep ?? newDataDirectory('bench');
mkdirSync(dataDir, { recursive: true });
await withStore(
  dataDir,
  async (config) => {
    const statements = await openDataSet(config);
    const disk = await diskTables(statements, spans);
    const [{ version }] = await statements.rows('SELECT version() AS version');
    printReport({ results: await measureAll(config), version, disk });
  },
  { CLICKHOUSE_DATABASE: 'bench_query', QUERY_DEADLINE_MS: 60_000 },
);
