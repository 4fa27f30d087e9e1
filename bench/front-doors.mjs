// Measures the read APIs of Tempo, Jaeger and Zipkin on many spans, against the limits of their acceptance list.
//   npm run bench:front-doors -- [--only search,trace,large,names,tags] [--spans 1000000] [--calls 30]
// The spans are written into the store before the start: traces of ten spans over the last 23 hours. Times are
// medians over calls that differ. A trace by id is compared with the route of Spanhouse's own API, which answers in turns
// with the dialects. Exits with 1 if a limit is missed.
import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { caller } from './front-doors/caller.mjs';
import { large } from './front-doors/large-lines.mjs';
import { names, tags } from './front-doors/name-lines.mjs';
import { search } from './front-doors/search-lines.mjs';
import { trace } from './front-doors/trace-lines.mjs';
import { SPANS_PER_TRACE } from './load/llm-traces.mjs';
import { markdownTable } from './markdown-table.mjs';
import { createStatements, mergeAll } from './query/clickhouse.mjs';
import { newDataDirectory, say, timed } from './sections.mjs';
import { startSpanhouse } from './start-spanhouse.mjs';
import { withStore, writeTraces } from './ui/direct-store.mjs';

const sections = { names, search, trace, tags, large };
const NS_PER_MS = 1_000_000n;
const LENGTH_MS = 23 * 3_600_000;
const AGE_MS = 60_000;

const { values } = parseArgs({
  options: {
    only: { type: 'string', default: Object.keys(sections).join(',') },
    spans: { type: 'string', default: '1000000' },
    calls: { type: 'string', default: '30' },
  },
});
const spans = Math.ceil(Number(values.spans) / SPANS_PER_TRACE) * SPANS_PER_TRACE;
const wanted = values.only.split(',');
const unknown = wanted.filter((name) => sections[name] === undefined);
if (unknown.length > 0) {
  throw new Error(`there is no section ${unknown.join(', ')}`);
}
const dataDir = newDataDirectory('front-doors');

/** Writes the spans, and resolves with the start of the newest ones. */
async function writeIntoStore() {
  const newestMs = Date.now() - AGE_MS;
  const traces = {
    spans,
    newestNs: BigInt(newestMs) * NS_PER_MS,
    lengthNs: BigInt(LENGTH_MS) * NS_PER_MS,
  };
  await withStore(dataDir, async (config) => {
    await timed('stored', () => writeTraces(config, traces));
    await timed('merged', () => mergeAll(createStatements(config)));
  });
  return newestMs;
}

const newestMs = await writeIntoStore();
const spanhouse = await startSpanhouse(dataDir);
const rows = [];
for (const name of wanted) {
  const system = {
    ...spanhouse,
    ...caller(spanhouse.url, Number(values.calls)),
    traces: spans / SPANS_PER_TRACE,
    newestMs,
  };
  try {
    rows.push(...(await timed(name, () => sections[name](system))));
  } catch (error) {
    say(`${name} failed: ${error.stack}`);
    process.exitCode = 1;
  }
}
await spanhouse.close();

function isReached({ value, limit }) {
  return limit === undefined || value <= limit;
}

const table = rows.map((row) => [
  row.line,
  `${row.value.toFixed(row.unit === '×' ? 2 : 1)} ${row.unit}`,
  row.limit === undefined ? '–' : `${row.limit} ${row.unit}`,
  isReached(row) ? '' : 'missed',
]);
say(`${spans.toLocaleString('en-US')} spans, load average ${loadavg()[0].toFixed(1)}`);
process.stdout.write(`${markdownTable(['line', 'measured', 'limit', ''], table)}\n`);
if (!rows.every(isReached)) {
  process.exitCode = 1;
}
