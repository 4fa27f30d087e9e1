// Measures the read APIs of Tempo, Jaeger and Zipkin on many spans, and compares the times with the limits of the
// acceptance list.
//   npm run bench:front-doors -- [--only search,trace,large,names,tags] [--spans 1000000] [--calls 30]
// The spans are written into the store before the start. They form traces of ten spans in the last 23 hours. Times are
// medians of different calls. A trace by id is compared with the route of Spanhouse's own API, which is called in turns
// with the other APIs. Exits with 1 if a time exceeds its limit.
import { parseArgs } from 'node:util';
import { caller } from './front-doors/caller.mjs';
import { large } from './front-doors/large-lines.mjs';
import { names, tags } from './front-doors/name-lines.mjs';
import { search } from './front-doors/search-lines.mjs';
import { trace } from './front-doors/trace-lines.mjs';
import { SPANS_PER_TRACE } from './load/llm-traces.mjs';
import { createStatements, mergeAll } from './query/clickhouse.mjs';
import {
  newDataDirectory,
  printRows,
  rowsOfSection,
  say,
  timed,
  wantedNames,
} from './sections.mjs';
import { startSpanhouse } from './start-spanhouse.mjs';
import { withStore, writeTraces } from './ui/direct-store.mjs';

const sections = { names, search, trace, tags, large };
const NS_PER_MS = 1_000_000n;
const LENGTH_MS = 23 * 3_600_000;
const AGE_MS = 60_000;

const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    spans: { type: 'string', default: '1000000' },
    calls: { type: 'string', default: '30' },
  },
});
const spans = Math.ceil(Number(values.spans) / SPANS_PER_TRACE) * SPANS_PER_TRACE;
const wanted = wantedNames(values.only, Object.keys(sections));
const dataDir = newDataDirectory('front-doors');

/** Writes the spans, and resolves with the start time of the newest ones. */
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
  rows.push(...(await rowsOfSection(name, () => sections[name](system))));
}
await spanhouse.close();

say(`${spans.toLocaleString('en-US')} spans`);
printRows(rows);
